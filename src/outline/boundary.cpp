#include "outline/boundary.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr double kSineOfOneDegree = 0.01745240643728351;

struct Chain {
    std::vector<std::uint32_t> points;
    bool closed;
    std::uint32_t face;  ///< of a closed chain: one that lies inside
};

class Tracer {
public:
    Tracer(const Faces& faces, const std::vector<bool>& keep) : faces_(faces), keep_(keep) {}

    std::vector<Chain> rings() {
        std::vector<Chain> result;
        std::vector<bool> done(faces_.half_edge_count(), false);
        std::vector<std::uint32_t> place(faces_.points().size(), kNone);  // in `path`
        for (std::uint32_t start = 0; start < done.size(); ++start) {
            if (done[start] || !borders(start)) continue;
            std::vector<std::uint32_t> path;
            std::uint32_t half = start;
            do {
                done[half] = true;
                const std::uint32_t p = faces_.from(half);
                if (place[p] != kNone) {
                    // A ring that comes back to a point is two rings that touch there.
                    const auto loop = path.begin() + place[p];
                    result.push_back({{loop, path.end()}, true, faces_.face(start)});
                    for (auto i = loop + 1; i != path.end(); ++i) place[*i] = kNone;
                    path.erase(loop + 1, path.end());
                } else {
                    place[p] = static_cast<std::uint32_t>(path.size());
                    path.push_back(p);
                }
                half = next(half);
            } while (half != start);
            for (const std::uint32_t p : path) place[p] = kNone;
            result.push_back({std::move(path), true, faces_.face(start)});
        }
        return result;
    }

    std::vector<Chain> walls() {
        const auto& edges = faces_.edges();
        std::vector<std::uint32_t> degree(faces_.points().size(), 0);
        std::vector<bool> open(edges.size(), false);
        for (std::uint32_t e = 0; e < edges.size(); ++e) {
            if (borders(2 * e) || borders(2 * e + 1)) {
                // Walls end where they reach a border.
                degree[edges[e].a] += 2, degree[edges[e].b] += 2;
            } else if (edges[e].wall && keep_[faces_.face(2 * e)]) {
                open[e] = true;
                ++degree[edges[e].a], ++degree[edges[e].b];
            }
        }
        std::vector<Chain> result;
        const auto follow = [&](std::uint32_t half) {
            Chain chain{{faces_.from(half)}, false, 0};
            for (;;) {
                open[half / 2] = false;
                const std::uint32_t p = faces_.to(half);
                chain.points.push_back(p);
                if (degree[p] != 2) break;
                std::uint32_t on = faces_.clockwise(Faces::twin(half));
                while (on != Faces::twin(half) && !open[on / 2]) on = faces_.clockwise(on);
                if (on == Faces::twin(half)) break;
                half = on;
            }
            result.push_back(std::move(chain));
        };
        for (std::uint32_t half = 0; half < faces_.half_edge_count(); ++half) {
            if (open[half / 2] && degree[faces_.from(half)] != 2) follow(half);
        }
        for (std::uint32_t e = 0; e < edges.size(); ++e) {
            if (open[e]) follow(2 * e);
        }
        return result;
    }

private:
    bool borders(std::uint32_t half) const {
        return keep_[faces_.face(half)] && !keep_[faces_.face(Faces::twin(half))];
    }
    std::uint32_t next(std::uint32_t half) const {
        std::uint32_t on = faces_.clockwise(Faces::twin(half));
        while (!borders(on)) on = faces_.clockwise(on);
        return on;
    }

    const Faces& faces_;
    const std::vector<bool>& keep_;
};

/// Leaves out points between pieces in line. A point may go when no other lies in the triangle it spans with its
/// neighbours: then nothing can come to lie on the other side of a wall. Nor may the new piece come so near to another
/// point that noding would lead it there: what is made here is in order, also for whoever reads it again.
class Straightener {
public:
    Straightener(const std::vector<LatticePoint>& points, std::vector<Chain>& chains, const Straightening& how)
        : points_(points),
          chains_(chains),
          how_(how),
          uses_(points.size(), 0),
          error_(points.size(), 0),
          grid_(points.size(), [&](std::size_t i) { return SegmentGrid::Segment{points[i], points[i]}; }, 0) {
        for (const Chain& chain : chains) {
            for (std::size_t i = 0; i < chain.points.size(); ++i) {
                ++uses_[chain.points[i]];
                if (i > 0) edges_.insert(key(chain.points[i - 1], chain.points[i]));
            }
            if (chain.closed) edges_.insert(key(chain.points.back(), chain.points.front()));
            // The ends of a wall stay.
            if (!chain.closed) ++uses_[chain.points.front()], ++uses_[chain.points.back()];
        }
    }

    void run() {
        // What went from one chain may have been in the way of another.
        for (bool changed = true; changed;) {
            changed = false;
            for (Chain& chain : chains_) {
                while (pass(chain)) changed = true;
            }
        }
    }

private:
    static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
        return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
    }

    bool pass(Chain& chain) {
        std::vector<std::uint32_t>& p = chain.points;
        std::vector<std::uint32_t> kept;
        kept.reserve(p.size());
        std::size_t left = p.size();
        for (std::size_t i = 0; i < p.size(); ++i) {
            const bool end = !chain.closed && (i == 0 || i + 1 == p.size());
            const bool few = left <= (chain.closed ? 3u : 2u);
            const std::uint32_t before = kept.empty() ? p.back() : kept.back();
            const std::uint32_t after = i + 1 < p.size() ? p[i + 1] : kept.empty() ? p.front() : kept.front();
            if (!end && !few && may_go(before, p[i], after)) {
                edges_.erase(key(before, p[i]));
                edges_.erase(key(p[i], after));
                edges_.insert(key(before, after));
                uses_[p[i]] = 0;
                --left;
            } else {
                kept.push_back(p[i]);
            }
        }
        const bool changed = kept.size() != p.size();
        p = std::move(kept);
        return changed;
    }

    bool may_go(std::uint32_t before, std::uint32_t point, std::uint32_t after) {
        if (uses_[point] != 1 || before == after) return false;
        const LatticePoint a = points_[before], p = points_[point], b = points_[after];
        const double ax = static_cast<double>(p.x) - a.x, ay = static_cast<double>(p.y) - a.y;
        const double bx = static_cast<double>(b.x) - p.x, by = static_cast<double>(b.y) - p.y;
        if (ax * bx + ay * by <= 0) return false;
        // Exactly in line: no wall moves, whatever moved before.
        if (orientation(a, p, b) == 0) return !edges_.contains(key(before, after)) && free(a, p, b);
        if (!how_.as_drawn.empty() && how_.as_drawn[point]) return false;
        const double turned = std::fabs(ax * by - ay * bx);
        const double base = std::sqrt((ax + bx) * (ax + bx) + (ay + by) * (ay + by));
        const double off = turned / base;
        const double error = off + std::max(error_[before], std::max(error_[point], error_[after]));
        if (off > 1.5) {
            if (!how_.rounded || error > how_.tolerance) return false;
            const double sine = turned / std::sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
            if (sine > kSineOfOneDegree) return false;
        } else if (error > how_.tolerance) {
            return false;
        }
        if (edges_.contains(key(before, after)) || !free(a, p, b)) return false;
        error_[before] = std::max(error_[before], error);
        error_[after] = std::max(error_[after], error);
        return true;
    }

    /// No point in the triangle, and none that the way from a to b leads through.
    bool free(LatticePoint a, LatticePoint p, LatticePoint b) const {
        if (orientation(a, p, b) < 0) std::swap(a, b);
        const LatticePoint low{std::min({a.x, p.x, b.x}), std::min({a.y, p.y, b.y})};
        const LatticePoint high{std::max({a.x, p.x, b.x}), std::max({a.y, p.y, b.y})};
        const auto inside = [&](LatticePoint q) {
            if (q.x < low.x || q.x > high.x || q.y < low.y || q.y > high.y) return false;
            return orientation(a, p, q) >= 0 && orientation(p, b, q) >= 0 && orientation(b, a, q) >= 0;
        };
        bool result = true;
        grid_.cells_near({a, b}, std::max(how_.tolerance, 1.0), [&](std::size_t cell) {
            for (const std::uint32_t* i = grid_.begin(cell); result && i != grid_.end(cell); ++i) {
                const LatticePoint q = points_[*i];
                if (uses_[*i] == 0 || q == a || q == p || q == b) continue;
                result = !inside(q) && !passes_through(a, b, q);
            }
        });
        return result;
    }

    const std::vector<LatticePoint>& points_;
    std::vector<Chain>& chains_;
    const Straightening& how_;
    std::vector<std::uint32_t> uses_;
    std::vector<double> error_;                // by how much walls at a point have moved already
    std::unordered_set<std::uint64_t> edges_;  // asked, never walked through
    SegmentGrid grid_;
};

/// Faces that no border separates, walls or not.
std::vector<std::uint32_t> areas_of(const Faces& faces, const std::vector<bool>& keep) {
    std::vector<std::uint32_t> parent(faces.face_count());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t f) {
        while (parent[f] != f) f = parent[f] = parent[parent[f]];
        return f;
    };
    for (std::uint32_t e = 0; e < faces.edges().size(); ++e) {
        const std::uint32_t l = faces.face(2 * e), r = faces.face(2 * e + 1);
        if (!keep[l] || !keep[r]) continue;
        const std::uint32_t a = root(l), b = root(r);
        if (a != b) parent[std::max(a, b)] = std::min(a, b);
    }
    for (std::uint32_t f = 0; f < parent.size(); ++f) parent[f] = root(f);
    return parent;
}

}  // namespace

MapOutline boundary(const Faces& faces, const std::vector<bool>& keep, const LatticeFrame& frame,
                    const Straightening& straightening) {
    Tracer tracer(faces, keep);
    std::vector<Chain> chains = tracer.rings();
    for (Chain& wall : tracer.walls()) chains.push_back(std::move(wall));
    Straightener(faces.points(), chains, straightening).run();

    const std::vector<std::uint32_t> area = areas_of(faces, keep);
    MapOutline outline;
    std::vector<std::uint32_t> index(faces.face_count(), kNone);
    struct Ring {
        std::vector<Vec2d> corners;
        bool hole;
        std::uint32_t area;
    };
    std::vector<Ring> rings;
    for (const Chain& chain : chains) {
        std::vector<Vec2d> places;
        places.reserve(chain.points.size());
        double doubled = 0;
        for (std::size_t i = 0; i < chain.points.size(); ++i) {
            const LatticePoint a = faces.points()[chain.points[i]];
            const LatticePoint b = faces.points()[chain.points[(i + 1) % chain.points.size()]];
            const LatticePoint o = faces.points()[chain.points[0]];
            doubled += static_cast<double>(orientation(o, a, b));
            places.push_back(frame.place(a));
        }
        if (!chain.closed) {
            outline.walls.push_back(std::move(places));
            continue;
        }
        rings.push_back({std::move(places), doubled < 0, area[chain.face]});
    }
    for (Ring& ring : rings) {
        if (ring.hole) continue;
        index[ring.area] = static_cast<std::uint32_t>(outline.floor.size());
        outline.floor.push_back({std::move(ring.corners), {}});
    }
    for (Ring& ring : rings) {
        if (ring.hole) outline.floor[index[ring.area]].holes.push_back(std::move(ring.corners));
    }
    return outline;
}

}  // namespace sidestep
