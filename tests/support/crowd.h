// A handful of agents with the stages before and after a model, put together by hand: for tests of folders below
// src/simulation.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "sense/cell_order.h"
#include "sense/group.h"
#include "sense/search.h"
#include "support/dice.h"
#include "world/draw.h"
#include "world/world.h"

namespace sidestep::test {

using Settings = std::vector<std::pair<std::string_view, double>>;

/// Values of an agent in table order: what `settings` names, the model's defaults for the rest.
inline std::vector<double> values_with(const ModelInfo& model, const Settings& settings) {
    ProfileSpec profile;
    profile.model = model.name;
    profile.values.resize(kCommonCount + model.parameters.size());
    for (const auto& [name, value] : settings) {
        bool known = false;
        for (std::size_t i = 0; i < profile.values.size(); ++i) {
            const Parameter& p = i < kCommonCount ? common_parameters()[i] : model.parameters[i - kCommonCount];
            if (p.name != name) continue;
            profile.values[i] = Distribution::fixed(value);
            known = true;
        }
        if (!known) throw std::invalid_argument("no parameter " + std::string(name));
    }
    std::vector<double> values(profile.values.size());
    draw_values(profile, model, 1, 1, values);
    return values;
}

struct Body {
    AgentId id = 0;
    Vec2d position;
    Vec2f velocity{};
    Vec2f pref{};
    Vec2d way{};  ///< way point, relative to the position
};

/// A crowd whose columns are in cell order and whose groups are formed, ready to be searched.
class Crowd {
public:
    explicit Crowd(Map map_in = {}, Vec2d periodic_in = {}) : map(std::move(map_in)), periodic(periodic_in) {}

    void add(const Body& body, std::span<const double> values, std::uint8_t kind = 0, double wall_range = 0,
             std::uint32_t memory_bytes = 0) {
        AgentInit init;
        init.id = body.id;
        init.kind = kind;
        init.memory_bytes = memory_bytes;
        init.position = body.position;
        init.velocity = body.velocity;
        init.values = values;
        init.wall_range = wall_range;
        init.way_point = body.position + body.way;
        world.add(init);
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
        world.decisions.resize(world.size());
    }
    /// Groups of one kind in blocks of 256 rows, as the engine makes them, with the wishes of the bodies.
    void group(std::uint8_t kind = 0) {
        scratch.clear();
        for (Row begin = 0; begin < world.size(); begin += 256) {
            group_former()(view(), cells, begin, std::min<Row>(begin + 256, static_cast<Row>(world.size())), kind,
                           scratch.groups);
        }
        for (Group& g : scratch.groups) {
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
