#include "reproduce/brogan2003_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "base/random.h"

namespace sidestep::brogan2003 {
namespace {

constexpr double kDegree = kPi / 180;
constexpr double kCruise = 1.36;        // m/s, with which people are seen in passing
constexpr double kStrideTime = 0.55;    // s between heel strikes
constexpr double kFeetApart = 0.06;     // m, each foot beside the way
constexpr double kFirstStep = 0.5;      // m/s: the paper leaves out the first step
constexpr double kSpeedSpread = 0.162;  // m/s, the paper's
constexpr double kHeadingSpread = 20 * kDegree;

std::vector<Room> make_rooms() {
    // 8 × 6 m, walls 0.1 m inside the border.
    return {
        {"no_turn",
         "POLYGON ((0.1 0.1, 7.9 0.1, 7.9 5.9, 0.1 5.9, 0.1 0.1))",
         false,
         {{1, 3}, 0.0, 0},
         {{7, 3}, 0.0, 0},
         {}},
        {"wide_turn",
         "POLYGON ((0.1 0.1, 3.85 0.1, 3.85 2.5, 4.15 2.5, 4.15 0.1, 7.9 0.1, 7.9 5.9, 0.1 5.9, 0.1 0.1))",
         false,
         {{1, 1}, 35 * kDegree, 0},
         {{7, 1}, -35 * kDegree, 0},
         {{{4, 2.5}, {0, 1}}}},
        {"sharp_turn",
         "POLYGON ((0.1 0.1, 3.95 0.1, 3.95 4.5, 4.05 4.5, 4.05 0.1, 7.9 0.1, 7.9 5.9, 0.1 5.9, 0.1 0.1))",
         false,
         {{2.5, 1}, 70 * kDegree, 0},
         {{5.5, 1}, -70 * kDegree, 0},
         {{{4, 4.5}, {0, 1}}}},
        {"u_turn",
         "POLYGON ((0.1 0.1, 7.9 0.1, 7.9 2.95, 2.5 2.95, 2.5 3.05, 7.9 3.05, 7.9 5.9, 0.1 5.9, 0.1 0.1))",
         false,
         {{7, 1.8}, 170 * kDegree, 0},
         {{7, 4.2}, 10 * kDegree, 0},
         {{{2.5, 3}, {-1, 0}}}},
        {"s_turn",
         "POLYGON ((0.1 0.1, 2.65 0.1, 2.65 4, 2.75 4, 2.75 0.1, 7.9 0.1, 7.9 5.9, 5.35 5.9, 5.35 2, 5.25 2, 5.25 5.9, "
         "0.1 5.9, 0.1 0.1))",
         false,
         {{1, 1}, 65 * kDegree, 0},
         {{7, 5}, 65 * kDegree, 0},
         {{{2.7, 4}, {0, 1}}, {{5.3, 2}, {0, -1}}}},
        // Out of a door 1.4 m wide, then aside.
        {"library_exit",
         "POLYGON ((0 0, 2.9 0, 2.9 3.3, 3.1 3.3, 3.1 0, 10 0, 10 8, 3.1 8, 3.1 4.7, 2.9 4.7, 2.9 8, 0 8, 0 0))",
         true,
         {{0.6, 4}, 0.0, kCruise},
         {{6.8, 6.15}, 30 * kDegree, kCruise},
         {}},
        // 2.4 m wide, bent by 35°.
        {"hallway",
         "POLYGON ((0 -1.2, 5.3784 -1.2, 9.4742 1.668, 8.0977 3.6339, 4.6216 1.2, 0 1.2, 0 -1.2))",
         true,
         {{0.5, 0}, 0.0, kCruise},
         {{8.3, 2.3107}, 35 * kDegree, kCruise},
         {{{4.6216, 1.2}, {0.3007, -0.9537}}}},
    };
}

double draw(std::uint64_t who, std::uint64_t what, double low, double high) {
    return low + (high - low) * random_unit(2003, static_cast<AgentId>(who), what, Purpose::parameter);
}
double draw_normal(std::uint64_t who, std::uint64_t what, double sd) {
    const double share = random_unit(2003, static_cast<AgentId>(who), what, Purpose::parameter);
    return sd * normal_quantile(std::clamp(share, 0.02, 0.98));  // nobody beyond two deviations
}

Vec2d direction(double angle) {
    const SinCos s = sin_cos(angle);
    return {s.cos, s.sin};
}

/// As somebody would digitise it: feet beside the way, strikes off by a little, then the paper's reconstruction.
std::vector<Vec2d> seen_by_heels(const std::vector<Vec2d>& path, std::uint64_t who, double noise, double step) {
    std::vector<HeelStrike> strikes;
    const double end = step * static_cast<double>(path.size() - 1);
    for (int k = 0; k * kStrideTime <= end + 1e-9; ++k) {
        const double time = k * kStrideTime, at = time / step;
        const auto i = std::min(static_cast<std::size_t>(at), path.size() - 2);
        const double share = at - static_cast<double>(i);
        const Vec2d along = unit(path[i + 1] - path[i]);
        const auto number = static_cast<std::uint64_t>(k);
        const Vec2d off{draw_normal(who, 1000 + 2 * number, noise), draw_normal(who, 1001 + 2 * number, noise)};
        strikes.push_back({time, path[i] + share * (path[i + 1] - path[i]) +
                                     left_of(along) * (k % 2 == 0 ? kFeetApart : -kFeetApart) + off});
    }
    return path_of_heel_strikes(strikes, step);
}

}  // namespace

std::span<const Room> rooms() {
    static const std::vector<Room> all = make_rooms();
    return all;
}

std::vector<std::string> room_maps() {
    std::vector<std::string> maps;
    for (const Room& room : rooms()) maps.push_back(room.wkt);
    return maps;
}

Errand errand(const Room& room, std::uint64_t who) {
    Errand e{room.start, room.goal, kCruise + draw_normal(who, 1, kSpeedSpread), draw(who, 2, 0.3, 0.6)};
    const double aside = draw(who, 3, -0.3, 0.3), after = draw(who, 4, -0.3, 0.3);
    e.start.place += left_of(direction(*room.start.heading)) * aside;
    e.start.heading = *room.start.heading + draw_normal(who, 5, room.natural ? kHeadingSpread / 4 : kHeadingSpread);
    e.start.speed = room.natural ? e.top_speed : kFirstStep;
    if (room.name == "library_exit") {
        // To either side by 20 to 45 degrees, 4.5 m from the door.
        const double angle = draw(who, 6, 20, 45) * kDegree * (who % 2 == 0 ? 1 : -1);
        e.goal = {Vec2d{3, 4} + 4.5 * direction(angle), angle, e.top_speed};
    } else {
        e.goal.place += left_of(direction(*room.goal.heading)) * after;
        if (room.natural) e.goal.speed = e.top_speed;
    }
    return e;
}

std::vector<Vec2d> least_jerk(std::span<const Vec2d> places, std::span<const double> times, Vec2d first_velocity,
                              Vec2d last_velocity, double step) {
    // Pieces of degree five that join with four continuous derivatives; no acceleration at the ends. One equation per
    // line: six coefficients per piece, then the two right sides.
    const std::size_t pieces = places.size() - 1, n = 6 * pieces;
    std::vector<std::vector<double>> lines;
    // The d-th derivative of piece i at time t after its beginning, times `sign`.
    const auto put = [&](std::vector<double>& line, std::size_t i, int d, double t, double sign) {
        for (int k = d; k < 6; ++k) {
            double factor = sign;
            for (int j = 0; j < d; ++j) factor *= k - j;
            for (int j = 0; j < k - d; ++j) factor *= t;
            line[6 * i + static_cast<std::size_t>(k)] += factor;
        }
    };
    const auto equation = [&](Vec2d right) -> std::vector<double>& {
        lines.emplace_back(n + 2, 0.0);
        lines.back()[n] = right.x;
        lines.back()[n + 1] = right.y;
        return lines.back();
    };
    const auto length = [&](std::size_t i) { return times[i + 1] - times[i]; };
    for (std::size_t i = 0; i < pieces; ++i) {
        put(equation(places[i]), i, 0, 0, 1);
        put(equation(places[i + 1]), i, 0, length(i), 1);
        for (int d = 1; i + 1 < pieces && d <= 4; ++d) {
            std::vector<double>& line = equation({});
            put(line, i, d, length(i), 1);
            put(line, i + 1, d, 0, -1);
        }
    }
    put(equation(first_velocity), 0, 1, 0, 1);
    put(equation({}), 0, 2, 0, 1);
    put(equation(last_velocity), pieces - 1, 1, length(pieces - 1), 1);
    put(equation({}), pieces - 1, 2, length(pieces - 1), 1);
    for (std::size_t c = 0; c < n; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c + 1; r < n; ++r) {
            if (std::abs(lines[r][c]) > std::abs(lines[pivot][c])) pivot = r;
        }
        std::swap(lines[c], lines[pivot]);
        for (std::size_t r = 0; r < n; ++r) {
            if (r == c || lines[r][c] == 0) continue;
            const double factor = lines[r][c] / lines[c][c];
            for (std::size_t k = c; k < n + 2; ++k) lines[r][k] -= factor * lines[c][k];
        }
    }
    std::vector<Vec2d> path;
    for (std::size_t k = 0, i = 0;; ++k) {
        const double time = times[0] + static_cast<double>(k) * step;
        if (time > times.back() + 1e-9) return path;
        while (i + 1 < pieces && times[i + 1] <= time) ++i;
        Vec2d place{};
        for (std::size_t d = 6; d-- > 0;) {
            const std::vector<double>& line = lines[6 * i + d];
            const double by = line[6 * i + d];
            place = place * (time - times[i]) + Vec2d{line[n] / by, line[n + 1] / by};
        }
        path.push_back(place);
    }
}

std::vector<Vec2d> smooth_walker(const Room& room, std::uint64_t who, double noise, double step) {
    const Errand e = errand(room, who);
    std::vector<Vec2d> places{e.start.place};
    if (room.name == "library_exit") places.push_back({3, 4 + draw(who, 7, -0.25, 0.25)});
    for (const Room::Bend& bend : room.bends) places.push_back(bend.corner + bend.away * e.off);
    places.push_back(e.goal.place);
    // A piece takes as long as its straight length at the walker's speed, and longer where it speeds up or slows down:
    // half a metre over constant acceleration from or to standing costs as much time again.
    std::vector<double> times{0};
    for (std::size_t i = 1; i < places.size(); ++i) {
        double time = norm(places[i] - places[i - 1]) / (0.92 * e.top_speed);
        if (!room.natural && i == 1) time += 0.6;
        if (!room.natural && i + 1 == places.size()) time += 1.2;
        times.push_back(times.back() + time);
    }
    const std::vector<Vec2d> path = least_jerk(places, times, direction(*e.start.heading) * e.start.speed,
                                               direction(*e.goal.heading) * e.goal.speed, step);
    return noise > 0 ? seen_by_heels(path, who, noise, step) : path;
}

std::vector<Vec2d> chart_walker(const Room& room, std::uint64_t who, const ChartValues& values, double noise) {
    const Errand e = errand(room, who);
    const WalkedPath path = walk_chart(*make_charts(room.wkt, e.goal, values), values, e.start);
    if (path.status != WalkStatus::arrived) return {};
    return noise > 0 ? seen_by_heels(path.place, who, noise, path.step) : path.place;
}

}  // namespace sidestep::brogan2003
