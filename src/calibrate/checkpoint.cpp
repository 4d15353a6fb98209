#include "calibrate/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/nesting.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto kPause = std::chrono::seconds(1);

[[noreturn]] void refuse(const std::string& file, std::string message, std::string remedy) {
    throw InputError({.message = std::move(message), .file = file, .value = file, .remedy = std::move(remedy)});
}

/// Everything on which the trials depend. More evaluations or seeds only continue them.
Json head_of(const SearchOptions& options, std::span<const Unknown> unknowns) {
    Json list = Json::array();
    for (const Unknown& u : unknowns) {
        list.push_back({{"name", u.name}, {"low", u.low}, {"high", u.high}, {"start", u.start}});
        if (u.start_in_middle) list.back()["start_in_middle"] = true;
    }
    Json head{{"sidestep_search", 1},
              {"method", name_of(options.method)},
              {"subject", options.subject},
              {"unknowns", std::move(list)}};
    // Where the polish begins depends on how many evaluations there are.
    if (options.polish > 0) {
        head["evaluations"] = options.evaluations;
        head["polish"] = options.polish;
    }
    return head;
}

}  // namespace

Checkpoint::Checkpoint(const SearchOptions& options, std::span<const Unknown> unknowns)
    : file_(options.checkpoint), head_(head_of(options, unknowns).dump()) {
    if (file_.empty()) return;
    std::error_code ignored;
    if (!std::filesystem::exists(file_, ignored)) {
        write();  // what cannot be written is told before the work
        return;
    }
    std::ifstream in(file_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const Json document = nests_too_deep(text) ? Json() : Json::parse(text, nullptr, false);
    if (!document.is_object() || !document.contains("search") || !document.contains("runs")) {
        refuse(file_, "the file is no checkpoint of a search", "Choose another name; nothing was changed.");
    }
    if (document["search"].dump() != head_) {
        refuse(file_, "the checkpoint belongs to another search: data, metric, unknowns, method or polish differ",
               "Repeat the arguments it was made with, or choose another name.");
    }
    try {
        for (const Json& run : document["runs"]) {
            std::vector<Trial>& trials = this->run(run.at("seed").get<std::uint64_t>()).trials;
            for (const Json& trial : run.at("trials")) {
                trials.push_back({trial.at("at").get<UnitPoint>(), trial.at("cost").get<double>()});
            }
        }
    } catch (const Json::exception&) {
        refuse(file_, "the checkpoint is damaged", "Remove it and start again.");
    }
}

Checkpoint::Run& Checkpoint::run(std::uint64_t seed) {
    const auto at = std::find_if(runs_.begin(), runs_.end(), [&](const Run& r) { return r.seed == seed; });
    return at != runs_.end() ? *at : runs_.emplace_back(Run{seed, {}});
}

std::vector<Trial> Checkpoint::known(std::uint64_t seed) const {
    const auto at = std::find_if(runs_.begin(), runs_.end(), [&](const Run& r) { return r.seed == seed; });
    return at != runs_.end() ? at->trials : std::vector<Trial>{};
}

void Checkpoint::add(std::uint64_t seed, const Trial& trial) {
    if (!file_.empty()) run(seed).trials.push_back(trial);
}

void Checkpoint::write() {
    if (file_.empty()) return;
    Json runs = Json::array();
    for (const Run& run : runs_) {
        Json trials = Json::array();
        for (const Trial& trial : run.trials) trials.push_back({{"at", trial.at}, {"cost", trial.cost}});
        runs.push_back({{"seed", run.seed}, {"trials", std::move(trials)}});
    }
    const std::string part = file_ + ".part";
    errno = 0;
    std::ofstream out(part, std::ios::binary | std::ios::trunc);
    out << Json{{"search", Json::parse(head_)}, {"runs", std::move(runs)}}.dump() << '\n';
    out.close();
    if (out.fail() || std::rename(part.c_str(), file_.c_str()) != 0) {
        const std::string why = std::strerror(errno);
        std::remove(part.c_str());
        refuse(file_, fmt::format("the checkpoint cannot be written: {}", why),
               "Check that the folder exists and is writable and that there is space left.");
    }
    written_ = std::chrono::steady_clock::now();
}

void Checkpoint::write_now_and_then() {
    if (!file_.empty() && std::chrono::steady_clock::now() - written_ > kPause) write();
}

}  // namespace sidestep
