#include "outline/unite.h"

#include <algorithm>
#include <utility>

#include "outline/boundary.h"
#include "outline/faces.h"
#include "outline/given_corners.h"
#include "outline/ring_sweep.h"
#include "outline/validity.h"

namespace sidestep {
namespace {

class Union {
public:
    explicit Union(const std::vector<MapOutline::Area>& areas) {
        Vec2d low = areas.front().outer.front(), high = low;
        for (const MapOutline::Area& area : areas) {
            for (const Vec2d p : area.outer) {
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        }
        frame_ = LatticeFrame::around(low, high);
        for (const MapOutline::Area& area : areas) {
            add(area.outer, true);
            for (const Ring& hole : area.holes) add(hole, false);
        }
        given_.sort();
    }

    std::vector<MapOutline::Area> run() {
        unite_points(work_);
        node(work_, 0, {});
        const Faces faces(work_, {EdgeSource{0}});
        const std::vector<std::int32_t> windings = faces.windings();
        std::vector<bool> keep(faces.face_count());
        for (std::size_t f = 0; f < keep.size(); ++f) keep[f] = windings[f] > 0;
        MapOutline outline = boundary(faces, keep, frame_, {});
        for (MapOutline::Area& area : outline.floor) {
            restore(area.outer);
            for (Ring& hole : area.holes) restore(hole);
        }
        return std::move(outline.floor);
    }

private:
    void add(const Ring& ring, bool outer) {
        const bool forwards = counterclockwise(ring) == outer;
        const auto first = static_cast<std::uint32_t>(work_.points.size());
        const auto count = static_cast<std::uint32_t>(ring.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            const LatticePoint p = frame_.on(ring[i]);
            given_.add(p, ring[i]);
            work_.points.push_back(p);
            const std::uint32_t a = first + i, b = first + (i + 1) % count;
            work_.pieces.push_back(forwards ? Piece{a, b, 0} : Piece{b, a, 0});
        }
    }

    /// The corners' own coordinates. Outer rings run clockwise: results of earlier versions keep their bits.
    void restore(Ring& ring) const {
        std::reverse(ring.begin(), ring.end());
        for (Vec2d& p : ring) p = given_.at(p, frame_);
    }

    LatticeFrame frame_;
    GivenCorners given_;
    Linework work_;
};

}  // namespace

std::vector<MapOutline::Area> united(std::vector<MapOutline::Area> areas) {
    return areas.size() < 2 || apart(areas) ? std::move(areas) : Union(areas).run();
}

}  // namespace sidestep
