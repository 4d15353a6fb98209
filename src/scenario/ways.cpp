#include "scenario/ways.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "scenario/limits.h"
#include "scenario/parameter_value.h"

namespace sidestep {

namespace {

constexpr std::size_t kMostDoors = 10'000;
constexpr double kShortestDoor = 0.01;  // m

RouteSpec::Kind read_method(const Node& node) {
    const auto found = std::find(kRouteNames.begin(), kRouteNames.end(), node.text());
    if (found == kRouteNames.end()) {
        const std::vector<std::string> names(kRouteNames.begin(), kRouteNames.end());
        node.fail("there is no such way to find a route", list_of(names),
                  did_you_mean(node.text(), names, "Choose one of these."));
    }
    return static_cast<RouteSpec::Kind>(found - kRouteNames.begin());
}

std::vector<std::optional<double>> read_chart_values(const Node& node) {
    const std::span<const Parameter> table = chart_parameters();
    std::vector<std::optional<double>> values(table.size());
    Object object(node, "\"params\" of a route");
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto said = std::find_if(std::begin(kSaidElsewhere), std::end(kSaidElsewhere),
                                       [&](const SaidElsewhere& s) { return s.parameter == i; });
        if (said == std::end(kSaidElsewhere)) {
            if (const auto value = object.find(table[i].name)) values[i] = read_value(*value, table[i]).a;
        } else if (const std::string name(table[i].name); node.json().contains(name)) {
            node.child(name).fail_at_key(fmt::format("\"{}\" is {}", table[i].name, said->where),
                                         std::string(said->where), "Set it there.");
        }
    }
    object.finish();
    if (values[kMaxTurnRadius] == 0.0 && values[kTurnRadii].value_or(table[kTurnRadii].fallback) > 1) {
        node.child("max_turn_radius")
            .fail("charts for several turning radii need a largest one above 0", "more than 0, or \"turn_radii\": 1",
                  "Choose a larger radius.");
    }
    return values;
}

}  // namespace

RouteSpec read_route(const Node& node) {
    RouteSpec route;
    if (node.json().is_string()) {
        route.kind = read_method(node);
        return route;
    }
    Object object(node, "\"route\"");
    route.kind = read_method(object.need("method"));
    if (const auto replan = object.find("replan")) route.replan = replan->number(kReplan);
    if (const auto angle = object.find("cone_min_angle")) route.cone_min_angle = angle->number(kConeAngle);
    if (const auto points = object.find("keypoints")) {
        route.keypoints = static_cast<int>(points->whole(1, kMostKeypoints));
    }
    if (const auto params = object.find("params")) {
        if (!route.over_cells()) {
            params->fail_at_key("this route has no parameters", "\"method\": \"heading_chart\" or \"grid\"",
                                "Remove them, or take one of these methods.");
        }
        route.chart = read_chart_values(*params);
    }
    object.finish();
    for (const char* portals_only : {"cone_min_angle", "keypoints"}) {
        if (!route.over_cells() || !node.json().contains(portals_only)) continue;
        node.child(portals_only)
            .fail_at_key("this route crosses no portals", "\"method\", \"replan\", \"params\"", "Remove it.");
    }
    return route;
}

std::vector<DoorSpec> read_doors(const Node& node) {
    if (!node.json().is_object()) node.fail_type("an object of named doors");
    if (node.json().size() > kMostDoors) {
        node.fail("there are too many doors", fmt::format("at most {}", kMostDoors), "Leave out those never moved.");
    }
    std::vector<DoorSpec> doors;
    for (auto it = node.json().begin(); it != node.json().end(); ++it) {
        const Node entry = node.child(it);
        if (it.key().empty()) entry.fail_at_key("a door has no name", "a name", "Name it.");
        Object object(entry, "a door");
        DoorSpec door;
        door.name = it.key();
        const Node segment = object.need("segment");
        if (segment.items("two points [[x, y], [x, y]]") != 2) {
            segment.fail("a door goes from one point to another", "[[x, y], [x, y]]", "Write both.");
        }
        door.a = segment.item(0).point();
        door.b = segment.item(1).point();
        if (norm(door.b - door.a) < kShortestDoor) {
            segment.fail("the door is too short", fmt::format("at least {} m", kShortestDoor), "Move its ends apart.");
        }
        if (const auto closed = object.find("closed")) door.closed = closed->boolean();
        object.finish();
        doors.push_back(std::move(door));
    }
    return doors;
}

std::vector<DoorEvent> read_events(const Node& node, const std::vector<DoorSpec>& doors) {
    std::vector<DoorEvent> events;
    const std::size_t size = node.items("an array");
    for (std::size_t i = 0; i < size; ++i) {
        const Node entry = node.item(i);
        Object object(entry, "an event");
        DoorEvent event;
        event.time = object.need("time").number(kSourceTime);
        event.closes = object.either("close", "open");
        const Node name = object.need(event.closes ? "close" : "open");
        object.finish();
        const auto door =
            std::find_if(doors.begin(), doors.end(), [&](const DoorSpec& d) { return d.name == name.text(); });
        if (door == doors.end()) {
            std::vector<std::string> names;
            for (const DoorSpec& d : doors) names.push_back(d.name);
            name.fail("there is no door of this name", names.empty() ? "the scene defines no doors" : list_of(names),
                      did_you_mean(name.text(), names, "Define it in \"doors\"."));
        }
        event.door = static_cast<int>(door - doors.begin());
        events.push_back(event);
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const DoorEvent& a, const DoorEvent& b) { return a.time < b.time; });
    return events;
}

std::filesystem::path data_folder(const std::filesystem::path& scenes) {
    if (const char* set = std::getenv("SIDESTEP_DATA"); set != nullptr && *set != '\0') return set;
    const std::filesystem::path beside = std::filesystem::path("shared") / "data";
    std::error_code ignored;
    const std::filesystem::path near = scenes / ".." / ".." / beside;
    return std::filesystem::is_directory(near, ignored) ? near : std::filesystem::path("..") / beside;
}

}  // namespace sidestep
