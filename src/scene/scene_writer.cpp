// Scenario → scene file: what scene_file.cpp reads, and nothing that is the default anyway.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/math.h"
#include "scenario/json_source.h"
#include "scene/profile_files.h"
#include "scene/profile_reader.h"
#include "scene/scene_file.h"

namespace sidestep {
namespace {

Json point_json(Vec2d p) {
    return Json::array({p.x, p.y});
}

Json ring_json(const std::vector<Vec2d>& polygon) {
    Json corners = Json::array();
    for (const Vec2d p : polygon) corners.push_back(point_json(p));
    return corners;
}

Json area_json(const Polygon& region, const std::string& place) {
    return region.empty() ? Json(place) : ring_json(region);
}

class SceneWriter {
public:
    SceneWriter(const Scenario& scene, Parts catalogue) : scene_(scene), catalogue_(catalogue) {}

    Json write() const {
        Json scene{{"sidestep", 1}, {"name", scene_.name}};
        if (!scene_.project.empty()) scene["project"] = scene_.project;
        if (!scene_.author.empty()) scene["author"] = scene_.author;
        if (scene_.expect != Expectation::healthy) scene["expect"] = std::string(name_of(scene_.expect));
        if (Json map = map_json(); !map.empty()) scene["map"] = std::move(map);
        scene["simulation"] = simulation();
        for (const NamedReactions& named : scene_.reactions) scene["reactions"][named.name] = json_of(named.table);
        for (const DoorSpec& door : scene_.doors) {
            scene["doors"][door.name] = {{"segment", Json::array({point_json(door.a), point_json(door.b)})},
                                         {"closed", door.closed}};
        }
        for (const DoorEvent& event : scene_.events) {
            scene["events"].push_back({{"time", event.time}, {event.closes ? "close" : "open", door_name(event.door)}});
        }
        for (const ProfileSpec& profile : scene_.profiles) scene["profiles"][profile.name] = json_of(profile);
        for (const GoalSpec& goal : scene_.goals) scene["goals"][goal.name] = json_of(goal);
        for (const AgentSpec& entry : scene_.agents) scene["agents"].push_back(json_of(entry));
        for (const SourceSpec& source : scene_.sources) scene["sources"].push_back(json_of(source));
        for (const SpeedRegion& region : scene_.regions) {
            scene["regions"].push_back({{"polygon", ring_json(region.polygon)}, {"speed_factor", region.factor}});
        }
        if (scene_.measure != MeasurePlan{}) scene["measure"] = Json::parse(to_json(scene_.measure));
        if (scene_.record_every != 1) scene["record"]["every"] = scene_.record_every;
        if (scene_.record_smooth > 0) scene["record"]["smooth"] = scene_.record_smooth;
        return scene;
    }

    Json profile(const ProfileSpec& profile) const { return json_of(profile); }

private:
    Json map_json() const {
        Json map = Json::object();
        if (!scene_.map.wkt.empty()) {
            map["wkt"] = scene_.map.wkt;
        } else if (!scene_.map.file.empty()) {
            map["file"] = scene_.map.file;
            if (scene_.map.unit) map["unit"] = *scene_.map.unit;
            if (scene_.map.floor) map["floor"] = *scene_.map.floor;
        }
        if (scene_.map.periodic != Vec2d{}) map["periodic"] = point_json(scene_.map.periodic);
        return map;
    }
    Json simulation() const {
        const Scenario usual;
        Json json{{"dt", scene_.dt}, {"duration", scene_.duration}, {"seed", scene_.seed}};
        if (scene_.contacts == Contacts::project) json["contacts"] = "project";
        if (scene_.deadlocks != Deadlocks::none) json["deadlocks"] = std::string(name_of(scene_.deadlocks));
        if (scene_.planning_expansions != usual.planning_expansions) {
            json["planning_expansions"] = scene_.planning_expansions;
        }
        if (scene_.chart_memory_mb != usual.chart_memory_mb) json["chart_memory_mb"] = scene_.chart_memory_mb;
        return json;
    }
    const std::string& door_name(int door) const { return scene_.doors[static_cast<std::size_t>(door)].name; }
    const std::string& goal_name(int goal) const { return scene_.goals[static_cast<std::size_t>(goal)].name; }

    static Json json_of(const ReactionTable& table) {
        Json json = Json::object();
        for (std::size_t type = 0; type < kCollisionTypes; ++type) {
            const ReactionList& list = table.on[type];
            if (list.count == 0) continue;
            Json names = Json::array();
            for (std::uint32_t i = 0; i < list.count; ++i) {
                const Reaction& r = list.reaction[i];
                names.push_back(r.kind == Reaction::Kind::accept
                                    ? std::string(name_of(r.kind))
                                    : fmt::format("{}({},{})", name_of(r.kind), r.beta_direction, r.beta_norm));
            }
            json[std::string(name_of(static_cast<CollisionType>(type)))] = std::move(names);
        }
        return json;
    }

    Json json_of(const Distribution& d, const Parameter* parameter) const {
        switch (d.kind) {
            case Distribution::Kind::uniform:
                return {{std::string(name_of(d.kind)), {d.a, d.b}}};
            case Distribution::Kind::normal:
            case Distribution::Kind::log_normal:
                return {{std::string(name_of(d.kind)), {d.a, d.b, d.min, d.max}}};
            case Distribution::Kind::exponential:
                return {{std::string(name_of(d.kind)), {d.a, d.min, d.max}}};
            case Distribution::Kind::constant:
                break;
        }
        if (parameter == nullptr || parameter->choices.empty())
            return d.a == kUnlimited ? Json("unlimited") : Json(d.a);
        const auto choice = static_cast<std::size_t>(d.a);
        if (choice < parameter->choices.size()) return std::string(parameter->choices[choice]);
        return scene_.reactions[choice - parameter->choices.size()].name;
    }
    void add_values(Json& json, const std::vector<std::optional<Distribution>>& values,
                    std::span<const Parameter> table) const {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i]) json[std::string(table[i].name)] = json_of(*values[i], &table[i]);
        }
    }
    const PartInfo& info_of(const PartSpec& part, PartKind kind) const {
        if (const PartInfo* info = find_part(catalogue_, kind, part.name)) return *info;
        throw InputError({.message = "a profile names a part that the catalogue does not have",
                          .value = part.name,
                          .remedy = "`sidestep models` lists the parts there are."});
    }
    Json json_of(const PartSpec& part, PartKind kind) const {
        Json params = Json::object();
        add_values(params, part.values, info_of(part, kind).parameters);
        if (params.empty()) return part.name;
        return {{std::string(kMethodKey), part.name}, {std::string(kParamsKey), std::move(params)}};
    }
    Json json_of(const ProfileSpec& profile) const {
        Json json{{"model", profile.avoid.name}};
        add_values(json, profile.common, common_parameters());
        Json params = Json::object();
        add_values(params, profile.avoid.values, info_of(profile.avoid, PartKind::avoid).parameters);
        if (!params.empty()) json[std::string(kParamsKey)] = std::move(params);
        if (profile.neighbours) {
            const NeighbourSpec& n = *profile.neighbours;
            json["neighbours"] = {{"provider", std::string(name_of(n.provider))},
                                  {"field_of_view_deg", n.field_of_view_deg},
                                  {"hidden_by_walls", n.hidden_by_walls},
                                  {"rank", std::string(name_of(n.rank))}};
        }
        if (!(profile.route == ProfileSpec{}.route)) {
            json[std::string(kRouteKey)] = json_of(profile.route, PartKind::route);
        }
        if (!profile.midterm.name.empty()) {
            json[std::string(kMidtermKey)] = json_of(profile.midterm, PartKind::midterm);
        }
        for (const PartSpec& intent : profile.intents) {
            json[std::string(kIntentsKey)].push_back(json_of(intent, PartKind::intent));
        }
        return json;
    }

    Json json_of(const GoalSpec& goal) const {
        Json json = Json::object();
        if (!goal.any.empty()) {
            for (const int one : goal.any) json["any"].push_back(goal_name(one));
            return json;
        }
        if (goal.queue) {
            json["queue"] = json_of(*goal.queue);
        } else if (goal.region.empty() && goal.place.empty()) {
            json["point"] = point_json(goal.point);
        } else {
            json["region"] = area_json(goal.region, goal.place);
        }
        if (goal.exit) json["exit"] = true;
        if (goal.wander) json["wander"] = true;
        if (goal.next >= 0) json["next"] = goal_name(goal.next);
        // The reader's degrees: 90, not 90.00000000000001.
        if (goal.heading) json["heading_deg"] = std::round(*goal.heading * (180 / kPi) * 1e9) / 1e9;
        if (goal.speed > 0) json["speed"] = goal.speed;
        return json;
    }
    Json json_of(const QueueSpec& queue) const {
        const QueueSpec usual;
        Json json{{"line", ring_json(queue.line)}};
        if (queue.spacing != usual.spacing) json["spacing"] = queue.spacing;
        if (queue.ttr != usual.ttr) json["ttr"] = queue.ttr;
        if (queue.service) json["service"] = json_of(*queue.service, nullptr);
        if (!queue.points.empty()) json["points"] = ring_json(queue.points);
        if (queue.walking_counts) json["walking_counts"] = true;
        if (queue.patience) json["patience"] = json_of(*queue.patience, nullptr);
        if (queue.otherwise >= 0) json["otherwise"] = goal_name(queue.otherwise);
        if (queue.most > 0) json["most"] = queue.most;
        if (queue.enter_at_end) json["enter"] = "end";
        return json;
    }
    Json json_of(const TargetSpec& target) const {
        if (target.goal >= 0) return goal_name(target.goal);
        Json json{{target.is_offset ? "offset" : "point", point_json(target.value)}};
        if (target.exit) json["exit"] = true;
        return json;
    }
    const std::string& profile_name(int profile) const {
        return scene_.profiles[static_cast<std::size_t>(profile)].name;
    }
    template <class Spec>
    static void add_velocity(Json& json, const Spec& spec) {
        if (spec.walking) {
            json["velocity"] = "to_goal";
        } else if (spec.velocity) {
            json["velocity"] = point_json(*spec.velocity);
        }
    }
    static bool stays(const TargetSpec& target) {
        return target.goal < 0 && target.is_offset && target.value == Vec2d{};
    }
    Json json_of(const AgentSpec& entry) const {
        Json json{{"profile", profile_name(entry.profile)}};
        if (entry.position) {
            json["position"] = point_json(*entry.position);
        } else {
            json["region"] = area_json(entry.region, entry.place);
            json["count"] = entry.count;
            if (entry.min_spacing > 0) json["min_spacing"] = entry.min_spacing;
        }
        if (!stays(entry.target)) json["goal"] = json_of(entry.target);
        add_velocity(json, entry);
        if (entry.start_delay != Distribution{}) json["start_delay"] = json_of(entry.start_delay, nullptr);
        if (!entry.group.empty()) json["group"] = entry.group;
        if (entry.follow != 0) json["follow"] = entry.follow;
        return json;
    }
    Json json_of(const SourceSpec& source) const {
        Json json{{"profile", profile_name(source.profile)}};
        if (!stays(source.target)) json["goal"] = json_of(source.target);
        add_velocity(json, source);
        if (!source.group.empty()) json["group"] = source.group;
        if (!source.newcomers.empty()) {
            for (const NewcomerSpec& one : source.newcomers) json["newcomers"].push_back(json_of(one));
            return json;
        }
        json["region"] = area_json(source.region, source.place);
        if (source.gaps) {
            json["gaps"] = json_of(*source.gaps, nullptr);
        } else if (source.times.empty()) {
            json["rate"] = source.rate;
        } else {
            json["times"] = source.times;
        }
        if (source.max > 0) json["max"] = source.max;
        return json;
    }
    Json json_of(const NewcomerSpec& one) const {
        Json json{{"time", one.time}, {"position", point_json(one.position)}};
        if (one.velocity) json["velocity"] = point_json(*one.velocity);
        if (one.profile) json["profile"] = profile_name(*one.profile);
        if (one.target) json["goal"] = json_of(*one.target);
        if (one.group) json["group"] = *one.group;
        const auto add = [&](Common parameter, const std::optional<double>& value) {
            if (value) json[std::string(common_parameters()[parameter].name)] = *value;
        };
        add(kPrefSpeed, one.pref_speed);
        add(kRadius, one.radius);
        return json;
    }

    const Scenario& scene_;
    Parts catalogue_;
};

}  // namespace

Json profile_json(const Scenario& scene, const ProfileSpec& profile, Parts catalogue) {
    return SceneWriter(scene, catalogue).profile(profile);
}

std::string scenario_text(const Scenario& scenario, Parts catalogue) {
    return SceneWriter(scenario, catalogue).write().dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sidestep
