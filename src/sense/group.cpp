#include "sense/group.h"

#include <cmath>

namespace sidestep {

namespace {

// A group wider than this would drag in candidates that none of its members needs.
constexpr float kWidest = 9.0f;

void load_lane(const WorldView& world, const CellOrder& cells, Row row, int lane, Group& g) {
    const Motion m = world.motion[row];
    const Self& s = world.self[row];
    const float* values = world.values + s.values;
    g.x[lane] = cells.x()[row];
    g.y[lane] = cells.y()[row];
    g.vx[lane] = m.vx;
    g.vy[lane] = m.vy;
    g.radius[lane] = m.radius;
    g.heading_x[lane] = s.heading_x;
    g.heading_y[lane] = s.heading_y;
    g.max_speed[lane] = s.max_speed;
    g.range[lane] = values[kNeighbourRange];
    g.most[lane] = static_cast<std::int32_t>(values[kMaxNeighbours]);
    g.window[lane] = s.window;
    g.values[lane] = s.values;
    g.id[lane] = m.id;
    g.row[lane] = row;
    g.place[lane] = world.place[row];
    g.had_overlap |= (s.flags & flag::overlapping) != 0;
}

void copy_lane(int from, int to, Group& g) {
    for (float* column : {g.x, g.y, g.vx, g.vy, g.radius, g.heading_x, g.heading_y, g.max_speed, g.range, g.window}) {
        column[to] = column[from];
    }
    g.most[to] = g.most[from];
    g.values[to] = g.values[from];
    g.id[to] = g.id[from];
    g.row[to] = g.row[from];
    g.place[to] = g.place[from];
}

void close(Group& g) {
    for (int lane = static_cast<int>(g.lanes); lane < kLanes; ++lane) copy_lane(0, lane, g);
    g.same_values = true;
    for (int lane = 1; lane < kLanes; ++lane) g.same_values &= g.values[lane] == g.values[0];
}

}  // namespace

void form_groups(const WorldView& world, const CellOrder& cells, Row begin, Row end, std::uint8_t model,
                 std::vector<Group>& out) {
    Group* g = nullptr;
    for (Row row = begin; row < end; ++row) {
        if (world.self[row].model != model) continue;
        if (g != nullptr) {
            const bool far =
                std::fabs(cells.x()[row] - g->x[0]) > kWidest || std::fabs(cells.y()[row] - g->y[0]) > kWidest;
            if (far || g->lanes == kLanes) {
                close(*g);
                g = nullptr;
            }
        }
        if (g == nullptr) {
            g = &out.emplace_back();
            g->lanes = 0;
            g->had_overlap = false;
        }
        load_lane(world, cells, row, static_cast<int>(g->lanes++), *g);
    }
    if (g != nullptr) close(*g);
}

}  // namespace sidestep
