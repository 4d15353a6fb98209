// `sidestep verify`: models in the cases of evacuation guidelines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "arguments.h"
#include "commands.h"
#include "interrupt.h"
#include "output_file.h"
#include "progress_bar.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "sidestep/verify.h"
#include "study_output.h"
#include "today.h"

namespace sidestep::cli {

namespace {

struct VerifyCommand {
    std::vector<std::string> cases;
    std::vector<std::string> models;  ///< names, "all" for every one; none: verified_models()
    std::string seeds = "1";          ///< N, or A-B
    int threads = 0;
    std::string report;  ///< HTML file
    std::string project, author;
    std::string scenes;  ///< folder
    bool force = false;
    bool json = false;
};

std::vector<std::string> models_of(const VerifyCommand& command) {
    std::vector<std::string> names;
    const auto add = [&](std::string_view name) {
        if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
    };
    for (const std::string& name : command.models) {
        if (name == "all") {
            for (const PartInfo* model : models()) add(model->name);
        } else {
            add(require_model(name).name);
        }
    }
    if (names.empty()) {
        for (const std::string_view name : verified_models()) add(name);
    }
    return names;
}

/// "pass", "FAIL 2/3", "misses": not required; with * where a run is not healthy.
std::string verdict_of(const VerifyEntry& entry, std::size_t seeds) {
    if (!entry.done(seeds)) return "-";
    std::string text = entry.passed() ? "pass" : entry.which->required ? "FAIL" : "misses";
    if (seeds > 1 && !entry.passed()) text += fmt::format(" {}/{}", seeds - entry.passes(), seeds);
    return text + (entry.healthy() ? " " : "*");
}

/// Of one number over the seeds.
std::string value_text(const VerifyEntry& entry, std::size_t number) {
    double least = 0, most = 0;
    for (std::size_t s = 0; s < entry.trials.size(); ++s) {
        const double value = entry.trials[s].numbers[number].value;
        if (std::isnan(value)) return "never ";
        least = s == 0 ? value : std::min(least, value);
        most = s == 0 ? value : std::max(most, value);
    }
    if (entry.trials.empty()) return "- ";
    const std::string low = significant(least, 3), high = significant(most, 3);
    return (low == high ? low : low + "…" + high) + " ";
}

std::string table(const Verification& v) {
    std::vector<std::vector<std::string>> rows{{"case", "must be"}};
    rows[0].insert(rows[0].end(), v.models.begin(), v.models.end());
    for (std::size_t c = 0; c < v.cases.size(); ++c) {
        const VerifyCase& which = *v.cases[c];
        auto& head = rows.emplace_back(
            std::vector<std::string>{fmt::format("{}: {}", which.id, which.title), which.required ? "" : "(told)"});
        const VerifyTrial* any = nullptr;
        for (std::size_t m = 0; m < v.models.size(); ++m) {
            head.push_back(verdict_of(v.entry(c, m), v.seeds.size()));
            if (!v.entry(c, m).trials.empty()) any = &v.entry(c, m).trials[0];
        }
        for (std::size_t k = 0; any != nullptr && k < any->numbers.size(); ++k) {
            const VerifyNumber& number = any->numbers[k];
            auto& row = rows.emplace_back(std::vector<std::string>{
                fmt::format("  {}{}", number.name, number.unit.empty() ? "" : " [" + number.unit + "]"),
                limits_text(number)});
            for (std::size_t m = 0; m < v.models.size(); ++m) row.push_back(value_text(v.entry(c, m), k));
        }
    }
    return aligned(rows);
}

std::string readable(const Verification& v) {
    std::string text = fmt::format("{} cases, {} models, {}\n", v.cases.size(), v.models.size(), seeds_text(v.seeds));
    text += table(v);
    std::string failures, unhealthy;
    std::size_t failed = 0;
    for (const VerifyEntry& entry : v.entries) {
        for (const VerifyTrial& trial : entry.trials) {
            const std::string who = fmt::format("{}, {}, seed {}", entry.which->id, entry.model, trial.seed);
            if (!trial.passed()) failures += fmt::format("  {}: {}\n", who, trial.cause);
            for (const std::string& why : trial.unhealthy) {
                const std::size_t end = why.find(". ");
                unhealthy += fmt::format("  {}, {}\n", who, end == std::string::npos ? why : why.substr(0, end + 1));
            }
        }
        failed += entry.which->required && entry.done(v.seeds.size()) && !entry.passed();
    }
    if (!failures.empty()) text += "why not:\n" + failures;
    if (!unhealthy.empty())
        text += "*: runs that are not healthy by themselves (all of it in --json and --report):\n" + unhealthy;
    if (!v.finished) return text;
    return text + (failed == 0 ? "every required case passes\n"
                               : fmt::format("{} of the required cases are not passed\n", failed));
}

Json document(const Verification& v) {
    Json cases = Json::array();
    for (std::size_t c = 0; c < v.cases.size(); ++c) {
        const VerifyCase& which = *v.cases[c];
        Json by_model = Json::array();
        for (std::size_t m = 0; m < v.models.size(); ++m) {
            const VerifyEntry& entry = v.entry(c, m);
            Json trials = Json::array();
            for (const VerifyTrial& trial : entry.trials) {
                Json numbers = Json::array(), hashes = Json::array();
                for (const VerifyNumber& number : trial.numbers) {
                    numbers.push_back({{"name", number.name},
                                       {"unit", number.unit},
                                       {"value", finite_or_null(number.value)},
                                       {"low", finite_or_null(number.low)},
                                       {"high", finite_or_null(number.high)},
                                       {"holds", number.holds()}});
                }
                for (const std::uint64_t hash : trial.state_hashes) hashes.push_back(hex(hash));
                trials.push_back({{"seed", trial.seed},
                                  {"passed", trial.passed()},
                                  {"cause", trial.cause},
                                  {"numbers", std::move(numbers)},
                                  {"unhealthy", trial.unhealthy},
                                  {"state_hashes", std::move(hashes)}});
            }
            by_model.push_back({{"model", entry.model},
                                {"passed", entry.done(v.seeds.size()) ? Json(entry.passed()) : Json(nullptr)},
                                {"trials", std::move(trials)}});
        }
        cases.push_back({{"id", which.id},
                         {"standard", which.standard},
                         {"title", which.title},
                         {"setup", which.setup},
                         {"rule", which.rule},
                         {"required", which.required},
                         {"models", std::move(by_model)}});
    }
    Json json{{"version", version()}, {"seeds", v.seeds}, {"passed", v.ok()}, {"cases", std::move(cases)}};
    if (const std::string signal = interruption(); !signal.empty()) json["interrupted"] = signal;
    return json;
}

/// Scenes as files, with the first of the models in them; returns how many.
std::size_t write_scenes(const VerifyCommand& command, std::span<const VerifyCase* const> cases,
                         const std::string& model) {
    std::vector<std::pair<std::string, Scenario>> files;
    for (const VerifyCase* which : cases) {
        for (Scenario& scene : verify_scenes(*which, model)) {
            const std::string file = (std::filesystem::path(command.scenes) / (scene.name + ".json")).string();
            refuse_existing(file, command.force);
            files.emplace_back(file, std::move(scene));
        }
    }
    std::error_code error;  // write_file says what is wrong
    std::filesystem::create_directories(command.scenes, error);
    for (const auto& [file, scene] : files) write_file(file, scene_text(scene));
    return files.size();
}

int verify_command(const VerifyCommand& command) {
    const std::vector<const VerifyCase*> cases = choose_verify_cases(command.cases);
    VerifyOptions options;
    options.models = models_of(command);
    options.seeds = seeds_of(command.seeds, 1);
    options.threads = command.threads;
    options.pictures = !command.report.empty();
    refuse_extension(command.report, {".html"});
    refuse_existing(command.report, command.force);
    if (!command.scenes.empty()) {
        const std::size_t files = write_scenes(command, cases, options.models[0]);
        fmt::print(stderr, "sidestep: {} scenes in {}, with the model {}\n", files, command.scenes, options.models[0]);
    }
    catch_interrupts();
    ProgressBar bar;
    options.progress = [&bar](const StudyProgress& progress) {
        bar.show(progress);
        return interrupted_by() == 0;
    };
    const Verification verification = verify(cases, options);
    bar.erase();
    if (!verification.finished)
        fmt::print(stderr, "sidestep: ended early by {}: only whole cases are told\n", interruption());
    if (command.json) {
        print(document(verification));
    } else {
        print(readable(verification));
    }
    if (!command.report.empty()) {
        write_file(command.report, verify_html(verification, {command.project, command.author, today()}));
        if (!command.json) print(fmt::format("report: {}\n", command.report));
    }
    if (!verification.finished) return 128 + interrupted_by();
    return verification.ok() ? kHealthy : kUnhealthy;
}

/// "rimea_1 (…), …" would be long: the names alone.
std::string case_names() {
    std::string text = "rimea, imo, basic, or";
    for (const VerifyCase& which : verify_cases()) text += fmt::format(" {}", which.id);
    return text;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("verify", "run the cases of evacuation guidelines and say who passes");
    VerifyCommand& verify =
        arguments_of(*command, action, std::make_shared<VerifyCommand>(), [command](const auto& given) {
            refuse_idle(*command, given.report.empty(), {"--project", "--author"},
                        "for the report, --report FILE.html");
            refuse_idle(*command, given.report.empty() && given.scenes.empty(), {"--force"},
                        "for --report FILE.html and --write-scenes DIR");
            return verify_command(given);
        });
    command->add_option("CASE", verify.cases, "all without: " + case_names());
    command
        ->add_option("--models", verify.models,
                     "models, separated by commas; \"all\" for every one; without, those that the cases are kept for")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--seeds", verify.seeds, "runs of each: N from seed 1 on, or seeds A-B; all must pass")
        ->capture_default_str();
    add_threads(*command, verify.threads);
    command->add_option("--report", verify.report, "write a page to sign to FILE.html");
    command->add_option("--project", verify.project, "stands in the report");
    command->add_option("--author", verify.author, "likewise");
    command->add_option("--write-scenes", verify.scenes,
                        "also write the scenes to this folder, with the first of the models, for `run` and `view`");
    command->add_flag("--force", verify.force, "overwrite existing files");
    command->add_flag("--json", verify.json, kJsonHelp);
}

}  // namespace sidestep::cli
