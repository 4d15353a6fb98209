// A handful of agents with the stages before and after a model, put together by hand: for tests of folders below
// src/simulation.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "sense/cell_order.h"
#include "sense/octet.h"
#include "sense/search.h"
#include "support/dice.h"
#include "world/chain.h"
#include "world/world.h"

namespace sidestep::test {

using Settings = std::vector<std::pair<std::string_view, double>>;

/// Values of an agent in table order: what `settings` names, what the model's publication says for the rest.
inline std::vector<double> values_with(const PartInfo& model, const Settings& settings) {
    static const PartInfo straight{.name = "direct", .kind = PartKind::route, .source = {}};
    const std::array<const PartInfo*, 2> parts{&straight, &model};
    ProfileSpec profile;
    profile.avoid.name = model.name;
    for (const auto& [name, value] : settings) {
        const std::vector<ParameterPlace> meant = parameters_named(profile, parts, name);
        if (meant.size() != 1) throw std::invalid_argument("no parameter " + std::string(name));
        meant.front().set(Distribution::fixed(value));
    }
    apply_preset(profile, parts, kPublished);
    const Chain chain(profile, parts);
    std::vector<double> values(chain.value_count());
    chain.draw_values(1, 1, values);
    return values;
}

struct Body {
    AgentId id = 0;
    Vec2d position;
    Vec2f velocity{};
    Vec2f pref{};
    Vec2d way{};  ///< way point, relative to the position
};

/// An agent with these values (common, then its model's); it sees no walls.
inline AgentRecord record_of(AgentId id, Vec2d position, std::span<const double> values, Vec2d way_point,
                             Vec2f velocity = {}) {
    AgentRecord r;
    r.place = {position.x, position.y};
    r.values.assign(values.begin(), values.end());
    r.values.push_back(0);
    r.motion = {velocity.x, velocity.y, r.values[kRadius], id};
    r.self.goal_x = way_point.x;
    r.self.goal_y = way_point.y;
    r.self.goal = -1;
    const Vec2d ahead = norm_squared(velocity) > 0 ? Vec2d{velocity.x, velocity.y} : way_point - position;
    const Vec2d heading = norm_squared(ahead) > 0 ? unit(ahead) : Vec2d{1, 0};
    r.self.heading_x = static_cast<float>(heading.x);
    r.self.heading_y = static_cast<float>(heading.y);
    r.self.pref_speed = r.values[kPrefSpeed];
    r.self.max_speed = r.values[kMaxSpeed];
    r.self.max_accel = r.values[kMaxAccel];
    r.self.window = 2;
    r.self.slow_since = std::numeric_limits<float>::infinity();
    return r;
}

/// A crowd whose columns are in cell order and whose octets are formed, ready to be searched.
class Crowd {
public:
    explicit Crowd(Map map_in = {}, Vec2d periodic_in = {}) : map(std::move(map_in)), periodic(periodic_in) {}

    void add(const Body& body, std::span<const double> values, std::uint8_t kind = 0, double wall_range = 0,
             std::uint32_t memory_bytes = 0) {
        AgentRecord record = record_of(body.id, body.position, values, body.position + body.way, body.velocity);
        record.self.kind = kind;
        record.memory_bytes = memory_bytes;
        record.values.back() = static_cast<float>(wall_range);
        world.add(record);
        pref_[body.id] = body.pref;
    }

    WorldView view() const {
        return {world.now.place.data(),
                world.now.motion.data(),
                world.now.self.data(),
                world.size(),
                world.values(),
                world.widest(),
                &map,
                periodic,
                0.0,
                dt,
                step,
                1};
    }

    void sort() {
        cells.sort(world.now, world.spare, periodic, workers);
        world.rows_moved();
        rest();
    }
    /// Wishes of people who want nothing.
    void rest() {
        world.make_step_columns();
        for (Row row = 0; row < world.size(); ++row) {
            world.wishes[row] = {
                0, 0, 0, 0, world.now.self[row].max_speed, std::numeric_limits<float>::infinity(), kNobody, 0};
        }
    }
    /// Octets of one kind in blocks of 256 rows, as the engine makes them, with the wishes of the bodies.
    void form(std::uint8_t kind = 0) {
        scratch.clear();
        for (Row begin = 0; begin < world.size(); begin += 256) {
            octet_former()(view(), cells, begin, std::min<Row>(begin + 256, static_cast<Row>(world.size())), kind,
                           scratch.octets);
        }
        for (Octet& g : scratch.octets) {
            for (int lane = 0; lane < kLanes; ++lane) {
                const Vec2f wish = pref_[g.id[lane]];
                g.pref_x[lane] = wish.x;
                g.pref_y[lane] = wish.y;
                const Self& self = world.now.self[g.row[lane]];
                g.way_x[lane] = static_cast<float>(self.goal_x - g.place[lane].x);
                g.way_y[lane] = static_cast<float>(self.goal_y - g.place[lane].y);
            }
        }
    }
    void sense() { neighbour_search()(view(), cells, scratch); }

    World world;
    Map map;
    Vec2d periodic;
    CellOrder cells;
    BlockScratch scratch;
    Workers workers{1};
    float dt = 0.1f;
    std::uint64_t step = 0;

private:
    std::map<AgentId, Vec2f> pref_;
};

}  // namespace sidestep::test
