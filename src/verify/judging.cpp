#include "verify/judging.h"

#include <algorithm>
#include <cmath>

#include "scenario/polygon.h"
#include "sidestep/closeness.h"
#include "sidestep/departures.h"
#include "sidestep/leaving.h"
#include "sidestep/line_measures.h"
#include "sidestep/map.h"
#include "sidestep/velocity.h"

namespace sidestep {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kMoved = 0.001;  // m: somebody has set out

}  // namespace

VerifyNumber told(std::string name, std::string unit, double value) {
    return {std::move(name), std::move(unit), value};
}
VerifyNumber at_most(std::string name, std::string unit, double value, double high) {
    VerifyNumber number = told(std::move(name), std::move(unit), value);
    number.high = high;
    return number;
}
VerifyNumber at_least(std::string name, std::string unit, double value, double low) {
    VerifyNumber number = told(std::move(name), std::move(unit), value);
    number.low = low;
    return number;
}
VerifyNumber within(std::string name, std::string unit, double value, double low, double high) {
    return {std::move(name), std::move(unit), value, low, high};
}

double last_out(const RecordedRun& run) {
    return leaving_of(run.trajectory).all.when(1);
}

VerifyNumber nobody_stays(std::span<const VerifyRun> runs) {
    std::size_t stay = 0;
    for (const VerifyRun& run : runs) stay += run.recorded.summary.agents_created - run.recorded.arrived;
    return at_most("people who do not arrive", "", static_cast<double>(stay), 0);
}

std::map<std::string, std::size_t> people_by_exit(const RecordedRun& run) {
    std::map<std::string, std::size_t> people;
    for (const LeavingTimes& exit : leaving_of(run.trajectory).exits) people[exit.exit] = exit.people;
    return people;
}

double time_at_x(const Track& track, double fps, double x) {
    for (std::size_t k = 0; k < track.position.size(); ++k) {
        const double here = track.position[k].x - x;
        if (here == 0) return track.frame[k] / fps;
        if (k == 0) continue;
        const double before = track.position[k - 1].x - x;
        if ((before < 0) == (here < 0)) continue;
        const double share = before / (before - here);
        return (track.frame[k - 1] + share * (track.frame[k] - track.frame[k - 1])) / fps;
    }
    return kNone;
}

double speed_between(const Track& track, double fps, double from, double to) {
    return std::abs(to - from) / std::abs(time_at_x(track, fps, to) - time_at_x(track, fps, from));
}

double mean_speed_along_x(const Trajectory& trajectory, double from_s) {
    double sum = 0;
    std::size_t people = 0;
    for (const Track& track : trajectory.tracks) {
        double way = 0, seconds = 0;
        for (std::size_t k = 1; k < track.position.size(); ++k) {
            if (track.frame[k - 1] / trajectory.info.fps < from_s - 1e-9) continue;
            const double length = trajectory.info.periodic.x;
            const double a = track.position[k - 1].x, b = track.position[k].x;
            way += length > 0 ? wrapped_difference(a, b, length) : b - a;
            seconds += (track.frame[k] - track.frame[k - 1]) / trajectory.info.fps;
        }
        if (seconds <= 0) continue;
        sum += way / seconds;
        ++people;
    }
    return people > 0 ? sum / static_cast<double>(people) : kNone;
}

double start_time(const Track& track, double fps) {
    for (std::size_t k = 1; k < track.position.size(); ++k) {
        if (norm(track.position[k] - track.position[0]) > kMoved) return track.frame[k] / fps;
    }
    return kNone;
}

double closest_centres(const Trajectory& trajectory) {
    const auto closest = closest_ever(trajectory);
    return closest ? closest->distance : kNone;
}

WallCheck wall_check(const VerifyRun& run) {
    const auto map = built_map(*run.scenario);
    const Trajectory& t = run.recorded.trajectory;
    WallCheck check;
    for (std::size_t i = 0; i < t.tracks.size(); ++i) {
        const double radius = i < t.agents.size() ? t.agents[i].radius : 0;
        for (const Vec2d place : t.tracks[i].position) {
            if (!map->walkable(place)) {
                ++check.inside;
                continue;
            }
            check.deepest = std::max(check.deepest, radius - map->clearance(place, radius));
        }
    }
    return check;
}

double flow_over(const VerifyRun& run, std::string_view line) {
    const MeasurePlan& plan = run.scenario->measure;
    const auto found = std::ranges::find(plan.lines, line, &MeasureLine::name);
    return measure_line(run.recorded.trajectory, plan, *found).flow();
}

double density_in(const VerifyRun& run, std::string_view area) {
    const auto found = std::ranges::find(run.scenario->measure.areas, area, &MeasureArea::name);
    std::map<std::uint32_t, std::size_t> people;  // by frame
    for (const Track& track : run.recorded.trajectory.tracks) {
        for (std::size_t k = 0; k < track.position.size(); ++k) {
            if (contains(found->polygon, track.position[k])) ++people[track.frame[k]];
        }
    }
    double sum = 0;
    for (const auto& [frame, count] : people) sum += static_cast<double>(count);
    return people.empty() ? 0 : sum / static_cast<double>(people.size()) / std::abs(polygon_area(found->polygon));
}

}  // namespace sidestep
