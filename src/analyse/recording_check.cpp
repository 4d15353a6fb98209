#include "sidestep/recording_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace sidestep {
namespace {

constexpr double kSmall = 1;           // m, in which no crowd walks
constexpr double kSlowHalf = 0.05;     // m/s, likewise
constexpr std::size_t kFewSteps = 20;  // say nothing of speeds

double step_speed(const Track& track, std::size_t i, const TrajectoryInfo& info) {
    const Vec2d a = track.position[i - 1], b = track.position[i];
    const Vec2d way{wrapped_difference(a.x, b.x, info.periodic.x), wrapped_difference(a.y, b.y, info.periodic.y)};
    return norm(way) * info.fps / (track.frame[i] - track.frame[i - 1]);
}

/// Frames from sample to sample, of most steps; 1 where there is none.
std::uint32_t usual_step(const Trajectory& trajectory) {
    std::map<std::uint32_t, std::size_t> count;
    for (const Track& track : trajectory.tracks) {
        for (std::size_t i = 1; i < track.frame.size(); ++i) ++count[track.frame[i] - track.frame[i - 1]];
        if (count.size() > 10'000) break;  // no rhythm at all
    }
    std::uint32_t step = 1;
    std::size_t most = 0;
    for (const auto& [frames, times] : count) {
        if (times > most) step = frames, most = times;
    }
    return step;
}

std::string_view plural(std::size_t n, std::string_view one, std::string_view many) {
    return n == 1 ? one : many;
}

std::string people_text(std::size_t n) {
    return fmt::format("{} {}", n, plural(n, "person", "people"));
}

class Checker {
public:
    explicit Checker(const Trajectory& trajectory)
        : trajectory_(trajectory), info_(trajectory.info), step_(usual_step(trajectory)) {}

    std::vector<Finding> check() {
        look_at_frames();
        if (!look_at_unit()) look_at_jumps();
        look_at_phases();
        look_at_short();
        return std::move(found_);
    }

private:
    void look_at_frames() {
        Finding gaps{.kind = "gaps"}, uneven{.kind = "uneven"};
        std::uint64_t missing = 0, longest = 0;
        std::uint32_t after = 0;
        for (const Track& track : trajectory_.tracks) {
            bool has_gap = false, is_uneven = false;
            for (std::size_t i = 1; i < track.frame.size(); ++i) {
                const std::uint32_t frames = track.frame[i] - track.frame[i - 1];
                if (frames == step_) continue;
                if (frames % step_ != 0) {
                    if (uneven.times++ == 0) uneven.row = {track.id, track.frame[i]};
                    is_uneven = true;
                    continue;
                }
                const std::uint32_t lost = frames / step_ - 1;
                ++gaps.times;
                missing += lost;
                has_gap = true;
                if (lost <= longest) continue;
                longest = lost;
                after = track.frame[i - 1];
                gaps.row = {track.id, track.frame[i]};
            }
            gaps.people += has_gap;
            uneven.people += is_uneven;
        }
        if (gaps.people > 0) {
            gaps.text = fmt::format(
                "{} {} missing in {} {} between the first and the last, in {} {}; agent {} longest, in {} after frame "
                "{}",
                people_text(gaps.people), plural(gaps.people, "is", "are"), missing,
                plural(missing, "sample", "samples"), gaps.times, plural(gaps.times, "gap", "gaps"), gaps.row.id,
                longest, after);
            found_.push_back(std::move(gaps));
        }
        if (uneven.people > 0) {
            uneven.text =
                fmt::format("samples are {} {} apart, but not in {} {} of {}; agent {} at frame {}", step_,
                            plural(step_, "frame", "frames"), uneven.times, plural(uneven.times, "step", "steps"),
                            people_text(uneven.people), uneven.row.id, uneven.row.frame);
            found_.push_back(std::move(uneven));
        }
    }

    /// Whether all speeds are in doubt, so that single ones say nothing.
    bool look_at_unit() {
        std::vector<double> speeds;
        Vec2d low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}, high = -low;
        RowKey first_move{};
        for (const Track& track : trajectory_.tracks) {
            for (std::size_t i = 0; i < track.frame.size(); ++i) {
                const Vec2d p = track.position[i];
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
                if (i == 0) continue;
                const double speed = step_speed(track, i, info_);
                if (!(speed > 0)) continue;
                if (speeds.empty()) first_move = {track.id, track.frame[i]};
                speeds.push_back(speed);
            }
        }
        if (speeds.size() < kFewSteps) return false;
        const auto middle = speeds.begin() + static_cast<std::ptrdiff_t>(speeds.size() / 2);
        std::nth_element(speeds.begin(), middle, speeds.end());
        const Vec2d size = high - low;
        const bool fast = *middle > kFastestHalf;
        const bool small = *middle < kSlowHalf && std::max(size.x, size.y) < kSmall;
        if (!fast && !small) return false;
        found_.push_back({.kind = fast ? "speed" : "small",
                          .people = trajectory_.tracks.size(),
                          .times = speeds.size(),
                          .row = first_move,
                          .text = fmt::format("half of all steps are {} than {:.3g} m/s, and all lie within {:.3g} m × "
                                              "{:.3g} m: the unit of the places or the frame rate is another, as where "
                                              "{}",
                                              fast ? "faster" : "slower", *middle, size.x, size.y,
                                              fast ? "centimetres are taken for metres (--unit 0.01)"
                                                   : "metres are taken for centimetres (--unit 1)")});
        return true;
    }

    void look_at_jumps() {
        Finding jumps{.kind = "jumps"};
        double fastest = 0;
        std::uint32_t before = 0;
        for (const Track& track : trajectory_.tracks) {
            bool any = false;
            for (std::size_t i = 1; i < track.frame.size(); ++i) {
                const double speed = step_speed(track, i, info_);
                if (!(speed > kFastestStep)) continue;
                any = true;
                ++jumps.times;
                if (speed <= fastest) continue;
                fastest = speed;
                before = track.frame[i - 1];
                jumps.row = {track.id, track.frame[i]};
            }
            jumps.people += any;
        }
        if (jumps.people == 0) return;
        const double metres = fastest * (jumps.row.frame - before) / info_.fps;
        jumps.text = fmt::format(
            "{} {} in {} {} faster than {:g} m/s; agent {} most, {:.3g} m from frame {} to {}, "
            "{:.3g} m/s",
            people_text(jumps.people), plural(jumps.people, "jumps", "jump"), jumps.times,
            plural(jumps.times, "step", "steps"), kFastestStep, jumps.row.id, metres, before, jumps.row.frame, fastest);
        found_.push_back(std::move(jumps));
    }

    /// Frames that nobody else was looked at in: in no frame all are there at once.
    void look_at_phases() {
        if (step_ < 2) return;
        std::map<std::uint32_t, std::size_t> count;
        for (const Track& track : trajectory_.tracks) {
            if (!track.frame.empty()) ++count[track.frame.front() % step_];
        }
        if (count.size() < 2) return;
        const auto usual = std::ranges::max_element(count, {}, [](const auto& phase) { return phase.second; });
        Finding phases{.kind = "phases", .times = count.size()};
        for (const Track& track : trajectory_.tracks) {
            if (track.frame.empty() || track.frame.front() % step_ == usual->first) continue;
            if (phases.people++ == 0) phases.row = {track.id, track.frame.front()};
        }
        phases.text = fmt::format(
            "everybody is sampled every {} frames, but {} in other frames than the most, in {} "
            "phases; agent {} from frame {}: they meet in no frame",
            step_, people_text(phases.people), count.size(), phases.row.id, phases.row.frame);
        found_.push_back(std::move(phases));
    }

    void look_at_short() {
        Finding single{.kind = "single"}, still{.kind = "still"};
        std::set<AgentId> waiting;
        for (const Wait& wait : trajectory_.waits) waiting.insert(wait.id);
        for (const Track& track : trajectory_.tracks) {
            if (track.frame.empty()) continue;
            const RowKey row{track.id, track.frame.front()};
            if (track.frame.size() == 1) {
                if (single.people++ == 0) single.row = row;
                continue;
            }
            const bool moved =
                std::ranges::any_of(track.position, [&](Vec2d p) { return p != track.position.front(); });
            if (moved || waiting.contains(track.id)) continue;
            if (still.people++ == 0) still.row = row;
        }
        if (single.people > 0) {
            single.times = single.people;
            single.text = fmt::format("{} {} seen in a single frame, agent {} in frame {}", people_text(single.people),
                                      plural(single.people, "is", "are"), single.row.id, single.row.frame);
            found_.push_back(std::move(single));
        }
        if (still.people > 0) {
            still.times = still.people;
            still.text = fmt::format("{} {} exactly where they are in all frames, agent {} from frame {}",
                                     people_text(still.people), plural(still.people, "stays", "stay"), still.row.id,
                                     still.row.frame);
            found_.push_back(std::move(still));
        }
    }

    const Trajectory& trajectory_;
    const TrajectoryInfo& info_;
    const std::uint32_t step_;
    std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> check_recording(const Trajectory& trajectory) {
    return Checker(trajectory).check();
}

}  // namespace sidestep
