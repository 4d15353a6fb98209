// Many runs for one question: scenes × settings × models × seeds on threads, what came out of each, and how much it
// varies. Results depend neither on the number of threads nor on the order in which runs end. An interrupted study
// keeps what is done, and with a checkpoint it is continued.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/metric.h"
#include "sidestep/run.h"
#include "sidestep/statistics.h"

namespace SIDESTEP_EXPORT sidestep {

/// One run to be made.
struct StudyJob {
    std::shared_ptr<const Scenario> scenario;  ///< but for its seed
    std::uint64_t seed = 0;
    std::string model{};    ///< that was put in; empty: the scene's own
    std::string variant{};  ///< whatever else differs from the scene's text, in words that tell it apart
};

/// Every combination of these.
struct StudyPlan {
    std::vector<Scenario> scenes;
    std::vector<std::vector<std::string>> settings{};  ///< lists of PROFILE.PARAM=VALUE; empty: one list without any
    std::vector<std::string> models{};                 ///< empty: the scenes' own
    std::vector<std::uint64_t> seeds{};                ///< empty: the scenes' own
    std::string variant{};                             ///< how the scenes already differ from their text
};
/// In order of scene, setting, model, seed. Settings are made after the model is put in. Throws InputError.
std::vector<StudyJob> jobs_of(const StudyPlan& plan);

/// What came out of one job.
struct StudyResult {
    bool done = false;     ///< false where the study ended before
    bool resumed = false;  ///< an earlier study made it
    RunSummary summary{};
    std::size_t arrived = 0;
    std::vector<std::pair<const Metric*, MetricSummary>> metrics{};  ///< in the order of the options
};

struct StudyProgress {
    std::size_t done = 0, of = 0;  ///< jobs
};

struct StudyOptions {
    int threads = 0;  ///< 0: as many as the machine has. Several runs at once, if there are several
    std::vector<const Metric*> metrics{};  ///< to be measured on every run
    MetricOptions measuring{};
    /// A line of JSON is appended for every job that is done; jobs that it has are not run again. A last line that was
    /// torn is dropped. Empty: none.
    std::string checkpoint{};
    /// Called after every job and about ten times a second meanwhile, by one thread at a time; false ends the study.
    std::function<bool(const StudyProgress&)> progress{};
    /// Called with every run that is made, not with those resumed, from several threads at a time.
    std::function<void(std::size_t job, RecordedRun&& run)> observe{};
};

struct StudyOutcome {
    std::vector<StudyResult> results;  ///< by job
    bool finished = false;             ///< all are done
    std::size_t done() const;
};
/// Throws InputError for a job that cannot be run and a checkpoint that cannot be used or written.
StudyOutcome run_study(std::span<const StudyJob> jobs, const StudyOptions& options = {});

/// Equal for equal jobs that are measured alike by the same version of the engine, and for those only: the key of a
/// checkpoint's lines. 16 hexadecimal digits.
std::string key_of(const StudyJob& job, const StudyOptions& options);

/// A number that a run has.
struct RunNumber {
    std::string name;
    std::string unit;
    double value = 0;  ///< NaN where it is undefined
};
/// Counts, times, what the verdict counts, times of stages, and the mean of each metric over the run.
std::vector<RunNumber> numbers_of(const StudyResult& result);

/// A number over several runs. People of one run influence each other, runs do not, so each run counts once.
struct Spread {
    std::string name;
    std::string unit;
    Summary over_runs;  ///< those in which it is defined
    Interval interval;  ///< 95 %, of the mean
    double min = std::numeric_limits<double>::quiet_NaN();
    double max = std::numeric_limits<double>::quiet_NaN();
};
/// Of the results that are done; empty where none is.
std::vector<Spread> spread_of(std::span<const StudyResult> results);

}  // namespace SIDESTEP_EXPORT sidestep
