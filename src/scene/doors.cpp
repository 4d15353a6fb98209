#include "scene/doors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "scene/limits.h"
#include "scene/parameter_value.h"

namespace sidestep {

namespace {

constexpr std::size_t kMostDoors = 10'000;
constexpr double kShortestDoor = 0.01;  // m

}  // namespace

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
