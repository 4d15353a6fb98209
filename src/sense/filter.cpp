#include "sense/filter.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "sense/near_entry.h"

namespace sidestep {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr int kAttentionDefault = 10;      // people looked at, where max_neighbours does not say
constexpr double kAlwaysFeltWithin = 0.5;  // m between bodies: too close to be overlooked

using Candidate = FilterScratch::Candidate;

double attention_of_approach(int place) {
    return exponential(-(place - 1) / 6.0);
}
double attention_of_time(int place) {
    if (place == 1 || place == 6) return 0.8;
    return place < 6 ? 1.0 : 0.8 * exponential(-(place - 6) / 4.0);
}
double attention_of_distance(int place) {
    return place <= 2 ? 1.0 : exponential(-(place - 2) / 8.0);
}

bool in_view(const Octet& g, int lane, Vec2d p, double cos_half) {
    const double distance = std::sqrt(norm_squared(p));
    return p.x * static_cast<double>(g.heading_x[lane]) + p.y * static_cast<double>(g.heading_y[lane]) >=
           cos_half * distance - 1e-9;
}

/// Calls `give(candidate, place)` with places 1, 2, … in ascending order of `value`; equal values in the order of the
/// list.
template <class Value, class Give>
void rank(FilterScratch& room, Value value, Give give) {
    const auto at = [&](int i) -> Candidate& { return room.all[static_cast<std::size_t>(i)]; };
    room.order.resize(room.all.size());
    for (std::size_t i = 0; i < room.all.size(); ++i) room.order[i] = static_cast<int>(i);
    std::sort(room.order.begin(), room.order.end(), [&](int a, int b) {
        const double va = value(at(a)), vb = value(at(b));
        return va != vb ? va < vb : a < b;
    });
    for (std::size_t i = 0; i < room.order.size(); ++i) give(at(room.order[i]), static_cast<int>(i) + 1);
}

/// When somebody at p who moves so relative to oneself is closest.
double time_of_approach(Vec2d p, Vec2d relative_velocity) {
    const double w2 = norm_squared(relative_velocity);
    return w2 > 1e-12 ? std::max(0.0, -dot(p, relative_velocity) / w2) : 0.0;
}

void note_closest_approach(Candidate& c, Vec2d own_velocity) {
    const Vec2d w = c.v - own_velocity;
    c.time = time_of_approach(c.p, w);
    c.distance = std::sqrt(norm_squared(c.p + w * c.time));
}

void weigh_attention(FilterScratch& room, Vec2d own_velocity) {
    for (Candidate& c : room.all) note_closest_approach(c, own_velocity);
    rank(
        room, [](const Candidate& c) { return c.distance; },
        [](Candidate& c, int place) { c.rank_of_approach = place; });
    rank(room, [](const Candidate& c) { return c.time; }, [](Candidate& c, int place) { c.rank_of_time = place; });
    int rank_of_distance = 0;  // the list is by distance
    for (Candidate& c : room.all) c.key = -attention(c.rank_of_approach, c.rank_of_time, ++rank_of_distance);
}

/// Marks the `most` with the smallest keys (0: all).
void choose(FilterScratch& room, const NeighbourSpec& spec, const Octet& g, int lane, int most) {
    const bool by_interception = spec.rank == NeighbourSpec::Rank::interception;
    if (by_interception) {
        for (Candidate& c : room.all) c.key = interception_time(c.p, c.v, static_cast<double>(g.max_speed[lane]));
    } else {
        weigh_attention(room, {g.vx[lane], g.vy[lane]});
        if (most == 0) most = kAttentionDefault;
    }
    rank(
        room, [](const Candidate& c) { return c.key; },
        [&](Candidate& c, int place) { c.kept = (most == 0 || place <= most) && c.key < kNever; });
    if (by_interception) return;
    for (Candidate& c : room.all) {
        const double reach = static_cast<double>(g.radius[lane]) + c.radius + kAlwaysFeltWithin;
        if (norm_squared(c.p) < reach * reach) c.kept = true;
    }
}

}  // namespace

double interception_time(Vec2d p, Vec2d v, double max_speed) {
    const double p2 = norm_squared(p);
    if (p2 == 0) return 0;
    const double b = dot(p, v);
    const double a = max_speed * max_speed - norm_squared(v);
    const double root = b * b + a * p2;
    if (root < 0) return kNever;
    const double below = std::sqrt(root) - b;
    return below > 0 ? p2 / below : kNever;
}

double attention(int rank_of_approach, int rank_of_time, int rank_of_distance) {
    return attention_of_distance(rank_of_distance) * attention_of_approach(rank_of_approach) *
           attention_of_time(rank_of_time);
}

void filter_neighbours(const WorldView& world, const NeighbourSpec& spec, BlockScratch& scratch, FilterScratch& room) {
    const bool sees_all_round = spec.field_of_view_deg >= 360;
    const bool by_distance = spec.rank == NeighbourSpec::Rank::distance;
    const bool walls = spec.hidden_by_walls && !world.map->empty();
    const double cos_half = sin_cos(spec.field_of_view_deg * kPi / 360).cos;
    for (std::size_t i = 0; i < scratch.octets.size(); ++i) {
        const Octet& g = scratch.octets[i];
        LaneLists<NearRecord>& list = scratch.near[i];
        NearRecord* const records = scratch.near_records.data() + list.begin;
        const int before = list.longest;
        list.longest = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            const Vec2d here{g.place[lane].x, g.place[lane].y};
            const auto most = static_cast<int>(world.values[g.values[lane] + kMaxNeighbours]);
            int count = 0;
            room.all.clear();
            for (int k = 0; k < list.count[lane]; ++k) {
                if (by_distance && most > 0 && count == most) break;  // whoever comes next is farther away
                const NearRecord& r = records[k];
                const Vec2d p{r.dx[lane], r.dy[lane]};
                if (!sees_all_round && !in_view(g, lane, p, cos_half)) continue;
                if (walls && world.map->crosses_wall(here, here + p)) continue;
                if (by_distance) {
                    move_entry(r, records[count++], lane);
                } else {
                    room.all.push_back({.place = k, .p = p, .v = {r.vx[lane], r.vy[lane]}, .radius = r.radius[lane]});
                }
            }
            if (!by_distance) {
                choose(room, spec, g, lane, most);
                for (const Candidate& c : room.all) {
                    if (c.kept) move_entry(records[c.place], records[count++], lane);
                }
            }
            for (int k = count; k < before; ++k) clear_entry(records[k], lane);
            list.count[lane] = count;
            list.longest = std::max(list.longest, count);
        }
    }
}

}  // namespace sidestep
