#include "scene/scene_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/math.h"
#include "scenario/json_source.h"
#include "scene/doors.h"
#include "scene/limits.h"
#include "scene/measure.h"
#include "scene/parameter_value.h"
#include "scene/profile_files.h"
#include "scene/profile_reader.h"
#include "scene/queues.h"
#include "scene/reactions.h"
#include "scene/reader.h"

namespace sidestep {
namespace {

/// Why a file could not be read, or its text.
struct FileText {
    std::string text, trouble, allowed, remedy;
};

FileText read_file(const std::filesystem::path& path) {
    FileText result;
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status)) {
        result.trouble = "there is no such file";
        result.remedy = "Check the name; it is relative to where the program runs.";
        return result;
    }
    if (!std::filesystem::is_regular_file(status)) {
        result.trouble = "this is not a regular file";
        result.remedy = "Name a file.";
        return result;
    }
    const auto size = std::filesystem::file_size(path, code);
    if (!code && size > kLargestSceneFile) {
        result.trouble = fmt::format("the file has {} bytes", size);
        result.allowed = fmt::format("at most {} bytes", kLargestSceneFile);
        result.remedy = "Use regions with a count instead of single agents.";
        return result;
    }
    std::ifstream in(path, std::ios::binary);
    result.text.resize(code ? 0 : size);
    if (in) in.read(result.text.data(), static_cast<std::streamsize>(result.text.size()));
    if (!in || static_cast<std::size_t>(in.gcount()) != result.text.size()) {
        result.trouble = fmt::format("the file cannot be read: {}", std::strerror(errno));
        result.remedy = "Check its permissions.";
    }
    return result;
}

Vec2d read_vector(const Node& node) {
    if (node.items("a velocity [x, y]") != 2) {
        node.fail("a velocity has two components", "[x, y] in m/s or \"to_goal\"", "Write both.");
    }
    return {node.item(0).number(kVelocityComponent), node.item(1).number(kVelocityComponent)};
}

class SceneReader {
public:
    SceneReader(const std::string& text, const std::string& file, Parts catalogue)
        : document_(read_json(text, file)), source_{text, file}, catalogue_(catalogue) {}
    Scenario read();

private:
    using Indices = std::unordered_map<std::string, int>;

    void read_map(const Node& node);
    void read_map_file(const Node& node);
    void read_simulation(const Node& node);
    void read_profiles(const Node& node);
    void complete_profile(const Json& written, ProfileSpec& profile);
    void write_out_profiles();
    void read_goals(const Node& node);
    AgentSpec read_agents(const Node& node) const;
    SourceSpec read_source(const Node& node) const;
    NewcomerSpec read_newcomer(const Node& node) const;
    void read_velocity(Object& object, bool has_goal, std::optional<Vec2d>& velocity, bool& walking) const;
    TargetSpec read_target(const Node& node) const;
    static void read_region(const Node& node, Polygon& region, std::string& place);
    int read_name(const Node& node, const Indices& indices, std::string_view kind, std::string_view section) const;
    template <class Spec, class Read>
    void read_list(Object& scene, std::string_view key, std::vector<Spec>& out, Read read) const;

    Json document_;
    Source source_;
    Parts catalogue_;
    Scenario scene_;
    bool says_contacts_ = false, says_deadlocks_ = false;
    Indices profiles_, goals_;
    std::vector<std::string> reactions_;  ///< names of the scene's tables
    /// Profiles that begin with one in a file of its own, and what that file says of where its numbers come from.
    std::vector<std::pair<std::size_t, Json>> begun_;
};

template <class Spec, class Read>
void SceneReader::read_list(Object& scene, std::string_view key, std::vector<Spec>& out, Read read) const {
    const auto list = scene.find(key);
    if (!list) return;
    const std::size_t size = list->items("an array");
    out.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
        const Node entry = list->item(i);
        out.push_back(read(entry));
    }
}

Scenario SceneReader::read() {
    scene_.file = source_.file;
    scene_.text = source_.text;
    scene_.name = std::filesystem::path(source_.file).stem().string();

    const Node root(source_, document_);
    Object scene(root, "a scene");
    const Node version = scene.need("sidestep");
    if (version.json() != 1) {
        version.fail("this version of the scene format is not known", "1",
                     "Use the program that belongs to the scene.");
    }
    if (const auto name = scene.find("name")) scene_.name = name->text();
    if (const auto description = scene.find("description")) description->text();
    if (const auto project = scene.find("project")) scene_.project = project->text();
    if (const auto author = scene.find("author")) scene_.author = author->text();
    if (const auto expect = scene.find("expect")) {
        const auto found = named<Expectation>(expect->text());
        if (!found) {
            expect->fail("a scene cannot expect this of itself", "healthy, unhealthy",
                         "Write \"unhealthy\" where the scene is to show what goes wrong, or leave it out.");
        }
        scene_.expect = *found;
    }
    if (const auto map = scene.find("map")) read_map(*map);
    if (const auto simulation = scene.find("simulation")) read_simulation(*simulation);
    if (const auto reactions = scene.find("reactions")) {
        scene_.reactions = read_reactions(*reactions, catalogue_);
        for (const NamedReactions& named : scene_.reactions) reactions_.push_back(named.name);
    }
    if (const auto doors = scene.find("doors")) scene_.doors = read_doors(*doors);
    if (const auto events = scene.find("events")) scene_.events = read_events(*events, scene_.doors);
    if (const auto profiles = scene.find("profiles")) read_profiles(*profiles);
    if (const auto goals = scene.find("goals")) read_goals(*goals);
    read_list(scene, "agents", scene_.agents, [this](const Node& entry) { return read_agents(entry); });
    read_list(scene, "sources", scene_.sources, [this](const Node& entry) { return read_source(entry); });
    read_list(scene, "regions", scene_.regions, [](const Node& entry) {
        Object object(entry, "a region entry");
        const Node polygon = object.need("polygon");
        const Node factor = object.need("speed_factor");
        object.finish();
        return SpeedRegion{polygon.polygon(), factor.number(kSpeedFactor)};
    });
    if (const auto measure = scene.find("measure")) scene_.measure = read_measure(*measure);
    if (const auto record = scene.find("record")) {
        Object object(*record, "\"record\"");
        if (const auto every = object.find("every")) {
            scene_.record_every = static_cast<std::uint32_t>(every->whole(1, kMostRecordEvery));
        }
        if (const auto smooth = object.find("smooth")) scene_.record_smooth = smooth->number(kSmoothing);
        object.finish();
    }
    scene.finish();

    std::uint64_t total = 0;
    for (const AgentSpec& entry : scene_.agents) total += entry.count;
    if (total > kMostAgents) {
        root.child("agents").fail(fmt::format("the scene has {} agents", total), fmt::format("at most {}", kMostAgents),
                                  "Lower the counts.");
    }
    write_out_profiles();
    return std::move(scene_);
}

void SceneReader::read_map(const Node& node) {
    Object object(node, "\"map\"");
    const auto wkt = object.find("wkt");
    const auto file = object.find("file");
    if (wkt && file) {
        file->fail_at_key("\"map\" has both \"wkt\" and \"file\"", "either \"wkt\" or \"file\"", "Remove one of them.");
    }
    if (wkt) scene_.map.wkt = wkt->text();
    if (file) read_map_file(*file);
    if (const auto unit = object.find("unit")) {
        scene_.map.unit = unit->number(kMapUnit);
        if (scene_.map.file.empty()) {
            unit->fail_at_key("only a file of a plan or a model has a unit", "\"unit\" together with such a \"file\"",
                              "Remove it; well-known text is in metres.");
        }
    }
    if (const auto floor = object.find("floor")) {
        scene_.map.floor = floor->number(kMapFloor);
        if (scene_.map.file.empty()) {
            floor->fail_at_key("only a 3D model has storeys", "\"floor\" together with the \"file\" of one",
                               "Remove it; a plan is one storey.");
        }
    }
    if (const auto periodic = object.find("periodic")) {
        scene_.map.periodic = periodic->point();
        for (const double length : {scene_.map.periodic.x, scene_.map.periodic.y}) {
            if (length < 0 || (length > 0 && length < 1) || length > 1e6) {
                periodic->fail("the length of a periodic axis is out of range", "0 (not periodic) or 1 to 1e6 m",
                               "Choose a length in this range.");
            }
        }
    }
    object.finish();
}

void SceneReader::read_map_file(const Node& node) {
    const std::string allowed = "a file of well-known text, or one that `sidestep map` reads";
    const std::string& name = node.text();
    if (name.empty()) node.fail("the map's file has no name", allowed, "Name the file.");
    const bool recorded = name.starts_with(kDataPrefix);
    const std::filesystem::path folder = std::filesystem::path(source_.file).parent_path();
    const std::filesystem::path path = recorded ? data_folder(folder) / name.substr(kDataPrefix.size()) : folder / name;
    FileText map = read_file(path);
    if (!map.trouble.empty()) {
        node.fail(fmt::format("the map {} cannot be used: {}", path.string(), map.trouble), allowed,
                  recorded ? "Set SIDESTEP_DATA to the folder of recordings and maps."
                           : "Name a file relative to the scene file.");
    }
    const std::string extension = path.extension().string();
    if (!extension.empty() && extension != ".wkt" && extension != ".txt") {
        scene_.map.file = path.string();  // whoever can import it does (map/scene_map.h)
        return;
    }
    if (map.text.find_first_not_of(" \t\r\n") == std::string::npos) {
        node.fail(fmt::format("the map {} is empty", path.string()), allowed, "Leave the map out for an open plane.");
    }
    scene_.map.wkt = std::move(map.text);
}

void SceneReader::read_simulation(const Node& node) {
    Object object(node, "\"simulation\"");
    if (const auto dt = object.find("dt")) scene_.dt = dt->number(kTimeStep);
    if (const auto duration = object.find("duration")) scene_.duration = duration->number(kDuration);
    if (const auto seed = object.find("seed")) scene_.seed = seed->whole(0, ~std::uint64_t{0});
    if (const auto contacts = object.find("contacts")) {
        const std::string& name = contacts->text();
        if (name != "none" && name != "project") {
            const std::array<std::string, 2> names{"none", "project"};
            contacts->fail("there is no such way to treat contacts", "none, project",
                           did_you_mean(name, names, "Choose one of these."));
        }
        scene_.contacts = name == "project" ? Contacts::project : Contacts::none;
        says_contacts_ = true;
    }
    if (const auto deadlocks = object.find("deadlocks")) {
        const auto found = named<Deadlocks>(deadlocks->text());
        if (!found) {
            const std::array<std::string, 2> names{"none", "yield"};
            deadlocks->fail("there is no such way to treat deadlocks", "none, yield",
                            did_you_mean(deadlocks->text(), names, "Choose one of these."));
        }
        scene_.deadlocks = *found;
        says_deadlocks_ = true;
    }
    if (const auto most = object.find("planning_expansions")) {
        scene_.planning_expansions = most->whole(kLeastExpansions, kMostExpansions);
    }
    if (const auto most = object.find("chart_memory_mb")) scene_.chart_memory_mb = most->whole(1, kMostChartMemory);
    object.finish();
}

void SceneReader::read_profiles(const Node& node) {
    if (!node.json().is_object()) node.fail_type("an object of named profiles");
    if (node.json().size() > kMostProfiles) {
        node.fail("there are too many profiles", fmt::format("at most {}", kMostProfiles),
                  "Draw parameters per agent.");
    }
    const ProfileReader reader(catalogue_, reactions_);
    for (auto it = node.json().begin(); it != node.json().end(); ++it) {
        const Node entry = node.child(it);
        if (it.key().empty()) entry.fail_at_key("a profile has no name", "a name", "Name it.");
        profiles_.emplace(it.key(), static_cast<int>(scene_.profiles.size()));
        const bool by_name = it.value().is_string();
        if (by_name || (it.value().is_object() && it.value().contains(kFromKey))) {
            const std::filesystem::path folder = std::filesystem::path(source_.file).parent_path();
            const ReadProfile from =
                read_named_profile(by_name ? entry : entry.child(std::string(kFromKey)), folder, catalogue_);
            scene_.profiles.push_back(by_name ? from.profile : reader.read(entry, &from.profile));
            Json provenance = from.document.value(std::string(kProvenanceKey), Json::object());
            provenance[std::string(kFromKey)] = from.profile.name;
            begun_.emplace_back(scene_.profiles.size() - 1, std::move(provenance));
        } else {
            scene_.profiles.push_back(reader.read(entry));
            complete_profile(it.value(), scene_.profiles.back());
        }
        scene_.profiles.back().name = it.key();
    }
}

/// Whoever has the text, of a result for example, needs no other file to know what profiles said.
void SceneReader::write_out_profiles() {
    if (begun_.empty()) return;
    for (const auto& [index, provenance] : begun_) {
        const ProfileSpec& profile = scene_.profiles[index];
        Json& written = document_["profiles"][profile.name];
        written = profile_json(scene_, profile, catalogue_);
        written[std::string(kProvenanceKey)] = provenance;
    }
    scene_.text = document_.dump(1) + '\n';
}

/// Whoever names no model asks for people who get on: what else that takes is chosen too, where the scene is silent.
void SceneReader::complete_profile(const Json& written, ProfileSpec& profile) {
    if (written.contains("model")) return;
    if (!says_contacts_) scene_.contacts = kDefaultContacts;
    if (!says_deadlocks_) scene_.deadlocks = kDefaultDeadlocks;
    const bool walls = !scene_.map.wkt.empty() || !scene_.map.file.empty();
    const bool plannable = walls && scene_.map.periodic == Vec2d{};
    if (!written.contains(kRouteKey) && plannable && find_part(catalogue_, PartKind::route, kDefaultRoute)) {
        profile.route = {std::string(kDefaultRoute)};
    }
}

int SceneReader::read_name(const Node& node, const Indices& indices, std::string_view kind,
                           std::string_view section) const {
    const auto found = indices.find(node.text());
    if (found != indices.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [name, index] : indices) names.push_back(name);
    std::sort(names.begin(), names.end());
    const std::string how = fmt::format("Define it in \"{}\".", section);
    node.fail(fmt::format("there is no {} of this name", kind),
              names.empty() ? fmt::format("the scene defines no {}s", kind) : list_of(names),
              did_you_mean(node.text(), names, how));
}

void SceneReader::read_goals(const Node& node) {
    if (!node.json().is_object()) node.fail_type("an object of named goals");
    // Names first: "next" may refer forwards, also in circles.
    for (auto it = node.json().begin(); it != node.json().end(); ++it) {
        goals_.emplace(it.key(), static_cast<int>(goals_.size()));
    }
    for (auto it = node.json().begin(); it != node.json().end(); ++it) {
        const Node entry = node.child(it);
        Object object(entry, "a goal");
        GoalSpec goal;
        goal.name = it.key();
        if (const auto any = object.find("any")) {
            const std::size_t size = any->items("an array of names of goals");
            if (size == 0) any->fail("a choice of goals needs some", "at least one name", "Name the goals.");
            for (std::size_t i = 0; i < size; ++i) {
                goal.any.push_back(read_name(any->item(i), goals_, "goal", "goals"));
            }
            object.finish([](const std::string&) { return std::string("It belongs to the goals that are named."); });
            scene_.goals.push_back(std::move(goal));
            continue;
        }
        if (const auto queue = object.find("queue")) {
            goal.queue = read_queue(*queue, [this](const Node& n) { return read_name(n, goals_, "goal", "goals"); });
            goal.point = goal.queue->line.front();
            if (const auto leave = object.find("exit")) goal.exit = leave->boolean();
            if (const auto next = object.find("next")) goal.next = read_name(*next, goals_, "goal", "goals");
            object.finish([](const std::string&) { return std::string("It does not belong to a queue."); });
            if (goal.exit == (goal.next >= 0)) {
                entry.fail("people must have somewhere to go when they have been served",
                           "either \"next\" or \"exit\": true", "Add one of them beside \"queue\".");
            }
            scene_.goals.push_back(std::move(goal));
            continue;
        }
        if (object.either("point", "region")) {
            goal.point = object.need("point").point();
        } else {
            read_region(object.need("region"), goal.region, goal.place);
        }
        if (const auto leave = object.find("exit")) goal.exit = leave->boolean();
        const auto wander = object.find("wander");
        if (wander) goal.wander = wander->boolean();
        const auto next = object.find("next");
        if (next) goal.next = read_name(*next, goals_, "goal", "goals");
        const auto heading = object.find("heading_deg"), speed = object.find("speed");
        if (heading) goal.heading = heading->number(kGoalHeading) * (kPi / 180);
        if (speed) goal.speed = speed->number(kGoalSpeed);
        object.finish();
        const bool is_area = !goal.region.empty() || !goal.place.empty();
        if (is_area && (heading || speed)) {
            (heading ? heading : speed)
                ->fail_at_key("only a point is reached with a heading and a speed",
                              "\"heading_deg\" and \"speed\" together with \"point\"",
                              "Give the goal a point instead of a region.");
        }
        if (goal.wander && !is_area) {
            wander->fail("a goal that wanders needs a region", "\"wander\" together with \"region\"",
                         "Give the goal a region instead of a point.");
        }
        if ((goal.exit ? 1 : 0) + (goal.wander ? 1 : 0) + (goal.next >= 0 ? 1 : 0) > 1) {
            entry.fail("a goal can do only one thing with those who arrive", "one of \"exit\", \"wander\" and \"next\"",
                       "Remove the others.");
        }
        scene_.goals.push_back(std::move(goal));
    }
    for (const GoalSpec& goal : scene_.goals) {
        for (std::size_t i = 0; i < goal.any.size(); ++i) {
            const GoalSpec& chosen = scene_.goals[static_cast<std::size_t>(goal.any[i])];
            const bool queues = scene_.goals[static_cast<std::size_t>(goal.any.front())].queue.has_value();
            const bool alike = chosen.queue.has_value() == queues;
            if (!chosen.wander && chosen.any.empty() && alike) continue;
            const Node entry = node.child(goal.name);
            const Node any = entry.child("any");
            any.item(i).fail(
                "this goal cannot be one of a choice",
                alike ? "goals that are points or regions and do not wander" : "either places or queues, not both",
                "Name other goals.");
        }
    }
}

/// Corners, or the name of a place that the map's file has; whoever imports it knows which those are.
void SceneReader::read_region(const Node& node, Polygon& region, std::string& place) {
    if (!node.json().is_string()) {
        region = node.polygon();
        return;
    }
    place = node.text();
    if (place.empty()) node.fail("a place has a name", "a name, or a polygon", "Name a place of the map's file.");
}

TargetSpec SceneReader::read_target(const Node& node) const {
    TargetSpec target;
    if (node.json().is_string()) {
        target.goal = read_name(node, goals_, "goal", "goals");
    } else if (node.json().is_array()) {
        target.value = node.point();
    } else if (node.json().is_object()) {
        Object object(node, "\"goal\"");
        target.is_offset = !object.either("point", "offset");
        target.value = object.need(target.is_offset ? "offset" : "point").point();
        if (const auto leave = object.find("exit")) target.exit = leave->boolean();
        object.finish();
    } else {
        node.fail_type("the name of a goal, a point [x, y], {\"point\": [x, y]} or {\"offset\": [x, y]}");
    }
    return target;
}

void SceneReader::read_velocity(Object& object, bool has_goal, std::optional<Vec2d>& velocity, bool& walking) const {
    const auto node = object.find("velocity");
    if (!node) return;
    if (node->json().is_string()) {
        if (node->text() != "to_goal") {
            node->fail("this is not a velocity", "[x, y] in m/s or \"to_goal\"",
                       "\"to_goal\" makes agents start at preferred speed towards their goal.");
        }
        if (!has_goal) node->fail("\"to_goal\" needs a goal", "[x, y] in m/s", "Add \"goal\".");
        walking = true;
        return;
    }
    velocity = read_vector(*node);
}

AgentSpec SceneReader::read_agents(const Node& node) const {
    Object object(node, "an agent entry");
    AgentSpec entry;
    entry.profile = read_name(object.need("profile"), profiles_, "profile", "profiles");
    const bool single = object.either("position", "region");
    if (single) {
        entry.position = object.need("position").point();
    } else {
        read_region(object.need("region"), entry.region, entry.place);
        entry.count = static_cast<std::uint32_t>(object.need("count").whole(1, kMostAgents));
        if (const auto spacing = object.find("min_spacing")) entry.min_spacing = spacing->number(kSpacing);
    }
    const auto goal = object.find("goal");
    if (goal) {
        entry.target = read_target(*goal);
    } else {
        entry.target.is_offset = true;  // stays where it is
    }
    read_velocity(object, goal.has_value(), entry.velocity, entry.walking);
    if (const auto delay = object.find("start_delay")) entry.start_delay = read_value(*delay, kStartDelay);
    if (const auto group = object.find("group")) entry.group = group->text();
    if (const auto person = object.find("follow")) entry.follow = static_cast<AgentId>(person->whole(1, kLargestId));
    object.finish([&](const std::string& key) {
        const bool of_region = key == "count" || key == "min_spacing";
        return of_region && single ? std::string("It belongs to \"region\"; remove it or give a region.")
                                   : std::string();
    });
    return entry;
}

SourceSpec SceneReader::read_source(const Node& node) const {
    Object object(node, "a source");
    SourceSpec source;
    source.profile = read_name(object.need("profile"), profiles_, "profile", "profiles");
    const auto newcomers = object.find("newcomers");
    const auto goal = object.find("goal");
    if (goal) source.target = read_target(*goal);
    source.target.is_offset |= !goal;
    if (const auto group = object.find("group")) source.group = group->text();
    read_velocity(object, true, source.velocity, source.walking);
    if (newcomers) {
        const std::size_t size = newcomers->items("an array of newcomers");
        if (size == 0) newcomers->fail("the list of newcomers is empty", "at least one newcomer", "Remove the source.");
        for (std::size_t i = 0; i < size; ++i) source.newcomers.push_back(read_newcomer(newcomers->item(i)));
        for (std::size_t i = 0; i < size; ++i) {
            if (!goal && !source.newcomers[i].target) object.need("goal");
            if (i == 0 || source.newcomers[i].time >= source.newcomers[i - 1].time) continue;
            newcomers->item(i).child("time").fail("newcomers do not come in order of time",
                                                  fmt::format("at least {:g} s", source.newcomers[i - 1].time),
                                                  "Sort them.");
        }
        object.finish([](const std::string& key) {
            const bool of_region = key == "region" || key == "rate" || key == "times" || key == "gaps" || key == "max";
            return of_region ? std::string("Each newcomer has a time and a place; remove it.") : std::string();
        });
        return source;
    }
    read_region(object.need("region"), source.region, source.place);
    object.need("goal");
    if (const auto gaps = object.find("gaps")) {
        for (const char* other : {"rate", "times"}) {
            const auto both = object.find(other);
            if (!both) continue;
            both->fail_at_key(fmt::format("a source has both \"gaps\" and \"{}\"", other),
                              "one of \"rate\", \"times\" and \"gaps\"", "Remove one of them.");
        }
        source.gaps = read_value(*gaps, kSourceGap);
    } else if (object.either("rate", "times")) {
        source.rate = object.need("rate").number(kSourceRate);
    } else {
        const Node times = object.need("times");
        const std::size_t size = times.items("an array of times");
        for (std::size_t i = 0; i < size; ++i) source.times.push_back(times.item(i).number(kSourceTime));
        std::sort(source.times.begin(), source.times.end());
    }
    if (const auto most = object.find("max")) source.max = static_cast<std::uint32_t>(most->whole(1, kMostAgents));
    object.finish();
    return source;
}

NewcomerSpec SceneReader::read_newcomer(const Node& node) const {
    Object object(node, "a newcomer");
    NewcomerSpec one;
    one.time = object.need("time").number(kSourceTime);
    one.position = object.need("position").point();
    if (const auto velocity = object.find("velocity")) one.velocity = read_vector(*velocity);
    if (const auto profile = object.find("profile"))
        one.profile = read_name(*profile, profiles_, "profile", "profiles");
    if (const auto goal = object.find("goal")) one.target = read_target(*goal);
    if (const auto group = object.find("group")) one.group = group->text();
    const auto value = [&](Common parameter) -> std::optional<double> {
        const Parameter& p = common_parameters()[parameter];
        const auto found = object.find(p.name);
        return found ? std::optional(found->number(range_of(p))) : std::nullopt;
    };
    one.pref_speed = value(kPrefSpeed);
    one.radius = value(kRadius);
    object.finish();
    return one;
}

}  // namespace

Scenario parse_scenario(const std::string& text, const std::string& file, Parts catalogue) {
    return SceneReader(text, file, catalogue).read();
}

Scenario load_scenario(const std::string& file, Parts catalogue) {
    const FileText scene = read_file(file);
    if (!scene.trouble.empty()) {
        InputProblem problem;
        problem.message = scene.trouble;
        problem.file = file;
        problem.value = file;
        problem.allowed = scene.allowed.empty() ? "a readable scene file" : scene.allowed;
        problem.remedy = scene.remedy;
        throw InputError(std::move(problem));
    }
    return parse_scenario(scene.text, file, catalogue);
}

}  // namespace sidestep
