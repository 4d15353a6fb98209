// Single files in recordings: the line, everybody's way along it, and whether it is one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyse/file_order.h"
#include "analyse/find_line.h"
#include "analyse/frame_grid.h"
#include "sidestep/error.h"
#include "sidestep/walk_line.h"

namespace sidestep {
namespace {

constexpr std::size_t kLookedAt = 10'000;  // places, to find a line
constexpr double kMostOff = 0.95;          // share of places within the distance across
constexpr double kLeastLength = 1.5;       // m, of a line that is found
constexpr double kAbreast = 0.2;           // m along the line: who is closer walks beside
constexpr double kMostAbreast = 0.02;      // share of the samples
constexpr double kMoved = 0.5;             // m, who has come farther has a direction
constexpr double kMostAgainst = 0.02;      // share of those

/// Evenly from all there are.
std::vector<Vec2d> some_places(const Trajectory& trajectory) {
    std::size_t all = 0;
    for (const Track& track : trajectory.tracks) all += track.position.size();
    const std::size_t each = all / kLookedAt + 1;
    std::vector<Vec2d> places;
    std::size_t i = 0;
    for (const Track& track : trajectory.tracks) {
        for (const Vec2d p : track.position) {
            if (i++ % each == 0) places.push_back(p);
        }
    }
    return places;
}

double most_off(const WalkLine& line, std::span<const Vec2d> places) {
    std::vector<double> off;
    off.reserve(places.size());
    for (const Vec2d p : places) off.push_back(std::abs(line.place(p).across));
    const auto at = off.begin() + static_cast<std::ptrdiff_t>(kMostOff * static_cast<double>(off.size() - 1));
    std::nth_element(off.begin(), at, off.end());
    return *at;
}

/// Straight along a periodic axis through the middle of places; by the one along which most way is made.
std::optional<WalkLine> periodic_line(const Trajectory& trajectory, std::span<const Vec2d> places) {
    const Vec2d length = trajectory.info.periodic;
    Vec2d way{}, mean{};
    for (const Track& track : trajectory.tracks) {
        for (std::size_t i = 1; i < track.position.size(); ++i) {
            const Vec2d a = track.position[i - 1], b = track.position[i];
            way.x += std::abs(wrapped_difference(a.x, b.x, length.x));
            way.y += std::abs(wrapped_difference(a.y, b.y, length.y));
        }
    }
    for (const Vec2d p : places) mean += p;
    mean = mean / static_cast<double>(places.size());
    if (way.x >= way.y && length.x > 0) return WalkLine::periodic({0, mean.y}, {1, 0}, length.x);
    if (way.y > way.x && length.y > 0) return WalkLine::periodic({mean.x, 0}, {0, 1}, length.y);
    return std::nullopt;
}

struct LineFound {
    std::optional<WalkLine> line;
    std::string why_not;
};

LineFound find_line(const Trajectory& trajectory, double across) {
    const std::vector<Vec2d> places = some_places(trajectory);
    if (places.size() < 2) return {std::nullopt, "nobody walks"};
    if (auto line = periodic_line(trajectory, places)) {
        const double off = most_off(*line, places);
        if (off <= across) return {std::move(line), {}};
        return {std::nullopt, fmt::format("people walk along a periodic axis, up to {:.2f} m beside its middle", off)};
    }
    const auto straight = straight_through(places);
    if (!straight || straight->length() < kLeastLength) return {std::nullopt, "nobody gets anywhere"};
    const double off = most_off(*straight, places);
    if (off <= across) return {straight, {}};
    const std::string beside = fmt::format("people are up to {:.2f} m beside the best straight line", off);
    const auto loop = loop_through(places);
    if (!loop) return {std::nullopt, beside + " and do not go round"};
    const double beside_loop = most_off(*loop, places);
    if (beside_loop <= across) return {loop, {}};
    return {std::nullopt, fmt::format("{} and up to {:.2f} m beside the best loop", beside, beside_loop)};
}

/// Places along the line at the steps from the first sample to the last, evenly between samples.
class WalkBuilder {
public:
    WalkBuilder(AgentId id, float radius, const FrameGrid& grid, std::vector<LineWalk>& walks)
        : id_(id), radius_(radius), grid_(grid), walks_(walks) {}

    void add(std::uint32_t frame, double along, double lost_frames, double ring) {
        const double now = static_cast<double>(frame - grid_.first) / grid_.interval;
        if (!open_ || (now - time_) * grid_.interval > lost_frames) {
            finish();
            open_ = true;
            walk_ = {.id = id_, .first = static_cast<std::size_t>(std::ceil(now)), .along = {}, .radius = radius_};
            time_ = now;
            along_ = along;
            if (std::ceil(now) == now) walk_.along.push_back(along);
            return;
        }
        const double to = ring > 0 ? along_ + wrapped_difference(round_the_ring(along_, ring), along, ring) : along;
        for (double step = std::floor(time_) + 1; step <= now; ++step) {
            walk_.along.push_back(along_ + (to - along_) * ((step - time_) / (now - time_)));
        }
        time_ = now;
        along_ = to;
    }
    void finish() {
        if (!walk_.along.empty()) walks_.push_back(std::move(walk_));
        walk_ = {};
        open_ = false;
    }

private:
    AgentId id_;
    float radius_;
    const FrameGrid& grid_;
    std::vector<LineWalk>& walks_;
    LineWalk walk_;
    double time_ = 0, along_ = 0;  // of the last sample, in steps and metres
    bool open_ = false;
};

float radius_of(const Trajectory& trajectory, AgentId id) {
    const auto agent = std::ranges::lower_bound(trajectory.agents, id, {}, &AgentInfo::id);
    return agent != trajectory.agents.end() && agent->id == id ? agent->radius : 0;
}

/// Everybody within reach of the line.
void walk_along(const Trajectory& trajectory, const WalkLine& line, double reach, double lost, RecordedFile& found) {
    const FrameGrid grid = frame_grid(trajectory);
    found.first_frame = grid.first;
    found.file.interval = grid.interval / trajectory.info.fps;
    found.file.ring = line.ring();
    // At least from sample to sample, however seldom they are.
    const double lost_frames = std::max(lost * trajectory.info.fps, 1.5 * grid.interval);
    std::vector<double> off;
    for (const Track& track : trajectory.tracks) {
        WalkBuilder builder(track.id, radius_of(trajectory, track.id), grid, found.file.walks);
        for (std::size_t i = 0; i < track.frame.size(); ++i) {
            const WalkLine::Place place = line.place(track.position[i]);
            if (!(std::abs(place.across) <= reach)) continue;
            off.push_back(std::abs(place.across));
            builder.add(track.frame[i], place.along, lost_frames, line.ring());
        }
        builder.finish();
    }
    if (off.empty()) return;
    const auto at = off.begin() + static_cast<std::ptrdiff_t>(kMostOff * static_cast<double>(off.size() - 1));
    std::nth_element(off.begin(), at, off.end());
    found.across = *at;
}

double way_made(const SingleFile& file) {
    double way = 0;
    for (const LineWalk& walk : file.walks) way += walk.along.back() - walk.along.front();
    return way;
}

void turn_round(RecordedFile& found) {
    const WalkLine back = found.line->reversed();
    const double end = back.length();
    for (LineWalk& walk : found.file.walks) {
        for (double& along : walk.along) along = end - along;
    }
    found.line = back;
}

/// Why people on one line are no single file; empty where they are.
std::string disorder(const SingleFile& file) {
    std::size_t with = 0, against = 0;
    for (const LineWalk& walk : file.walks) {
        const double way = walk.along.back() - walk.along.front();
        with += way > kMoved;
        against += way < -kMoved;
    }
    if (with == 0) return "nobody gets anywhere along the line";
    if (static_cast<double>(against) > kMostAgainst * static_cast<double>(with)) {
        return fmt::format("{} walk one way and {} the other", with, against);
    }
    const FileOrder order(file);
    std::size_t samples = 0, abreast = 0;
    for (std::uint32_t i = 0; i < file.walks.size(); ++i) {
        for (std::size_t step = file.walks[i].first; step < file.walks[i].end(); ++step) {
            if (order.leader(i, step) == FileOrder::kNobody) continue;
            ++samples;
            abreast += order.headway(i, step) < kAbreast;
        }
    }
    if (samples == 0) return "nobody follows anybody";
    if (static_cast<double>(abreast) > kMostAbreast * static_cast<double>(samples)) {
        return fmt::format("people walk side by side for {:.0f} % of the time",
                           100 * static_cast<double>(abreast) / static_cast<double>(samples));
    }
    return {};
}

}  // namespace

RecordedFile single_file_of(const Trajectory& trajectory, const SingleFileOptions& options) {
    RecordedFile found;
    const auto refused = [&](std::string why) {
        found = {};
        found.why_not = std::move(why);
        return found;
    };
    found.line = options.line;
    if (!options.line) {
        LineFound searched = find_line(trajectory, options.across);
        if (!searched.line) return refused(std::move(searched.why_not));
        found.line = std::move(searched.line);
    }
    const double reach = options.line ? options.reach : std::numeric_limits<double>::infinity();
    walk_along(trajectory, *found.line, reach, options.lost, found);
    if (found.file.walks.empty()) return refused("nobody is on the line");
    if (way_made(found.file) < 0) turn_round(found);
    if (options.line) return found;
    if (std::string why = disorder(found.file); !why.empty()) return refused(std::move(why));
    return found;
}

RecordedFile require_single_file(const Trajectory& trajectory, const SingleFileOptions& options) {
    RecordedFile found = single_file_of(trajectory, options);
    if (found.found()) return found;
    throw InputError({.message = "this recording has no single file: " + found.why_not,
                      .allowed = "people one behind the other along a straight line or round a loop",
                      .remedy = "Give the line along which to measure, if there is one."});
}

}  // namespace sidestep
