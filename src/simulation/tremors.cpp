#include "simulation/tremors.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace sidestep {

namespace {

bool walks(const World& world, Row row) {
    return (world.now.self[row].flags & flag::arrived) == 0 && (world.wishes[row].flags & wish::waits) == 0;
}

Vec2d place_of(const World& world, Row row) {
    return {world.now.place[row].x, world.now.place[row].y};
}

Vec2f velocity_of(const World& world, Row row) {
    return {world.now.motion[row].vx, world.now.motion[row].vy};
}

}  // namespace

void Tremors::look(const World& world, Vec2d periodic, double now, double dt) {
    if (!watched_.empty()) {
        go_on(world, periodic, now, dt);
        if (now - began_ >= kSpell * (1 - 1e-9)) end();
        return;
    }
    const double every = kSpellEvery[world.size() > kSmallCrowd];
    // In the middle: when a run begins everybody sets out.
    const auto spells_by = [&](double time) { return std::floor(time / every + 0.5 + 1e-9); };
    if (spells_by(now) != spells_by(now - dt)) begin(world, now);
}

void Tremors::begin(const World& world, double now) {
    began_ = now;
    steps_ = 0;
    // Drawn anew for each spell, and by id: rows have no order of their own.
    const auto spell = static_cast<std::uint64_t>(now * 1000);
    const auto draw = [&](AgentId id) { return mix(id ^ mix(spell)); };
    const auto later = [&](const Watched& a, const Watched& b) { return draw(a.id) < draw(b.id); };
    for (Row row = 0; row < world.size(); ++row) {
        if (!walks(world, row)) continue;
        const Watched one{world.now.motion[row].id, world.now.self[row].slot, velocity_of(world, row),
                          place_of(world, row), now};
        if (watched_.size() == kWatchedAtOnce) {
            if (!later(one, watched_.front())) continue;
            std::pop_heap(watched_.begin(), watched_.end(), later);
            watched_.pop_back();
        }
        watched_.push_back(one);
        std::push_heap(watched_.begin(), watched_.end(), later);
    }
    for (std::size_t i = 0; i < watched_.size(); ++i) index_[watched_[i].slot] = static_cast<std::uint8_t>(i + 1);
}

void Tremors::go_on(const World& world, Vec2d periodic, double now, double dt) {
    ++steps_;
    for (Row row = 0; row < world.size(); ++row) {
        const std::uint8_t index = index_[world.now.self[row].slot];
        if (index == 0) continue;
        Watched& w = watched_[index - 1u];
        // Somebody else may have its slot by now.
        if (world.now.motion[row].id != w.id || !walks(world, row)) continue;
        ++w.steps;
        const double passed = now - w.at;
        if (passed < kGlance - 0.5 * dt) continue;
        const Vec2d place = place_of(world, row), walked{wrapped_difference(w.place.x, place.x, periodic.x),
                                                         wrapped_difference(w.place.y, place.y, periodic.y)};
        const Vec2d v = walked / passed;
        w.reversals.add((v - Vec2d{w.velocity.x, w.velocity.y}) / passed, now);
        w.velocity = {static_cast<float>(v.x), static_cast<float>(v.y)};
        w.place = place;
        w.at = now;
    }
}

void Tremors::end() {
    for (const Watched& w : watched_) {
        index_[w.slot] = 0;
        if (w.steps < steps_) continue;  // arrived, or waits meanwhile
        ++sums_.spells;
        sums_.shivering += w.reversals.count() >= kShiversFrom;
    }
    watched_.clear();
}

void Tremors::restore(Sums sums, double began, std::uint64_t steps, std::span<const Watched> watched) {
    std::fill(index_.begin(), index_.end(), std::uint8_t{0});
    sums_ = sums;
    began_ = began;
    steps_ = steps;
    watched_.assign(watched.begin(), watched.end());
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        make_room(watched_[i].slot);
        index_[watched_[i].slot] = static_cast<std::uint8_t>(i + 1);
    }
}

}  // namespace sidestep
