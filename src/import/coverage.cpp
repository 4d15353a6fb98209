#include "import/coverage.h"

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace

Coverage::Coverage(const Faces& faces, const std::vector<EdgeSource>& sources, std::size_t polygon_count)
    : floors_(faces.face_count(), 0), obstacles_(faces.face_count(), 0) {
    struct Polygon {
        bool outer = false;
        std::vector<std::uint32_t> holes;  // we are in now; of thousands a polygon may have
        bool covers() const { return outer && holes.empty(); }
    };
    std::vector<Polygon> polygons(polygon_count);
    std::vector<bool> enclosed(sources.size(), false), useful(sources.size(), false);
    std::uint32_t floors = 0, obstacles = 0;
    const auto cross_edge = [&](std::uint32_t edge) {
        for (const std::uint32_t s : faces.crossed_rings(edge)) {
            const EdgeSource& source = sources[s];
            Polygon& polygon = polygons[source.polygon];
            const bool before = polygon.covers();
            enclosed[s] = true;
            if (!source.hole) {
                polygon.outer = !polygon.outer;
            } else if (std::erase(polygon.holes, s) == 0) {
                polygon.holes.push_back(s);
            }
            if (polygon.outer) {
                for (const std::uint32_t hole : polygon.holes) useful[hole] = true;
            }
            if (before == polygon.covers()) continue;
            (source.obstacle ? obstacles : floors) += before ? ~0u : 1u;
        }
    };

    const auto [first, halves] = faces.borders();
    // Walks from face to face, in and back out again, so that at every moment it is known which rings are around.
    std::vector<bool> seen(faces.face_count(), false);
    struct Visit {
        std::uint32_t face, next, entered;
    };
    std::vector<Visit> stack{{0, first[0], kNone}};
    seen[0] = true;
    while (!stack.empty()) {
        Visit& visit = stack.back();
        if (visit.next == first[visit.face + 1]) {
            if (visit.entered != kNone) cross_edge(visit.entered);
            stack.pop_back();
            continue;
        }
        const std::uint32_t half = halves[visit.next++], other = faces.face(Faces::twin(half));
        if (seen[other]) continue;
        seen[other] = true;
        cross_edge(half / 2);
        floors_[other] = floors;
        obstacles_[other] = obstacles;
        stack.push_back({other, first[other], half / 2});
    }
    for (std::uint32_t s = 0; s < sources.size(); ++s) {
        if (!sources[s].is_line() && sources[s].hole && enclosed[s] && !useful[s]) useless_holes_.push_back(s);
    }
}

}  // namespace sidestep
