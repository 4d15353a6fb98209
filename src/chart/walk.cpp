#include "chart/walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"
#include "chart/speed.h"

namespace sidestep {
namespace {

/// The time c_inertia refers to, s.
constexpr double kInertiaTime = 0.066;

Vec2d direction_of(double angle) {
    const SinCos s = sin_cos(angle);
    return {s.cos, s.sin};
}

/// Rounded corners: which of the charts from the one that the speed asks for on.
struct Ahead {
    std::size_t chart = 0;
    ChartAdvice advice{};
};
std::optional<Ahead> look_ahead(const ChartSet& charts, const ChartValues& values, Vec2d p, double speed, double full) {
    const std::size_t least = charts.nearest(values[kTurnCoefficient] * speed * speed);
    const std::size_t widest = std::max(least, charts.nearest(values[kTurnCoefficient] * full * full));
    // The tightest charts have no headings to keep: only where the others know no way.
    std::size_t tightest = std::max(least, std::min(charts.first_with_headings(), widest));
    auto way = charts.chart(tightest).at(charts.grid(), p);
    while (!way && tightest > least) way = charts.chart(--tightest).at(charts.grid(), p);
    if (!way) return std::nullopt;
    const double most = way->left + values[kDetour] / charts.grid().cell();
    for (std::size_t k = widest; k > tightest; --k) {
        const auto wider = charts.chart(k).at(charts.grid(), p);
        if (wider && wider->left <= most) return Ahead{k, *wider};
    }
    return Ahead{tightest, *way};
}

/// s by which inertia delays a turn.
double delay_of(const ChartValues& values) {
    return values[kInertia] > 0 ? kInertiaTime / -logarithm(values[kInertia]) : 0;
}

/// The chart's direction where the walker will be after a share of its delay, as far as it sees.
Vec2d direction_ahead(const ChartSet& charts, const ChartValues& values, const ChartWalker& walker, Vec2d p,
                      const ChartChoice& choice, const Ahead& ahead) {
    const CellGrid& grid = charts.grid();
    // Beyond the goal charts lead back.
    double way = std::min(values[kAnticipation] * delay_of(values) * choice.speed, choice.left / 2) / grid.cell();
    for (; way > 0.5; way /= 2) {
        const Vec2d then = p + walker.heading * way;
        if (!grid.covers(then) || !grid.sees(p, then)) continue;
        if (const auto advice = charts.chart(ahead.chart).at(grid, then)) return advice->direction;
    }
    return ahead.advice.direction;
}

/// m that somebody walks astray at the speed it wants, and as many ever slower until it hardly walks: full circles of
/// the radius at top speed, or of what inertia makes of it.
double patience_of(const ChartValues& values) {
    const double top = values[kTopSpeed];
    return values[kAstrayCircles] * 2 * kPi * std::max(values[kTurnCoefficient] * top * top, delay_of(values) * top);
}

double speed_astray(const ChartValues& values, double astray) {
    const double patience = patience_of(values);
    if (!(astray > patience)) return values[kTopSpeed];
    return std::max(values[kMinSpeed], values[kTopSpeed] * (2 - astray / patience));
}

/// Towards a direction by no more than a walk of `way` metres on a circle allows.
Vec2d turned_at_most(Vec2d heading, Vec2d to, double way, double radius) {
    if (!(radius > 0) || way >= kPi * radius) return to;
    const SinCos most = sin_cos(way / radius);
    if (dot(heading, to) >= most.cos) return to;
    return heading * most.cos + left_of(heading) * (cross(heading, to) < 0 ? -most.sin : most.sin);
}

}  // namespace

ChartChoice choose(const ChartSet& charts, const ChartValues& values, const ChartWalker& walker) {
    ChartChoice choice;
    const std::optional<Vec2d> near = charts.free_near(charts.grid().to_cells(walker.place));
    if (!near) return choice;
    const Vec2d p = *near;
    // The way still to go is that of the tightest chart, which every place has: it does not jump when charts change.
    // Who comes to rest with a heading may have to walk round the goal, and not at its lowest speed.
    const double cell = charts.grid().cell();
    const bool rounded = values[kCornerRule] == 0;
    const auto tightest = charts.chart(0).at(charts.grid(), p);
    if (!tightest) return choice;
    const auto round = rounded && !(charts.goal().speed > 0)
                           ? charts.chart(charts.first_with_headings()).at(charts.grid(), p)
                           : std::nullopt;
    const double clearance = charts.grid().clearance(p);
    choice.found = true;
    choice.from = p;
    choice.left = (round ? round->left : tightest->left) * cell;
    choice.speed = wanted_speed(values, walker.from_start, choice.left, charts.goal().speed, clearance);
    const double calm = rounded ? speed_astray(values, walker.astray) : values[kTopSpeed];
    choice.speed = std::min(choice.speed, calm);
    const double full = std::min(calm, speed_near_obstacle(values, clearance));
    for (;;) {
        if (rounded) {
            if (const auto ahead = look_ahead(charts, values, p, choice.speed, full)) {
                choice.direction = direction_ahead(charts, values, walker, p, choice, *ahead);
                choice.chart = ahead->chart;
                choice.radius = values[kTurnCoefficient] * choice.speed * choice.speed;
                return choice;
            }
        }
        const std::size_t k = charts.nearest(values[kTurnCoefficient] * choice.speed * choice.speed);
        if (const auto advice = charts.chart(k).at(charts.grid(), p)) {
            choice.direction = advice->direction;
            choice.chart = k;
            return choice;
        }
        choice.slowed = true;
        choice.speed -= values[kRetryStep];
        if (choice.speed <= 0) break;
    }
    choice.speed = values[kMinSpeed];
    choice.direction = tightest->direction;
    return choice;
}

void count_astray(ChartWalker& walker, double walked, double left) {
    if (walker.left > 0) walker.astray = std::max(0.0, walker.astray + walked - 2 * (walker.left - left));
    walker.left = left;
}

double kept_heading(const ChartValues& values, double dt) {
    return values[kInertia] > 0 ? power(values[kInertia], dt / kInertiaTime) : 0;
}

Vec2d turned(Vec2d heading, Vec2d direction, double kept) {
    Vec2d next = heading * kept + direction * (1 - kept);
    if (norm(next) < 1e-6) next = left_of(heading) * kept + direction * (1 - kept);
    return unit(next);
}

bool move(const CellGrid& grid, ChartWalker& walker, Vec2d direction, double way) {
    const double cells = way / grid.cell();
    const Vec2d from = grid.to_cells(walker.place);
    const auto goes = [&](Vec2d along) {
        const Vec2d to = from + along * cells;
        if (grid.blocked_at(to)) return false;
        walker.place += along * way;
        return true;
    };
    if (goes(walker.heading)) return false;
    walker.heading = direction;
    if (goes(direction)) return true;
    // Along the obstacle, and where that leads into another one by the least turn that does not, up to a right angle.
    const Vec2d away = grid.away_from_walls(from);
    const Vec2d slide = direction - away * dot(direction, away);
    const double side = cross(direction, slide) < 0 ? -1 : 1;
    for (int tenths = 1; tenths <= 10; ++tenths) {
        const SinCos turn = sin_cos(tenths * kPi / 20);
        for (const double to : {side, -side}) {
            const Vec2d along = direction * turn.cos + left_of(direction) * (to * turn.sin);
            if (!goes(along)) continue;
            walker.heading = along;
            return true;
        }
    }
    return true;
}

bool walk_on(const CellGrid& grid, ChartWalker& walker, const ChartChoice& choice, double kept, double dt) {
    const Vec2d before = walker.place;
    const double way = choice.speed * dt;
    walker.heading = turned_at_most(walker.heading, turned(walker.heading, choice.direction, kept), way, choice.radius);
    walker.speed = choice.speed;
    bool bent = true;
    if (grid.blocked_at(grid.to_cells(before))) {
        // In contact, or pushed against a wall: every way of a step's length may end in a blocked cell. Back to the
        // free one where the chart was asked, and on from there.
        const Vec2d back = grid.to_place(choice.from) - before;
        walker.place += unit(back + choice.direction * way) * way;
    } else {
        bent = move(grid, walker, choice.direction, way);
    }
    walker.from_start += norm(walker.place - before);
    return bent;
}

double expected_time(const ChartValues& values, double length, double start_speed, double goal_speed) {
    const double dt = values[kWalkStep], head = head_start(values, start_speed);
    double walked = 0, time = 0;
    while (walked < length - values[kGoalTolerance]) {
        walked += dt * wanted_speed(values, walked + head, length - walked, goal_speed, 0);
        time += dt;
    }
    return time;
}

bool arrives(const ChartGoal& goal, const ChartValues& values, Vec2d before, const ChartWalker& walker) {
    const Vec2d off = walker.place - goal.place;
    if (norm(off) < values[kGoalTolerance]) return true;
    if (!(goal.speed > 0)) return false;
    // The line through the goal across its heading, or across the walker's where the goal has none.
    const Vec2d across = goal.heading ? direction_of(*goal.heading) : walker.heading;
    return dot(before - goal.place, across) < 0 && dot(off, across) >= 0 && norm(off) < values[kLineTolerance];
}

WalkedPath walk_chart(const ChartSet& charts, const ChartValues& values, const WalkStart& start) {
    WalkedPath path;
    path.step = values[kWalkStep];
    path.status = charts.status_at(start.place);
    if (path.status != WalkStatus::arrived) return path;

    ChartWalker walker{start.place, {}, start.speed, head_start(values, start.speed)};
    const double kept = kept_heading(values, path.step);
    ChartChoice choice = choose(charts, values, walker);
    const double astray = values[kCornerRule] == 0 ? 2 * patience_of(values) : 0;
    const double limit = 2 * expected_time(values, choice.left + astray, start.speed, charts.goal().speed);
    const auto steps = static_cast<std::size_t>(limit / path.step) + 1;
    walker.heading = start.heading ? direction_of(*start.heading) : choice.direction;
    path.place.push_back(walker.place);
    path.heading.push_back(walker.heading);
    path.status =
        norm(start.place - charts.goal().place) < values[kGoalTolerance] ? WalkStatus::arrived : WalkStatus::missed;
    for (Vec2d before = walker.place; path.status != WalkStatus::arrived && path.place.size() <= steps;) {
        choice = choose(charts, values, walker);
        if (!choice.found) break;
        count_astray(walker, norm(walker.place - before), choice.left);
        path.slowed += choice.slowed;
        before = walker.place;
        path.slid += walk_on(charts.grid(), walker, choice, kept, path.step);
        path.speed.push_back(choice.speed);
        path.place.push_back(walker.place);
        path.heading.push_back(walker.heading);
        if (arrives(charts.goal(), values, before, walker)) path.status = WalkStatus::arrived;
    }
    path.speed.push_back(walker.speed);
    return path;
}

std::string_view text_of(WalkStatus status) {
    switch (status) {
        case WalkStatus::arrived:
            return "arrived";
        case WalkStatus::start_outside:
            return "the start lies outside what the heading charts cover";
        case WalkStatus::start_blocked:
            return "the start lies in an obstacle, or closer to one than the body's radius";
        case WalkStatus::unreachable:
            return "no way leads from the start to the goal";
        case WalkStatus::too_coarse:
            return "the way from the start to the goal is narrower than the cells of the heading charts";
        case WalkStatus::missed:
            return "the goal was not reached in twice the expected time";
    }
    return "";
}

double WalkedPath::length() const {
    double sum = 0;
    for (std::size_t i = 1; i < place.size(); ++i) sum += norm(place[i] - place[i - 1]);
    return sum;
}

Track WalkedPath::track(AgentId id) const {
    Track track;
    track.id = id;
    for (std::size_t i = 0; i < place.size(); ++i) {
        track.frame.push_back(static_cast<std::uint32_t>(i));
        track.position.push_back(place[i]);
        track.heading.push_back({static_cast<float>(heading[i].x), static_cast<float>(heading[i].y)});
    }
    return track;
}

}  // namespace sidestep
