// Does a model pass the cases that evacuation guidelines ask of a simulator? RiMEA, IMO and some basics as scenes, and
// what must come out of them. docs/verification.md says what each case is, and what the models make of it.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/run.h"
#include "sidestep/scenario.h"
#include "sidestep/study.h"

namespace SIDESTEP_EXPORT sidestep {

/// What a case measures, and the limits within which it must lie; without limits it is only told.
struct VerifyNumber {
    std::string name;
    std::string unit{};
    double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN: it could not be measured, which holds nowhere
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();

    bool judged() const;
    bool holds() const;
};
/// "at most 3 s", "26 to 34 s"; empty where it is only told.
std::string limits_text(const VerifyNumber& number);

/// One of a case's scenes, and its run.
struct VerifyRun {
    std::shared_ptr<const Scenario> scenario;
    RecordedRun recorded;
};

struct VerifyCase {
    std::string_view id;
    std::string_view also;      ///< another name, of the same case in another guideline; empty: none
    std::string_view standard;  ///< where it comes from
    std::string_view title;
    std::string_view setup;
    std::string_view rule;
    bool required;  ///< the guideline sets a bar; what fails of the others is told and changes no exit code
    /// Everybody walks by the default model; verify_scenes() puts another one in.
    std::vector<Scenario> (*scenes)();
    /// Of the runs of all scenes, in their order.
    std::vector<VerifyNumber> (*judge)(std::span<const VerifyRun> runs);
};
std::span<const VerifyCase> verify_cases();
/// By id, by the other name, or all of "rimea", "imo" or "basic"; each once, in the order of the table. No name: all.
/// Throws InputError naming those there are.
std::vector<const VerifyCase*> choose_verify_cases(std::span<const std::string> names);
/// A case's scenes for a model. Throws InputError for a model there is not.
std::vector<Scenario> verify_scenes(const VerifyCase& which, std::string_view model);

/// The models for which the cases are kept passing.
std::span<const std::string_view> verified_models();

/// A case under a model, with one seed.
struct VerifyTrial {
    std::uint64_t seed = 0;
    std::vector<VerifyNumber> numbers{};
    std::string cause{};                        ///< which limits are missed, and what the run says of itself
    std::vector<std::string> unhealthy{};       ///< of runs whose verdict is bad: scene and sentences
    std::vector<std::uint64_t> state_hashes{};  ///< of the scenes' runs

    bool passed() const { return cause.empty(); }
};
VerifyTrial judge_trial(const VerifyCase& which, std::span<const VerifyRun> runs);

struct VerifyEntry {
    const VerifyCase* which = nullptr;
    std::string model{};
    std::vector<VerifyTrial> trials{};    ///< by seed; of an unfinished study those that are whole
    std::vector<std::string> pictures{};  ///< paths of the first trial's scenes as SVG, where asked for

    bool done(std::size_t seeds) const { return trials.size() == seeds; }
    bool passed() const;
    bool healthy() const;
    std::size_t passes() const;
};

struct Verification {
    std::vector<const VerifyCase*> cases;
    std::vector<std::string> models;
    std::vector<std::uint64_t> seeds;
    std::vector<VerifyEntry> entries;  ///< in order of case and model
    bool finished = false;

    const VerifyEntry& entry(std::size_t which, std::size_t model) const {
        return entries[which * models.size() + model];
    }
    /// All that was asked for was done, and every required case passes with every model.
    bool ok() const;
};

struct VerifyOptions {
    std::vector<std::string> models;
    std::vector<std::uint64_t> seeds{1};
    int threads = 0;  ///< 0: as many as the machine has; never changes a result
    bool pictures = false;
    std::function<bool(const StudyProgress&)> progress{};  ///< as StudyOptions::progress
};
/// Throws InputError for a model there is not.
Verification verify(std::span<const VerifyCase* const> cases, const VerifyOptions& options);

/// What stands on the page to sign.
struct VerifySigned {
    std::string project{}, author{}, date{};
};
/// One page: table, causes, every case with its numbers and pictures, the models' parameters, a place to sign.
std::string verify_html(const Verification& verification, const VerifySigned& stands);

}  // namespace SIDESTEP_EXPORT sidestep
