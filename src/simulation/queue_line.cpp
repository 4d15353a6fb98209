#include "simulation/queue_line.h"

#include <algorithm>
#include <cmath>

#include "sidestep/parameters.h"

namespace sidestep {

namespace {

constexpr double kTouch = 1e-9;           // m
constexpr std::size_t kMostBeyond = 500;  // places behind the drawn end that are looked at where there are walls

}  // namespace

QueueLine::QueueLine(const QueueSpec& spec, const Map& map) : spacing_(spec.spacing) {
    double along = 0;
    for (std::size_t i = 0; i < spec.line.size(); ++i) {
        if (i > 0) along += norm(spec.line[i] - spec.line[i - 1]);
        corners_.push_back({spec.line[i], along});
    }
    station_ = {0};
    if (corners_.size() == 1) return;
    backwards_ = unit(corners_.back().at - corners_[corners_.size() - 2].at);
    // Behind the end the way is straight: two places there are enough to know all others.
    for (int beyond = 0; beyond < 2;) {
        station_.push_back(next_place(station_.back()));
        beyond += station_.back() >= along;
        places_ += station_.back() <= along + kTouch;
    }
    const auto before = std::upper_bound(station_.begin(), station_.end(), along + kTouch) - station_.begin() - 1;
    const double from = station_[static_cast<std::size_t>(before)];
    const double to = station_[static_cast<std::size_t>(before) + 1];
    end_ = spacing_ * (static_cast<double>(before) + (along - from) / (to - from));
    limit_ = kUnlimited;
    if (map.empty()) return;
    for (std::size_t n = places_; n < places_ + kMostBeyond; ++n) {
        const double x = spacing_ * static_cast<double>(n);
        const Vec2d one = place(x), before_it = place(x - spacing_);
        if (map.walkable(one) && map.clearance(one, kUsualRadius) >= kUsualRadius && !map.crosses_wall(before_it, one))
            continue;
        limit_ = x - spacing_;
        return;
    }
    limit_ = spacing_ * static_cast<double>(places_ + kMostBeyond - 1);
}

double QueueLine::next_place(double along) const {
    const Vec2d from = at(along);
    Vec2d a = from;
    double walked = along;
    const auto first = std::upper_bound(corners_.begin(), corners_.end(), along,
                                        [](double value, const Corner& corner) { return value < corner.along; });
    for (auto corner = first;; ++corner) {
        const bool beyond = corner == corners_.end();
        const Vec2d b = beyond ? a + backwards_ * (norm(a - from) + 2 * spacing_) : corner->at;
        if (norm(b - from) < spacing_) {
            walked = corner->along;
            a = b;
            continue;
        }
        // Where the piece leaves the circle around the place before.
        const Vec2d way = b - a;
        const double length2 = norm_squared(way), half = dot(a - from, way);
        const double under = half * half - length2 * (norm_squared(a - from) - spacing_ * spacing_);
        const double share = (-half + std::sqrt(std::max(0.0, under))) / length2;
        return walked + share * std::sqrt(length2);
    }
}

Vec2d QueueLine::at(double along) const {
    const auto next = std::upper_bound(corners_.begin(), corners_.end(), along,
                                       [](double value, const Corner& corner) { return value < corner.along; });
    if (next == corners_.begin()) return corners_.front().at;
    const Corner& before = *(next - 1);
    if (next == corners_.end()) return before.at + backwards_ * (along - before.along);
    return before.at + (next->at - before.at) * ((along - before.along) / (next->along - before.along));
}

Vec2d QueueLine::place(double x) const {
    if (station_.size() == 1 || x <= 0) return corners_.front().at;
    const auto n = std::min(static_cast<std::size_t>(x / spacing_), station_.size() - 2);
    const double share = x / spacing_ - static_cast<double>(n);
    return at(station_[n] + (station_[n + 1] - station_[n]) * share);
}

Vec2d QueueLine::forward(double x) const {
    if (station_.size() == 1) return {};
    // Half a hand's breadth ahead: corners are cut.
    constexpr double kAhead = 0.05;
    const double from = std::max(x, kAhead);
    return (place(from - kAhead) - place(from)) / kAhead;
}

}  // namespace sidestep
