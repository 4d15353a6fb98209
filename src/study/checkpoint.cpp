#include "study/checkpoint.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/nesting.h"
#include "sidestep/error.h"

namespace sidestep {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kHead = R"({"sidestep_study":1})";

[[noreturn]] void refuse(const std::string& file, std::string message, std::string remedy) {
    throw InputError({.message = std::move(message), .file = file, .value = file, .remedy = std::move(remedy)});
}

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double number(const Json& json) {
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

Json to_json(const StudyResult& result) {
    const RunSummary& s = result.summary;
    Json metrics = Json::object();
    for (const auto& [metric, m] : result.metrics) {
        metrics[std::string(metric->name)] = {m.n, number(m.mean), number(m.sd), number(m.min), number(m.max)};
    }
    return {{"steps", s.steps},
            {"agent_steps", s.agent_steps},
            {"agents_created", s.agents_created},
            {"arrived", result.arrived},
            {"sim_s", s.sim_s},
            {"wall_s", s.wall_s},
            {"stages_ms", s.stages_ms},
            {"state_hash", s.state_hash},
            {"charts", s.charts},
            {"chart_bytes", s.chart_bytes},
            {"health", Json::parse(to_json(s.health))},
            {"metrics", std::move(metrics)}};
}

StudyResult from_json(const Json& json, std::span<const Metric* const> metrics) {
    StudyResult result;
    result.done = result.resumed = true;
    RunSummary& s = result.summary;
    s.steps = json.at("steps");
    s.agent_steps = json.at("agent_steps");
    s.agents_created = json.at("agents_created");
    result.arrived = json.at("arrived");
    s.sim_s = json.at("sim_s");
    s.wall_s = json.at("wall_s");
    s.stages_ms = json.at("stages_ms");
    s.state_hash = json.at("state_hash");
    s.charts = json.at("charts");
    s.chart_bytes = json.at("chart_bytes");
    s.health = health_from_json(json.at("health").dump()).value();
    for (const Metric* metric : metrics) {
        const auto found = json.at("metrics").find(std::string(metric->name));
        if (found == json.at("metrics").end()) continue;
        const Json& m = *found;
        result.metrics.emplace_back(metric, MetricSummary{m.at(0).get<std::size_t>(), number(m.at(1)), number(m.at(2)),
                                                          number(m.at(3)), number(m.at(4))});
    }
    return result;
}

/// FNV-1a, of texts whose lengths count too.
class Hash {
public:
    void add(std::string_view text) {
        for (std::size_t rest = text.size(), i = 0; i < 8; ++i, rest >>= 8) add(static_cast<unsigned char>(rest));
        for (const char c : text) add(static_cast<unsigned char>(c));
    }
    std::uint64_t value() const { return value_; }

private:
    void add(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
    std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace

std::string key_of(const StudyJob& job, const StudyOptions& options) {
    Hash hash;
    hash.add(version());
    hash.add(job.scenario->name);
    hash.add(job.scenario->text);
    hash.add(job.scenario->map.wkt);  // a scene may take its map from a file
    hash.add(job.model);
    hash.add(job.variant);
    hash.add(std::to_string(job.seed));
    for (const Metric* metric : options.metrics) hash.add(metric->name);
    hash.add(options.measuring.sampling ? fmt::format("{}", *options.measuring.sampling) : "");
    return fmt::format("{:016x}", hash.value());
}

StudyCheckpoint::StudyCheckpoint(const std::string& file, std::span<const Metric* const> metrics) : file_(file) {
    if (file_.empty()) return;
    std::error_code error;
    const bool there = std::filesystem::exists(file_, error) && std::filesystem::file_size(file_, error) > 0;
    if (there) read(metrics);
    errno = 0;
    out_.reset(std::fopen(file_.c_str(), "ab"));
    if (!out_) {
        refuse(file_, fmt::format("the checkpoint cannot be written: {}", std::strerror(errno)),
               "Check that the folder exists and is writable.");
    }
    if (!there) write(kHead);
}

void StudyCheckpoint::read(std::span<const Metric* const> metrics) {
    std::ifstream in(file_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string head = std::string(kHead) + '\n';
    if (!text.starts_with(head)) {
        refuse(file_, "the file is no checkpoint of a study", "Choose another name; nothing was changed.");
    }
    std::size_t at = head.size();
    for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
        if (nests_too_deep(std::string_view(text).substr(at, end - at))) {
            refuse(file_, "the checkpoint is damaged", "Remove it and start again.");
        }
        const Json line = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(at),
                                      text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
        try {
            known_[line.at("key").get<std::string>()] = from_json(line.at("result"), metrics);
        } catch (const std::exception&) {
            refuse(file_, "the checkpoint is damaged", "Remove it and start again.");
        }
    }
    // What follows the last whole line was being written when the power went.
    if (at < text.size()) std::filesystem::resize_file(file_, at);
}

const StudyResult* StudyCheckpoint::find(const std::string& key) const {
    const auto found = known_.find(key);
    return found == known_.end() ? nullptr : &found->second;
}

void StudyCheckpoint::add(const std::string& key, const StudyJob& job, const StudyResult& result) {
    if (!out_) return;
    const Json line{{"key", key},       {"scene", job.scenario->name}, {"model", job.model}, {"variant", job.variant},
                    {"seed", job.seed}, {"result", to_json(result)}};
    write(line.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void StudyCheckpoint::write(const std::string& line) {
    errno = 0;
    const std::string text = line + '\n';
    if (std::fwrite(text.data(), 1, text.size(), out_.get()) == text.size() && std::fflush(out_.get()) == 0) return;
    refuse(file_, fmt::format("the checkpoint cannot be written: {}", std::strerror(errno)),
           "Check that there is space left; what was done before is kept.");
}

}  // namespace sidestep
