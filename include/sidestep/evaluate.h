// Models against recorded people: somebody who was filmed is replaced by an agent that starts where, when and how fast
// the person did, and what it does is measured beside what the person did. docs/evaluation.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/names.h"
#include "sidestep/scenario.h"
#include "sidestep/statistics.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

enum class EvaluateMode : std::uint8_t {
    pairs,        ///< two who met walk alone, both of them simulated
    one_by_one,   ///< one is simulated, all others walk as recorded
    all_at_once,  ///< everybody is simulated, from the moment of their entry
};
template <>
struct NamesOf<EvaluateMode> {
    static constexpr std::string_view all[] = {"pairs", "one_by_one", "all_at_once"};
};

/// Where a replaced person wants to go.
enum class ReplayGoal : std::uint8_t {
    oracle,        ///< where it really went: leaks the side on which it passed
    extrapolated,  ///< where it would have got, had it gone on as it did before
};
template <>
struct NamesOf<ReplayGoal> {
    static constexpr std::string_view all[] = {"oracle", "extrapolated"};
};

/// Rows that stand in every table: what they reach is no merit of a model.
enum class Baseline : std::uint8_t {
    none,               ///< a model
    people,             ///< the recorded people themselves
    constant_velocity,  ///< goes on as it did
    straight,           ///< turns at once, to the goal
    relaxed,            ///< a' = (wish − v)/τ, without any avoidance: the control for models with inertia
};
template <>
struct NamesOf<Baseline> {
    static constexpr std::string_view all[] = {"none", "people", "constant_velocity", "straight", "relaxed"};
};

/// A row of the table: somebody who walks.
struct EvaluatedWalker {
    std::string name;
    Baseline baseline = Baseline::none;
    ProfileSpec profile{};  ///< of a model
    double tau = 0.5;       ///< s, of Baseline::relaxed
};
/// The four that are in every table, people first.
std::vector<EvaluatedWalker> baseline_walkers(double tau = 0.5);

/// Two people who met.
struct RecordedMeeting {
    AgentId a = 0, b = 0;
    std::uint32_t start = 0, closest = 0;  ///< frames
};

/// People who were filmed.
struct FilmedPeople {
    std::string name;
    Trajectory trajectory;
    std::vector<std::vector<AgentId>> groups{};  ///< who walks together
    std::vector<RecordedMeeting> meetings{};     ///< for EvaluateMode::pairs
};
/// A recording with what lies beside it: groups.csv in its folder, and the meetings in `pairs`/NAME.csv beside the
/// folder, where there are such files. Throws InputError.
FilmedPeople read_filmed(const std::string& file, const ReadOptions& options = {});
/// The same of what was read from the file already.
FilmedPeople filmed_people(const std::string& file, Trajectory trajectory);
/// Rows "group_id,person_id" and "set,a,b,frame_start,frame_ca,…", as in such files; `file` is for messages. Throw
/// InputError.
std::vector<std::vector<AgentId>> parse_groups(std::string_view text, const std::string& file);
std::vector<RecordedMeeting> parse_meetings(std::string_view text, const std::string& file);

enum class EvaluateHalf : std::uint8_t { whole, first, second };
template <>
struct NamesOf<EvaluateHalf> {
    static constexpr std::string_view all[] = {"whole", "first", "second"};
};

/// For EvaluateMode::one_by_one.
enum class CompanionSight : std::uint8_t {
    seen,    ///< like everybody
    hidden,  ///< an agent does not see who walks with the person that it replaces
};
template <>
struct NamesOf<CompanionSight> {
    static constexpr std::string_view all[] = {"seen", "hidden"};
};

struct EvaluateProgress {
    std::size_t done = 0, of = 0;  ///< cases, of all walkers
};

struct EvaluateOptions {
    EvaluateMode mode = EvaluateMode::one_by_one;
    double history = 1.2;            ///< s that are seen of a person before it is replaced; preferred speed over them
    double velocity_over = 0.8;      ///< s before the start over which the start velocity is taken, always backward
    double horizon = 4.8;            ///< s that are simulated, one_by_one; who is there for less is left out
    double goal_beyond = 2;          ///< s: goals that are not recorded lie so far beyond what is simulated
    double step = 0.1;               ///< s, of simulation, and between two looks at distances
    double touch = 0.2, near = 0.4;  ///< m, between centres
    double farthest = 2;             ///< m: least distances are clipped there
    double sigma = 0.25;             ///< m, of the likelihood
    double block = 15;               ///< s: people who entered within one block are drawn together
    int resamples = 1000;
    std::uint64_t seed = 1;
    CompanionSight companions = CompanionSight::seen;
    EvaluateHalf half = EvaluateHalf::whole;
    std::vector<ReplayGoal> goals{ReplayGoal::oracle, ReplayGoal::extrapolated};  ///< in the order of the rows
    std::size_t cases = 0;              ///< of each recording at most, drawn from those there are; 0: all
    std::string reference = "relaxed";  ///< walker that others are tested against
    int threads = 0;                    ///< 0: as many as the machine has; never changes the result
    /// Called after every case by one thread at a time; false ends the evaluation: what is done is told.
    std::function<bool(const EvaluateProgress&)> progress{};
};

/// Something that is measured of a case, a column of the table.
struct EvaluateMetric {
    std::string_view name, unit, title, meaning;
    int decimals = 3;
    double scale = 1;  ///< the value is shown times this: 100 for shares
};
/// In the order of the columns.
std::span<const EvaluateMetric> evaluate_metrics(EvaluateMode mode);

/// One person, or two who met.
struct EvaluatedCase {
    std::size_t recording = 0;
    AgentId a = 0, b = 0;     ///< b: of pairs
    double time = 0;          ///< s of the recording at which the simulation starts
    double seconds = 0;       ///< that are simulated
    std::size_t cluster = 0;  ///< cases of one cluster are not independent
    double weight = 1;
};

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

struct EvaluateCell {
    double value = kUndefined;  ///< mean over the recordings of the mean over their cases
    Interval interval{};        ///< 95 %, by drawing clusters with replacement
    double p = kUndefined;      ///< paired test of the clusters' means against the reference
};
/// One walker with one kind of goal.
struct EvaluateRow {
    std::string walker;
    ReplayGoal goal = ReplayGoal::oracle;
    std::vector<EvaluateCell> cells;          ///< by metric
    std::vector<std::vector<double>> values;  ///< by metric and case; NaN where a case has none
    /// Where everybody went, every step, of the first recording; ids are those of the recording, of pairs two for each
    /// case.
    Trajectory paths;
    std::size_t failed = 0;  ///< cases that could not be simulated; they have no values
};
struct Evaluation {
    EvaluateOptions options;
    std::vector<std::string> recordings;
    std::vector<EvaluatedCase> cases;
    std::vector<EvaluateRow> rows;  ///< in order of the walkers and goals; only those that are finished
    bool finished = true;
    std::size_t clusters = 0;
};
/// Throws InputError for recordings without any case and a reference there is not.
Evaluation evaluate(std::span<const FilmedPeople> people, std::span<const EvaluatedWalker> walkers,
                    const EvaluateOptions& options = {});

/// ∫|F(x) − G(x)|dx of two distributions of the same number of values with the same weights; `weights` empty: all 1.
double wasserstein(std::span<const double> a, std::span<const double> b, std::span<const double> weights = {});

}  // namespace SIDESTEP_EXPORT sidestep
