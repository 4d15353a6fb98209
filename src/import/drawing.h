// What the readers make of a file: polygons and lines in metres as they were drawn, with all their faults.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "outline/refuse.h"
#include "sidestep/import.h"
#include "sidestep/vec2.h"

namespace sidestep {

struct Drawing {
    enum class Role : std::uint8_t { floor, obstacle };
    struct Polygon {
        Role role = Role::floor;
        std::vector<std::vector<Vec2d>> rings;  ///< the outer one first; the first point is not repeated
    };
    std::vector<Polygon> polygons;
    std::vector<std::vector<Vec2d>> lines;
    std::vector<PlanPlace> places;  ///< neither floor nor walls
    /// No polygon says where one can walk: it is what the lines enclose.
    bool plan = false;
    /// Slices of solids: pieces overlap and come in fragments by nature, so that is not told, and fragments in line are
    /// joined.
    bool slices = false;
    /// Without a choice of the user: every region is kept (drawn as walkable), or only one (what is left between
    /// walls).
    bool keep_all = false;
};

inline void add(ImportReport& report, RepairKind kind, Vec2d place) {
    report.repairs[static_cast<std::size_t>(kind)].push_back(place);
}

inline void ignore(ImportReport& report, const std::string& what, std::size_t count = 1) {
    if (count == 0) return;
    for (ImportReport::Ignored& entry : report.ignored) {
        if (entry.what == what) {
            entry.count += count;
            return;
        }
    }
    report.ignored.push_back({what, count});
}

}  // namespace sidestep
