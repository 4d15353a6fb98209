// Recorded experiments as scenes, and their file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "evaluate/entry.h"
#include "sidestep/error.h"
#include "sidestep/flow_experiments.h"
#include "sidestep/map.h"

namespace sidestep {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr double kMore = 20;      // s beyond the recording
constexpr double kRingTime = 60;  // s

Scenario ring_scene(const FlowExperiment& experiment, const EvaluatedWalker& walker) {
    Scenario scene;
    const double l = experiment.ring, w = experiment.width;
    scene.map.periodic = {l, 0};
    scene.map.wkt = fmt::format("MULTILINESTRING ((0 0, {0} 0), (0 {1}, {0} {1}))", l, w);
    scene.duration = kRingTime;
    scene.profiles.push_back(walker.profile);
    std::size_t people = experiment.people;
    if (people == 0)
        people =
            static_cast<std::size_t>(std::lround(flow_numbers(experiment.recorded, experiment, 0).density * l * w));
    // In rows across, evenly along: wherever there is room for bodies, they find it.
    const auto rows =
        static_cast<std::size_t>(std::max(1.0, std::round(std::sqrt(static_cast<double>(people) * w / l))));
    const std::size_t columns = (people + rows - 1) / rows;
    for (std::size_t i = 0; i < people; ++i) {
        const double column = static_cast<double>(i / rows), row = static_cast<double>(i % rows);
        // Every other column is shifted along: nobody stands exactly behind or beside anybody.
        const double y = w * (row + 0.5) / static_cast<double>(rows) + (i / rows % 2 == 0 ? 0.02 : -0.02);
        AgentSpec agent;
        agent.position = Vec2d{l * (column + 0.5) / static_cast<double>(columns), y};
        agent.walking = true;
        agent.target.is_offset = true;
        agent.target.value = {1e5, 0};
        scene.agents.push_back(agent);
    }
    return scene;
}

Scenario inflow_scene(const FlowExperiment& experiment, const EvaluatedWalker& walker, const FlowOptions& options) {
    Scenario scene;
    set_map(scene, BuiltMap::from_wkt(experiment.wkt));
    scene.profiles.push_back(walker.profile);
    scene.profiles[0].route = {"corner"};
    for (std::size_t i = 0; i < experiment.exits.size(); ++i)
        scene.goals.push_back({.name = fmt::format("exit {}", i + 1), .region = experiment.exits[i], .exit = true});
    const double fps = experiment.recorded.info.fps;
    const auto [first, last] = seen_span(experiment.recorded);
    SourceSpec source;
    for (const std::size_t i : in_order_of_entry(experiment.recorded)) {
        const Track& track = experiment.recorded.tracks[i];
        TargetSpec target;
        target.goal = nearest_exit(experiment.exits, track.position.back());
        const double time = track.frame.front() / fps - first;
        if (time < options.step / 2) {
            AgentSpec agent;
            agent.position = track.position.front();
            agent.velocity = velocity_after(track, 0, fps);
            agent.target = target;
            scene.agents.push_back(agent);
        } else {
            NewcomerSpec newcomer;
            newcomer.time = time;
            newcomer.position = track.position.front();
            newcomer.velocity = velocity_after(track, 0, fps);
            newcomer.target = target;
            source.newcomers.push_back(newcomer);
        }
    }
    source.target.goal = 0;
    if (!source.newcomers.empty()) scene.sources.push_back(std::move(source));
    scene.duration = std::ceil(options.longer * (last - first)) + kMore;
    return scene;
}

// ---- The file ----

[[noreturn]] void refuse(const std::string& file, const std::string& pointer, const std::string& message,
                         const std::string& allowed) {
    throw InputError({.message = message,
                      .file = file,
                      .pointer = pointer,
                      .allowed = allowed,
                      .remedy = "docs/evaluation.md has an example of the file."});
}

class ExperimentReader {
public:
    ExperimentReader(const std::string& file, const Json& json, std::string pointer, fs::path folder)
        : file_(file), json_(json), pointer_(std::move(pointer)), folder_(std::move(folder)) {}

    FlowExperiment read() const {
        if (!json_.is_object()) refuse(file_, pointer_, "an experiment is an object", "{\"name\": …, \"data\": …}");
        static constexpr std::string_view kKnown[] = {"name", "data",  "area", "map",   "exits",
                                                      "line", "lanes", "ring", "width", "people"};
        for (const auto& [key, value] : json_.items()) {
            if (std::ranges::find(kKnown, key) == std::end(kKnown))
                refuse(file_, pointer_ + "/" + key, "this is not known here",
                       "name, data, area, map, exits, line, lanes, ring, width, people");
        }
        FlowExperiment e;
        e.name = text("name");
        e.recorded = read_trajectory((folder_ / text("data")).string());
        // Of a known number of people on a ring all are measured.
        if (json_.contains("area") || !json_.contains("people")) e.area = polygon(at("area"), pointer_ + "/area");
        if (json_.contains("ring")) {
            e.ring = number("ring");
            e.width = number("width");
            if (!(e.ring > 0 && e.width > 0))
                refuse(file_, pointer_, "a ring has a length and a width", "metres above 0");
            if (json_.contains("people")) {
                const double people = number("people");
                if (!(people >= 1 && people <= 1e5) || people != std::floor(people))
                    refuse(file_, pointer_ + "/people", "so many people there cannot be",
                           "whole numbers from 1 to 100000");
                e.people = static_cast<std::size_t>(people);
            }
            return e;
        }
        const fs::path map = folder_ / text("map");
        std::ifstream in(map, std::ios::binary);
        if (!in)
            refuse(file_, pointer_ + "/map", "the map cannot be read: " + map.string(), "a file with well-known text");
        e.wkt.assign(std::istreambuf_iterator<char>(in), {});
        while (!e.wkt.empty() && static_cast<unsigned char>(e.wkt.back()) <= ' ') e.wkt.pop_back();
        const Json& exits = at("exits");
        if (!exits.is_array() || exits.empty())
            refuse(file_, pointer_ + "/exits", "people leave somewhere", "a list of polygons");
        for (const Json& exit : exits) e.exits.push_back(polygon(exit, pointer_ + "/exits"));
        const Polygon line = points(at("line"), pointer_ + "/line");
        if (line.size() != 2 || line[0] == line[1])
            refuse(file_, pointer_ + "/line", "a line has two ends", "[[x, y], [x, y]]");
        e.line[0] = line[0];
        e.line[1] = line[1];
        if (json_.contains("lanes")) {
            if (!json_["lanes"].is_boolean())
                refuse(file_, pointer_ + "/lanes", "this is neither true nor false", "true, false");
            e.lanes = json_["lanes"].get<bool>();
        }
        return e;
    }

private:
    const Json& at(const char* key) const {
        if (!json_.contains(key)) refuse(file_, pointer_, fmt::format("\"{}\" is missing", key), key);
        return json_[key];
    }
    std::string text(const char* key) const {
        const Json& value = at(key);
        if (!value.is_string()) refuse(file_, pointer_ + "/" + key, "this is no text", "\"…\"");
        return value.get<std::string>();
    }
    double number(const char* key) const {
        const Json& value = at(key);
        if (!value.is_number()) refuse(file_, pointer_ + "/" + key, "this is no number", "metres, or people");
        return value.get<double>();
    }
    Polygon points(const Json& list, const std::string& pointer) const {
        Polygon polygon;
        if (!list.is_array()) refuse(file_, pointer, "this is no list of points", "[[x, y], …]");
        for (const Json& p : list) {
            if (!p.is_array() || p.size() != 2 || !p[0].is_number() || !p[1].is_number())
                refuse(file_, pointer, "this is no list of points", "[[x, y], …]");
            polygon.push_back({p[0].get<double>(), p[1].get<double>()});
        }
        return polygon;
    }
    Polygon polygon(const Json& list, const std::string& pointer) const {
        Polygon corners = points(list, pointer);
        if (corners.size() < 3) refuse(file_, pointer, "an area has three corners and more", "[[x, y], …]");
        return corners;
    }

    const std::string& file_;
    const Json& json_;
    std::string pointer_;
    fs::path folder_;
};

}  // namespace

Scenario flow_scene(const FlowExperiment& experiment, const EvaluatedWalker& walker, const FlowOptions& options) {
    Scenario scene = experiment.is_ring() ? ring_scene(experiment, walker) : inflow_scene(experiment, walker, options);
    scene.name = experiment.name;
    scene.profiles[0].name = "walker";
    scene.dt = options.step;
    scene.seed = options.seed;
    return scene;
}

std::vector<FlowExperiment> read_flow_experiments(const std::string& file, const std::string& folder) {
    std::ifstream in(file, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    const Json json = Json::parse(content, nullptr, false);
    if (json.is_discarded() || !json.is_object() || !json.contains("experiments") || !json["experiments"].is_array())
        refuse(file, "", "the file has no list of experiments", "{\"experiments\": […]}");
    std::vector<FlowExperiment> experiments;
    for (std::size_t i = 0; i < json["experiments"].size(); ++i) {
        experiments.push_back(
            ExperimentReader(file, json["experiments"][i], fmt::format("/experiments/{}", i), folder).read());
    }
    return experiments;
}

}  // namespace sidestep
