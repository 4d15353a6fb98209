// The constants that Brogan and Johnson (2003, §3) measured on their walkers, from any recording.
//
// They read distances off a cubic fitted to speed over distance: so do the last three. The distances of single walks
// are those of a straight line fitted to the ramp itself, because that is what their model makes of the constants:
// speed grows in proportion to distance up to the top.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include "map/built_map.h"
#include "map/map.h"
#include "sidestep/meetings.h"
#include "sidestep/path_errors.h"
#include "sidestep/statistics.h"
#include "sidestep/velocity.h"
#include "sidestep/walks.h"

namespace sidestep {
namespace {

constexpr double kNearRest = 0.35;                          // of the top speed: slower at its end a walk began at rest
constexpr double kRampLow = 0.2, kRampHigh = 0.9;           // of the top speed: the ramp
constexpr std::size_t kLeastRamp = 4;                       // samples
constexpr double kLeastTurn = 45 * std::numbers::pi / 180;  // a turn …
constexpr double kTurnWay = 1.5;                            // … within so many metres of way
constexpr double kWallReach = 1.5;                          // m, walls beyond do not make a turn
constexpr double kAccelReach = 3, kDecelReach = 3.5;        // m, of the paper's cubics
constexpr double kTurnShare = 1.10 / 1.36;                  // of the top speed, in the paper's turns

struct Walk {
    std::vector<Vec2d> place;
    std::vector<double> speed;  ///< m/s at each place
    std::vector<double> way;    ///< m from the start
    double top = 0;
};

Walk measured(const Track& track, const TrajectoryInfo& info, double cutoff) {
    Walk walk;
    const double step = 1 / info.fps;
    std::vector<double> x, y;
    for (const Vec2d p : sampled_path(track, TrajectoryInfo{.fps = info.fps}, step)) x.push_back(p.x), y.push_back(p.y);
    x = low_pass(x, info.fps, cutoff);
    y = low_pass(y, info.fps, cutoff);
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
        walk.place.push_back({x[i], y[i]});
        walk.way.push_back(i > 0 ? walk.way.back() + norm(walk.place[i] - walk.place[i - 1]) : 0);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t before = i > 0 ? i - 1 : 0, after = std::min(i + 1, n - 1);
        walk.speed.push_back(
            after > before ? (walk.way[after] - walk.way[before]) / (step * static_cast<double>(after - before)) : 0);
    }
    walk.top = n > 0 ? *std::max_element(walk.speed.begin(), walk.speed.end()) : 0;
    return walk;
}

/// m from standing to the top speed at the front of the walk, by the slope of its ramp; nothing where it does not begin
/// at rest.
std::optional<double> ramp(const Walk& walk) {
    if (walk.speed.empty() || walk.speed.front() > kNearRest * walk.top) return std::nullopt;
    std::vector<double> way, speed;
    for (std::size_t i = 0; i < walk.speed.size() && walk.speed[i] < kRampHigh * walk.top; ++i) {
        if (walk.speed[i] < kRampLow * walk.top) continue;
        way.push_back(walk.way[i]);
        speed.push_back(walk.speed[i]);
    }
    if (way.size() < kLeastRamp) return std::nullopt;
    const double middle = summarise(way).mean, usual = summarise(speed).mean;
    double together = 0, spread = 0;
    for (std::size_t i = 0; i < way.size(); ++i) {
        together += (way[i] - middle) * (speed[i] - usual);
        spread += (way[i] - middle) * (way[i] - middle);
    }
    if (!(together > 0)) return std::nullopt;
    return walk.top * spread / together;
}

Walk backwards(const Walk& walk) {
    Walk back = walk;
    std::reverse(back.place.begin(), back.place.end());
    std::reverse(back.speed.begin(), back.speed.end());
    std::reverse(back.way.begin(), back.way.end());
    for (double& way : back.way) way = walk.way.back() - way;
    return back;
}

/// Least squares: speed as a cubic of the way, over the first metres of many walks.
class Cubic {
public:
    explicit Cubic(double reach) : reach_(reach) {}

    void add(const Walk& walk) {
        if (walk.speed.empty() || walk.speed.front() > kNearRest * walk.top) return;
        ++walks_;
        for (std::size_t i = 0; i < walk.way.size() && walk.way[i] <= reach_; ++i) {
            const double u = walk.way[i] / reach_;
            const std::array<double, 4> powers{1, u, u * u, u * u * u};
            for (std::size_t a = 0; a < 4; ++a) {
                for (std::size_t b = 0; b < 4; ++b) sums_[a][b] += powers[a] * powers[b];
                sums_[a][4] += powers[a] * walk.speed[i];
            }
        }
    }

    /// m to where it is highest, and down from there to a share of that; nothing where it rises to the end.
    struct Top {
        double way = 0, down = 0;
    };
    std::optional<Top> top(double share) const {
        if (walks_ == 0) return std::nullopt;
        const std::array<double, 4> c = solved();
        const auto speed = [&](double u) { return c[0] + u * (c[1] + u * (c[2] + u * c[3])); };
        constexpr int kPlaces = 1000;
        int highest = 0;
        for (int i = 1; i <= kPlaces; ++i) {
            if (speed(i / static_cast<double>(kPlaces)) > speed(highest / static_cast<double>(kPlaces))) highest = i;
        }
        if (highest == 0 || highest == kPlaces) return std::nullopt;
        int low = highest;
        while (low > 0 &&
               speed(low / static_cast<double>(kPlaces)) > share * speed(highest / static_cast<double>(kPlaces)))
            --low;
        return Top{reach_ * highest / kPlaces, reach_ * (highest - low) / kPlaces};
    }

private:
    std::array<double, 4> solved() const {
        auto m = sums_;
        for (std::size_t k = 0; k < 4; ++k) {
            std::size_t pivot = k;
            for (std::size_t r = k + 1; r < 4; ++r) pivot = std::abs(m[r][k]) > std::abs(m[pivot][k]) ? r : pivot;
            std::swap(m[k], m[pivot]);
            if (m[k][k] == 0) return {};
            for (std::size_t r = 0; r < 4; ++r) {
                if (r == k) continue;
                const double share = m[r][k] / m[k][k];
                for (std::size_t i = k; i < 5; ++i) m[r][i] -= share * m[k][i];
            }
        }
        return {m[0][4] / m[0][0], m[1][4] / m[1][1], m[2][4] / m[2][2], m[3][4] / m[3][3]};
    }

    double reach_;
    std::size_t walks_ = 0;
    std::array<std::array<double, 5>, 4> sums_{};
};

/// Speeds in the turns of a walk.
std::vector<double> in_turns(const Walk& walk, const Map& map) {
    const std::size_t n = walk.place.size();
    // Turn from the way before each place to the way after it, over half of kTurnWay each.
    std::vector<double> turn(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t before = i, after = i;
        while (before > 0 && walk.way[i] - walk.way[before] < kTurnWay / 2) --before;
        while (after + 1 < n && walk.way[after] - walk.way[i] < kTurnWay / 2) ++after;
        const double least = 0.9 * kTurnWay / 2;
        if (walk.way[i] - walk.way[before] < least || walk.way[after] - walk.way[i] < least) continue;
        const Vec2d a = walk.place[i] - walk.place[before], b = walk.place[after] - walk.place[i];
        turn[i] = std::abs(std::atan2(cross(a, b), dot(a, b)));
    }
    std::vector<double> speeds;
    for (std::size_t i = 0; i < n; ++i) {
        if (turn[i] < kLeastTurn) continue;
        std::size_t end = i;
        while (end < n && turn[end] >= kLeastTurn) ++end;
        std::size_t middle = i;
        double nearest = kWallReach;
        for (std::size_t k = i; k < end; ++k) {
            const double clearance = map.clearance(walk.place[k], kWallReach);
            const bool nearer = clearance < nearest;
            if (nearer || (nearest == kWallReach && turn[k] > turn[middle])) middle = k;
            if (nearer) nearest = clearance;
        }
        speeds.push_back(walk.speed[middle]);
        i = end;
    }
    return speeds;
}

}  // namespace

WalkingProfile walking_profile(const Trajectory& trajectory, const ProfileOptions& options) {
    WalkingProfile profile;
    Cubic from_start(kAccelReach), to_end(kDecelReach);
    const Map map(built_map(trajectory.info.wkt, trajectory.info.map)->parts().walls());
    for (const Track& track : trajectory.tracks) {
        for (const Track& part : walks_of(track, trajectory.info, options.rest)) {
            const Walk walk = measured(part, trajectory.info, options.cutoff);
            if (walk.way.back() < options.least) continue;
            ++profile.walks;
            profile.top_speed.push_back(walk.top);
            from_start.add(walk);
            to_end.add(backwards(walk));
            if (const auto distance = ramp(walk)) profile.accel_distance.push_back(*distance);
            if (const auto distance = ramp(backwards(walk))) profile.decel_distance.push_back(*distance);
            for (const double speed : in_turns(walk, map)) profile.turn_speed.push_back(speed);
        }
    }
    if (const auto top = from_start.top(kTurnShare)) profile.accel_cubic.push_back(top->way);
    if (const auto top = to_end.top(kTurnShare)) {
        profile.decel_cubic.push_back(top->way);
        profile.slowing_cubic.push_back(top->down);
    }
    return profile;
}

std::span<const ProfileConstant> profile_table() {
    static constexpr std::array table{
        ProfileConstant{"top_speed", "m/s", &WalkingProfile::top_speed, 1.36},
        ProfileConstant{"turn_speed", "m/s", &WalkingProfile::turn_speed, 1.10},
        ProfileConstant{"accel_distance", "m", &WalkingProfile::accel_distance, 1.82},
        ProfileConstant{"decel_distance", "m", &WalkingProfile::decel_distance, 1.63},
        ProfileConstant{"accel_cubic", "m", &WalkingProfile::accel_cubic, 1.82},
        ProfileConstant{"decel_cubic", "m", &WalkingProfile::decel_cubic, 1.63},
        ProfileConstant{"slowing_cubic", "m", &WalkingProfile::slowing_cubic, 0.81},
    };
    return table;
}

}  // namespace sidestep
