#include "sidestep/displacement.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "analyse/place_at.h"
#include "analyse/resample.h"

namespace sidestep {
namespace {

/// Both on one clock, that of the recording.
class Comparison {
public:
    Comparison(const Trajectory& result, const Trajectory& recording, const MatchOptions& options)
        : options_(options),
          fps_(result.info.fps),
          recorded_fps_(recording.info.fps),
          periodic_(recording.info.periodic) {
        for (const Track& t : result.tracks) add(t, result.info.periodic, walked_);
        for (const Track& t : recording.tracks) add(t, recording.info.periodic, filmed_);
    }

    Displacements compare() const {
        Displacements all;
        const std::vector<std::ptrdiff_t> stands_for = options_.by == MatchBy::id ? by_id() : by_entry();
        std::vector<bool> taken(filmed_.size(), false);
        for (std::size_t i = 0; i < walked_.size(); ++i) {
            if (stands_for[i] < 0) {
                all.only_result.push_back(walked_[i].id);
                continue;
            }
            const auto j = static_cast<std::size_t>(stands_for[i]);
            taken[j] = true;
            all.people.push_back(displacement(walked_[i], filmed_[j]));
        }
        for (std::size_t j = 0; j < filmed_.size(); ++j) {
            if (!taken[j]) all.only_recording.push_back(filmed_[j].id);
        }
        return all;
    }

private:
    static void add(const Track& track, Vec2d periodic, std::vector<Track>& tracks) {
        if (!track.frame.empty()) tracks.push_back(periodic == Vec2d{} ? track : unrolled(track, periodic));
    }
    double first_time(const Track& walked) const { return walked.frame.front() / fps_ + options_.begin; }
    double last_time(const Track& walked) const { return walked.frame.back() / fps_ + options_.begin; }
    /// Who has arrived stays there; the clocks may differ by a rounding at the first sample.
    Vec2d walked_at(const Track& walked, double time) const {
        if (time >= last_time(walked)) return walked.position.back();
        return place_at(walked, (time - options_.begin) * fps_).value_or(walked.position.front());
    }
    double distance(Vec2d a, Vec2d b) const {
        Vec2d d = a - b;
        if (periodic_.x > 0) d.x = std::remainder(d.x, periodic_.x);
        if (periodic_.y > 0) d.y = std::remainder(d.y, periodic_.y);
        return norm(d);
    }

    std::vector<std::ptrdiff_t> by_id() const {
        std::vector<std::ptrdiff_t> stands_for(walked_.size(), -1);
        for (std::size_t i = 0; i < walked_.size(); ++i) {
            const auto same = std::ranges::find(filmed_, walked_[i].id, &Track::id);
            if (same != filmed_.end()) stands_for[i] = same - filmed_.begin();
        }
        return stands_for;
    }

    /// The nearest first; of equals who comes first in both.
    std::vector<std::ptrdiff_t> by_entry() const {
        std::vector<std::tuple<double, std::size_t, std::size_t>> near;
        for (std::size_t i = 0; i < walked_.size(); ++i) {
            const double time = first_time(walked_[i]);
            for (std::size_t j = 0; j < filmed_.size(); ++j) {
                const Track& filmed = filmed_[j];
                const double entry = filmed.frame.front() / recorded_fps_;
                if (std::abs(time - entry) > options_.late + 1e-9) continue;
                const auto there = place_at(filmed, time * recorded_fps_);
                const double apart = distance(walked_[i].position.front(), there.value_or(filmed.position.front()));
                if (apart <= options_.apart) near.emplace_back(apart, i, j);
            }
        }
        std::ranges::sort(near);
        std::vector<std::ptrdiff_t> stands_for(walked_.size(), -1);
        std::vector<bool> taken(filmed_.size(), false);
        for (const auto& [apart, i, j] : near) {
            if (stands_for[i] >= 0 || taken[j]) continue;
            stands_for[i] = static_cast<std::ptrdiff_t>(j);
            taken[j] = true;
        }
        return stands_for;
    }

    Displacement displacement(const Track& walked, const Track& filmed) const {
        Displacement d{.id = walked.id, .recorded = filmed.id};
        const double from = std::max(first_time(walked), filmed.frame.front() / recorded_fps_);
        double sum = 0;
        for (std::size_t k = 0; k < filmed.frame.size(); ++k) {
            const double time = filmed.frame[k] / recorded_fps_;
            if (time < from + 1e-9) continue;
            d.fde = distance(walked_at(walked, time), filmed.position[k]);
            d.most = std::max(d.most, d.fde);
            sum += d.fde;
            ++d.moments;
        }
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        d.ade = d.moments > 0 ? sum / static_cast<double>(d.moments) : kNone;
        if (d.moments == 0) d.fde = d.most = kNone;
        if (const double way = length(filmed); way > 0) d.length_ratio = length(walked) / way;
        const double seconds = (filmed.frame.back() - filmed.frame.front()) / recorded_fps_;
        if (seconds > 0) d.duration_ratio = (last_time(walked) - first_time(walked)) / seconds;
        return d;
    }
    static double length(const Track& track) {
        double sum = 0;
        for (std::size_t k = 1; k < track.position.size(); ++k) sum += norm(track.position[k] - track.position[k - 1]);
        return sum;
    }

    const MatchOptions& options_;
    double fps_, recorded_fps_;
    Vec2d periodic_;
    std::vector<Track> walked_, filmed_;
};

}  // namespace

Displacements displacements(const Trajectory& result, const Trajectory& recording, const MatchOptions& options) {
    return Comparison(result, recording, options).compare();
}

}  // namespace sidestep
