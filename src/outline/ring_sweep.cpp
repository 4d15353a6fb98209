#include "outline/ring_sweep.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/turn.h"

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = RingRelations::kNone;

bool before(Vec2d a, Vec2d b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

struct Side {
    Vec2d left, right;
    std::uint32_t ring;
    mutable std::uint32_t below;  ///< the innermost ring around what lies just below
};

/// From below, for sides that the sweeping line cuts and that do not cross.
struct FromBelow {
    using is_transparent = void;
    bool operator()(const Side* s, const Side* t) const {
        // The one that begins later is judged by where it begins, or leads on to.
        if (before(t->left, s->left)) return position(*t, *s) < 0;
        return position(*s, *t) > 0;
    }
    bool operator()(const Side* s, Vec2d p) const { return turn(s->left, s->right, p) > 0; }
    bool operator()(Vec2d p, const Side* s) const { return turn(s->left, s->right, p) < 0; }

private:
    static int position(const Side& side, const Side& other) {
        const int begin = turn(side.left, side.right, other.left);
        return begin != 0 ? begin : turn(side.left, side.right, other.right);
    }
};

class Sweep {
public:
    explicit Sweep(std::span<const Ring* const> rings) : parents_known_(rings.size(), false) {
        result_.around.assign(rings.size(), kNone);
        std::size_t corners = 0;
        for (const Ring* ring : rings) corners += ring->size();
        sides_.reserve(corners);
        corners_.reserve(corners);
        for (std::uint32_t r = 0; r < rings.size(); ++r) {
            const Ring& ring = *rings[r];
            const auto first = static_cast<std::uint32_t>(sides_.size());
            const auto count = static_cast<std::uint32_t>(ring.size());
            for (std::uint32_t i = 0; i < count; ++i) {
                const Vec2d a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
                sides_.push_back(before(a, b) ? Side{a, b, r, kNone} : Side{b, a, r, kNone});
                corners_.push_back({a, first + (i > 0 ? i : count) - 1, first + i});
            }
        }
        places_.resize(sides_.size());
        std::sort(corners_.begin(), corners_.end(), [](const Corner& l, const Corner& r) {
            return l.at == r.at ? l.leaving < r.leaving : before(l.at, r.at);
        });
    }

    RingRelations run() {
        for (std::size_t i = 0; i < corners_.size() && result_.fault == RingRelations::Fault::none;) {
            std::size_t end = i + 1;
            while (end < corners_.size() && corners_[end].at == corners_[i].at) ++end;
            meet({corners_.data() + i, end - i});
            i = end;
        }
        return std::move(result_);
    }

private:
    using Order = std::set<const Side*, FromBelow>;
    struct Corner {
        Vec2d at;
        std::uint32_t arriving, leaving;  // sides
    };

    void fail(RingRelations::Fault fault, Vec2d at) {
        if (result_.fault == RingRelations::Fault::none) result_.fault = fault, result_.at = at;
    }
    bool failed() const { return result_.fault != RingRelations::Fault::none; }

    /// All corners at one point.
    void meet(std::span<const Corner> corners) {
        const Vec2d p = corners.front().at;
        touch(corners, p);
        // What ends here goes; the place in the order is where it was.
        std::optional<Order::iterator> upper;
        for (const Corner& corner : corners) {
            for (const std::uint32_t s : {corner.arriving, corner.leaving}) {
                if (sides_[s].right == p) upper = order_.erase(places_[s]);
            }
        }
        if (!upper) upper = order_.lower_bound(p);
        // Sides that go on through p. Two of them would be neighbours.
        const auto passes = [p](const Side* s) { return turn(s->left, s->right, p) == 0; };
        const Side* through = nullptr;
        auto lower = *upper;  // the lowest side that touches p, as long as there is one
        if (lower != order_.begin() && passes(*std::prev(lower))) through = *--lower;
        if (*upper != order_.end() && passes(**upper)) {
            if (through != nullptr) return fail(RingRelations::Fault::crossing, p);
            through = **upper;
            ++*upper;
        }
        if (through != nullptr) touch_side(*through, corners, p);
        if (failed()) return;
        const auto below = lower == order_.begin() ? order_.end() : std::prev(lower);

        for (const Corner& corner : corners) {
            for (const std::uint32_t s : {corner.arriving, corner.leaving}) {
                if (sides_[s].left != p) continue;
                places_[s] = order_.insert(*upper, &sides_[s]);
                // Equal to one that is there: they run along each other.
                if (*places_[s] != &sides_[s]) return fail(RingRelations::Fault::crossing, p);
            }
        }
        cross_regions(below, through, *upper, p);
    }

    void touch(std::span<const Corner> corners, Vec2d p) {
        for (std::size_t i = 1; i < corners.size(); ++i) {
            // Sorted by side, so by ring.
            const std::uint32_t ring = sides_[corners[i].leaving].ring, last = sides_[corners[i - 1].leaving].ring;
            if (ring == last) return fail(RingRelations::Fault::self_touching, p);
            result_.touches.push_back({last, ring, p});
        }
    }

    void touch_side(const Side& side, std::span<const Corner> corners, Vec2d p) {
        for (const Corner& corner : corners) {
            if (sides_[corner.leaving].ring == side.ring) return fail(RingRelations::Fault::self_touching, p);
        }
        result_.touches.push_back({side.ring, sides_[corners.front().leaving].ring, p});
    }

    std::uint32_t above(const Side& s) const { return s.below == s.ring ? result_.around[s.ring] : s.ring; }

    /// Upwards over everything that leaves p: which rings are around. Rings that changed sides at p do not fit what is
    /// known from left of it.
    void cross_regions(Order::iterator below, const Side* through, Order::iterator upper, Vec2d p) {
        auto at = below == order_.end() ? order_.begin() : std::next(below);
        std::uint32_t region = below == order_.end() ? kNone : above(**below);
        const Side* const lowest = below == order_.end() ? nullptr : *below;
        const Side* last = lowest;
        for (; at != upper; ++at) {
            const Side& side = **at;
            if (last == lowest) check_crossing(last, &side);
            last = &side;
            if (&side == through) {
                if (side.below != region) return fail(RingRelations::Fault::crossing, p);
            } else if (!parents_known_[side.ring]) {
                parents_known_[side.ring] = true;
                result_.around[side.ring] = region;
            } else if (region != side.ring && region != result_.around[side.ring]) {
                return fail(RingRelations::Fault::crossing, p);
            }
            side.below = region;
            region = above(side);
        }
        if (upper == order_.end()) return;
        check_crossing(last, *upper);
        if ((*upper)->below != region) fail(RingRelations::Fault::crossing, p);
    }

    /// Neighbours in the order that will cross farther right.
    void check_crossing(const Side* s, const Side* t) {
        if (s == nullptr) return;
        const Vec2d a = s->left, b = s->right, c = t->left, d = t->right;
        if (turn(a, b, c) * turn(a, b, d) >= 0 || turn(c, d, a) * turn(c, d, b) >= 0) return;
        const double along = cross(c - a, d - c) / cross(b - a, d - c);
        fail(RingRelations::Fault::crossing, a + (b - a) * along);
    }

    std::vector<Side> sides_;
    std::vector<Corner> corners_;
    Order order_;
    std::vector<Order::iterator> places_;
    std::vector<bool> parents_known_;
    RingRelations result_;
};

}  // namespace

bool counterclockwise(const Ring& ring) {
    double doubled = 0;
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) doubled += cross(ring[i] - ring[0], ring[i + 1] - ring[0]);
    return doubled > 0;
}

RingRelations relations_of(std::span<const Ring* const> rings) {
    return Sweep(rings).run();
}

}  // namespace sidestep
