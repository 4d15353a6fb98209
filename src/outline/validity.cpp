#include "outline/validity.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "outline/ring_sweep.h"

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = RingRelations::kNone;

/// Rings and the points where they touch, as a graph: where it has a cycle, the interior falls apart.
std::optional<Vec2d> closed_chain(std::vector<RingRelations::Touch> touches, std::size_t rings) {
    std::sort(touches.begin(), touches.end(), [](const auto& l, const auto& r) {
        if (l.at.x != r.at.x) return l.at.x < r.at.x;
        if (l.at.y != r.at.y) return l.at.y < r.at.y;
        return l.ring != r.ring ? l.ring < r.ring : l.other < r.other;
    });
    std::vector<std::uint32_t> parent(rings);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t r) {
        while (parent[r] != r) r = parent[r] = parent[parent[r]];
        return r;
    };
    // Several that touch at one point were told as a chain, so each touch is a link of its own.
    for (const RingRelations::Touch& touch : touches) {
        const std::uint32_t a = root(touch.ring), b = root(touch.other);
        if (a == b) return touch.at;
        parent[std::max(a, b)] = std::min(a, b);
    }
    return std::nullopt;
}

}  // namespace

std::optional<AreaFault> fault_of(const MapOutline::Area& area) {
    std::vector<const Ring*> rings{&area.outer};
    for (const Ring& hole : area.holes) rings.push_back(&hole);
    for (const Ring* ring : rings) {
        if (ring->size() < 3) return AreaFault{"Too few points in geometry component", ring->front()};
    }
    const RingRelations relations = relations_of(rings);
    switch (relations.fault) {
        case RingRelations::Fault::crossing:
            return AreaFault{"Self-intersection", relations.at};
        case RingRelations::Fault::self_touching:
            return AreaFault{"Ring Self-intersection", relations.at};
        case RingRelations::Fault::none:
            break;
    }
    for (std::uint32_t r = 1; r < rings.size(); ++r) {
        const std::uint32_t around = relations.around[r];
        if (around == 0) continue;
        return AreaFault{around == kNone ? "Hole lies outside shell" : "Holes are nested", rings[r]->front()};
    }
    if (const auto at = closed_chain(relations.touches, rings.size()))
        return AreaFault{"Interior is disconnected", *at};
    return std::nullopt;
}

bool apart(const std::vector<MapOutline::Area>& areas) {
    std::vector<const Ring*> rings;
    std::vector<std::uint32_t> area_of;
    for (std::uint32_t a = 0; a < areas.size(); ++a) {
        rings.push_back(&areas[a].outer);
        for (const Ring& hole : areas[a].holes) rings.push_back(&hole);
        area_of.resize(rings.size(), a);
    }
    const RingRelations relations = relations_of(rings);
    if (relations.fault != RingRelations::Fault::none) return false;
    for (const RingRelations::Touch& touch : relations.touches) {
        if (area_of[touch.ring] != area_of[touch.other]) return false;
    }
    // An area may lie in another's hole, and a hole in its own area alone.
    for (std::uint32_t r = 0; r < rings.size(); ++r) {
        const std::uint32_t around = relations.around[r];
        const bool outer = rings[r] == &areas[area_of[r]].outer;
        const bool in_floor = around != kNone && rings[around] == &areas[area_of[around]].outer;
        if (outer == in_floor) return false;
        if (!outer && area_of[around] != area_of[r]) return false;
    }
    return true;
}

}  // namespace sidestep
