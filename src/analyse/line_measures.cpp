// Passings of a line, the flow over it, and the queue before it.
#include "sidestep/line_measures.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "analyse/clip.h"
#include "analyse/frame_grid.h"
#include "record/frames.h"
#include "sidestep/area_measures.h"

namespace sidestep {
namespace {

constexpr double kOnLine = 1e-5;     // m: whoever stops so near has not passed yet; PedPy's
constexpr double kQueueSpeed = 0.5;  // m/s
constexpr double kChain = 1;         // m
constexpr std::size_t kFewestInQueue = 10;
constexpr double kOutermost = 0.9;  // percentile of the queue's extent
constexpr double kEvery = 1;        // s between moments of the queue

double side_of(const MeasureLine& line, Vec2d p) {
    return cross(line.b - line.a, p - line.a);
}

/// When the way from p to q meets the line, as a share of it.
std::optional<double> meeting(const MeasureLine& line, Vec2d p, Vec2d q) {
    const double from = side_of(line, p), to = side_of(line, q);
    if ((from > 0 && to > 0) || (from < 0 && to < 0)) return std::nullopt;
    const double a = cross(q - p, line.a - p), b = cross(q - p, line.b - p);
    if ((a > 0 && b > 0) || (a < 0 && b < 0)) return std::nullopt;
    if (from != to) return from / (from - to);
    // Along the line, or on the spot: they meet if they overlap.
    const Vec2d way = line.b - line.a;
    const double low = std::min(dot(p - line.a, way), dot(q - line.a, way)),
                 high = std::max(dot(p - line.a, way), dot(q - line.a, way));
    return high >= 0 && low <= norm_squared(way) ? std::optional(0.0) : std::nullopt;
}

double percentile(std::vector<double>& values, double share) {
    std::ranges::sort(values);
    const double at = share * static_cast<double>(values.size() - 1);
    const auto i = static_cast<std::size_t>(at);
    const double rest = at - static_cast<double>(i);
    return i + 1 < values.size() ? values[i] * (1 - rest) + values[i + 1] * rest : values[i];
}

/// As PedPy counts: from the first passing in steps of the window, and where somebody passed, up to the last who did.
std::vector<FlowWindow> windows_of(const LineMeasures& m, double window, double fps) {
    std::vector<FlowWindow> windows;
    std::vector<const LinePassing*> firsts;
    for (const LinePassing& p : m.passings) {
        if (p.first) firsts.push_back(&p);
    }
    if (firsts.empty()) return windows;
    const auto step = static_cast<std::uint64_t>(std::max(1.0, std::round(window * fps)));
    std::uint64_t begin = firsts.front()->frame;
    std::size_t before = 0;
    for (std::uint64_t frame = begin + step; frame < m.last_frame; frame += step) {
        std::size_t passed = before;
        while (passed < firsts.size() && firsts[passed]->frame <= frame) ++passed;
        if (passed == before) continue;
        const std::uint64_t end = std::uint64_t{firsts[passed - 1]->frame} + 1;
        FlowWindow w{
            .from = static_cast<double>(begin) / fps, .to = static_cast<double>(end) / fps, .people = passed - before};
        w.flow = static_cast<double>(w.people) / static_cast<double>(end - begin) * fps;
        double sum = 0;
        std::size_t n = 0;
        for (const LinePassing* p : firsts) {
            if (p->frame < begin || p->frame > end || std::isnan(p->speed)) continue;
            sum += p->speed;
            ++n;
        }
        w.speed = n > 0 ? sum / static_cast<double>(n) : std::numeric_limits<double>::quiet_NaN();
        windows.push_back(w);
        before = passed;
        begin = end;
    }
    return windows;
}

}  // namespace

std::size_t LineMeasures::people() const {
    return static_cast<std::size_t>(std::ranges::count_if(passings, [](const LinePassing& p) { return p.first; }));
}
std::size_t LineMeasures::to_left() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(passings, [](const LinePassing& p) { return p.first && p.to_left; }));
}
std::size_t LineMeasures::to_right() const {
    return people() - to_left();
}

namespace {

/// First passings in order of time.
std::vector<LinePassing> firsts_of(const LineMeasures& m) {
    std::vector<LinePassing> firsts;
    std::ranges::copy_if(m.passings, std::back_inserter(firsts), &LinePassing::first);
    std::ranges::sort(firsts, [](const LinePassing& a, const LinePassing& b) {
        return a.time != b.time ? a.time < b.time : a.id < b.id;
    });
    return firsts;
}

}  // namespace

std::vector<TimeGap> LineMeasures::time_gaps() const {
    const std::vector<LinePassing> firsts = firsts_of(*this);
    std::vector<TimeGap> gaps;
    for (std::size_t i = 1; i < firsts.size(); ++i) {
        gaps.push_back({firsts[i].id, firsts[i].time, firsts[i].time - firsts[i - 1].time});
    }
    return gaps;
}

double LineMeasures::flow(double from, double to) const {
    const std::vector<LinePassing> firsts = firsts_of(*this);
    if (firsts.size() < 2) return std::numeric_limits<double>::quiet_NaN();
    const double last = static_cast<double>(firsts.size() - 1);
    const auto a = static_cast<std::size_t>(std::lround(from * last)),
               b = static_cast<std::size_t>(std::lround(to * last));
    const double time = firsts[b].time - firsts[a].time;
    return time > 0 ? static_cast<double>(b - a) / time : std::numeric_limits<double>::quiet_NaN();
}

LineMeasures measure_line(const Trajectory& trajectory, const MeasurePlan& plan, const MeasureLine& line) {
    LineMeasures m;
    m.length = norm(line.b - line.a);
    const FrameGrid grid = frame_grid(trajectory);
    m.first_frame = grid.first;
    m.interval = grid.interval;
    m.last_frame =
        grid.count == 0 ? grid.first : grid.first + static_cast<std::uint32_t>(grid.count - 1) * grid.interval;
    const std::size_t steps = speed_steps(plan, trajectory.info, grid.interval);
    for (const Track& track : trajectory.tracks) {
        bool before = false;
        for (std::size_t i = 1; i < track.position.size(); ++i) {
            const Vec2d p = track.position[i - 1], q = track.position[i];
            // Round a periodic axis somebody disappears on one side and comes in on the other.
            const Vec2d periodic = trajectory.info.periodic;
            if ((periodic.x > 0 && std::abs(q.x - p.x) > 0.5 * periodic.x) ||
                (periodic.y > 0 && std::abs(q.y - p.y) > 0.5 * periodic.y)) {
                continue;
            }
            const std::optional<double> at = meeting(line, p, q);
            if (!at || distance_to_segment(q, line.a, line.b) < kOnLine) continue;
            const double frame = track.frame[i - 1] + *at * (track.frame[i] - track.frame[i - 1]);
            m.passings.push_back({.id = track.id,
                                  .frame = track.frame[i],
                                  .time = frame / trajectory.info.fps,
                                  .speed = individual_speed(track, i, trajectory.info, steps, plan.speed_border),
                                  .to_left = side_of(line, q) > 0,
                                  .first = !before});
            before = true;
        }
    }
    std::ranges::sort(m.passings, [](const LinePassing& a, const LinePassing& b) {
        return a.frame != b.frame ? a.frame < b.frame : a.id < b.id;
    });
    m.windows = windows_of(m, plan.window, trajectory.info.fps);
    return m;
}

QueueShape queue_shape(const Trajectory& trajectory, const MeasurePlan& plan, const MeasureLine& line) {
    QueueShape shape;
    const LineMeasures passed = measure_line(trajectory, plan, line);
    if (passed.people() == 0) return shape;
    // They come from the side that most leave.
    const double sign = 2 * passed.to_left() >= passed.people() ? -1 : 1;
    const Vec2d along = unit(line.b - line.a), against = left_of(along) * sign, middle = 0.5 * (line.a + line.b);
    const double half_door = 0.5 * passed.length;
    const FrameGrid grid = frame_grid(trajectory);
    const std::size_t steps = speed_steps(plan, trajectory.info, grid.interval);
    const Frames frames(trajectory);
    double depth = 0, half_width = 0;
    double next = -1;
    for (std::size_t f = 0; f < frames.numbers().size(); ++f) {
        const double time = frames.numbers()[f] / trajectory.info.fps;
        if (time < next) continue;
        next = time + kEvery;
        std::vector<Vec2d> waiting;  // x along the door, y away from it
        for (const Frames::Sample s : frames.at(f)) {
            const Vec2d p = frames.position(s) - middle;
            const double away = dot(p, against);
            const double speed = individual_speed(frames.track(s), s.index, trajectory.info, steps, plan.speed_border);
            if (away > 0 && speed < kQueueSpeed) waiting.push_back({dot(p, along), away});
        }
        std::vector<bool> joined(waiting.size(), false);
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            if (distance_to_segment(waiting[i], {-half_door, 0}, {half_door, 0}) > kChain) continue;
            joined[i] = true;
            open.push_back(i);
        }
        std::vector<double> depths, widths;
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            depths.push_back(waiting[i].y);
            widths.push_back(std::abs(waiting[i].x));
            for (std::size_t j = 0; j < waiting.size(); ++j) {
                if (joined[j] || norm(waiting[j] - waiting[i]) > kChain) continue;
                joined[j] = true;
                open.push_back(j);
            }
        }
        if (depths.size() < kFewestInQueue) continue;
        ++shape.moments;
        shape.people += static_cast<double>(depths.size());
        depth += percentile(depths, kOutermost);
        half_width += percentile(widths, kOutermost);
    }
    if (shape.moments == 0) return shape;
    const auto n = static_cast<double>(shape.moments);
    shape.depth = depth / n;
    shape.half_width = half_width / n;
    shape.people /= n;
    return shape;
}

}  // namespace sidestep
