#include "outline/linework.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "outline/refuse.h"

namespace sidestep {
namespace {

// Two of each crossing. So many take some seconds and a quarter of a gigabyte; a city has some thousands.
constexpr std::size_t kMostSplits = 5'000'000;
// Below that, sorting a cell takes longer than looking at all pairs.
constexpr std::size_t kCrowd = 48;

std::int64_t cross(LatticePoint a, LatticePoint b, LatticePoint p) {
    return orientation(a, b, p);
}

/// How far p is along the way from a to b, times the length.
std::int64_t along(LatticePoint a, LatticePoint b, LatticePoint p) {
    return (std::int64_t{b.x} - a.x) * (std::int64_t{p.x} - a.x) +
           (std::int64_t{b.y} - a.y) * (std::int64_t{p.y} - a.y);
}

/// Between the ends, at whatever distance.
bool beside(LatticePoint a, LatticePoint b, LatticePoint p) {
    return along(a, b, p) > 0 && along(b, a, p) > 0;
}

__extension__ using Wide = __int128;

std::int32_t rounded_ratio(Wide numerator, Wide denominator) {
    if (denominator < 0) numerator = -numerator, denominator = -denominator;
    const Wide doubled = 2 * numerator + (numerator < 0 ? -denominator : denominator);
    return static_cast<std::int32_t>(doubled / (2 * denominator));
}

/// Where ab and cd cross between their ends, on the nearest lattice point; exact until then.
bool crossing(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d, LatticePoint& at) {
    const std::int64_t ca = cross(c, d, a), cb = cross(c, d, b);
    if (!((ca > 0 && cb < 0) || (ca < 0 && cb > 0))) return false;
    const std::int64_t ac = cross(a, b, c), ad = cross(a, b, d);
    if (!((ac > 0 && ad < 0) || (ac < 0 && ad > 0))) return false;
    const Wide whole = Wide{ca} - cb;
    at.x = a.x + rounded_ratio(Wide{ca} * (std::int64_t{b.x} - a.x), whole);
    at.y = a.y + rounded_ratio(Wide{ca} * (std::int64_t{b.y} - a.y), whole);
    return true;
}

bool boxes_meet(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    return std::max(a.x, b.x) >= std::min(c.x, d.x) && std::max(c.x, d.x) >= std::min(a.x, b.x) &&
           std::max(a.y, b.y) >= std::min(c.y, d.y) && std::max(c.y, d.y) >= std::min(a.y, b.y);
}

struct Split {
    std::uint32_t piece, point;
    std::int64_t along;
    friend bool operator<(const Split& l, const Split& r) {
        if (l.piece != r.piece) return l.piece < r.piece;
        return l.along != r.along ? l.along < r.along : l.point < r.point;
    }
    friend bool operator==(const Split& l, const Split& r) { return l.piece == r.piece && l.point == r.point; }
};

void refuse_too_many() {
    refuse("the walls cross each other too often", "", "at most two and a half million crossings",
           "Remove hatchings and patterns from the drawing, or import a part of it.");
}

/// Many pieces of one cell, sorted across the direction that most of them run in: teeth of a comb, turns of a spiral
/// and hatchings lie one behind the other then, and few pairs have to be looked at.
class Crowd {
public:
    Crowd(const Linework& work, std::span<const std::uint32_t> members) {
        // Directions count by length and either way round: the sum of doubled angles, halved.
        double cosine = 0, sine = 0;
        for (const std::uint32_t m : members) {
            const double dx = difference(work, m, &LatticePoint::x), dy = difference(work, m, &LatticePoint::y);
            const double length = std::sqrt(dx * dx + dy * dy);
            cosine += (dx * dx - dy * dy) / length;
            sine += 2 * dx * dy / length;
        }
        const double size = std::sqrt(cosine * cosine + sine * sine);
        across_ = size + cosine > 1e-9 * size ? unit(Vec2d{-sine, size + cosine}) : Vec2d{1, 0};
        for (const std::uint32_t m : members) {
            const double p = place(work.points[work.pieces[m].a]), q = place(work.points[work.pieces[m].b]);
            members_.push_back({std::min(p, q), std::max(p, q), m});
        }
        std::sort(members_.begin(), members_.end(),
                  [](const Member& l, const Member& r) { return l.low != r.low ? l.low < r.low : l.piece < r.piece; });
        highest_.reserve(members_.size());
        double highest = members_.front().high;
        for (const Member& m : members_) highest_.push_back(highest = std::max(highest, m.high));
    }

    template <class Visit>
    void for_each_pair(Visit visit) const {
        for (std::size_t i = 0; i < members_.size(); ++i) {
            for (std::size_t j = i + 1; j < members_.size() && members_[j].low <= members_[i].high + kSlack; ++j) {
                visit(members_[i].piece, members_[j].piece);
            }
        }
    }

    template <class Visit>
    void for_each_near(LatticePoint p, double reach, Visit visit) const {
        const double at = place(p);
        auto i =
            static_cast<std::size_t>(std::upper_bound(members_.begin(), members_.end(), at + reach + kSlack,
                                                      [](double value, const Member& m) { return value < m.low; }) -
                                     members_.begin());
        while (i-- > 0 && highest_[i] >= at - reach - kSlack) {
            if (members_[i].high >= at - reach - kSlack) visit(members_[i].piece);
        }
    }

private:
    static constexpr double kSlack = 1;  // lattice units: rounding is far below
    struct Member {
        double low, high;
        std::uint32_t piece;
    };
    static double difference(const Linework& work, std::uint32_t piece, std::int32_t LatticePoint::* axis) {
        return static_cast<double>(work.points[work.pieces[piece].b].*axis) - work.points[work.pieces[piece].a].*axis;
    }
    double place(LatticePoint p) const { return across_.x * p.x + across_.y * p.y; }

    Vec2d across_{};
    std::vector<Member> members_;
    std::vector<double> highest_;  ///< of a member or one before it
};

class Noding {
public:
    Noding(Linework& work, double reach, const NodingListener& listener, bool first)
        : work_(work),
          reach_(reach),
          listener_(listener),
          first_(first),
          grid_(
              work.pieces.size(),
              [&](std::size_t i) {
                  return SegmentGrid::Segment{work.points[work.pieces[i].a], work.points[work.pieces[i].b]};
              },
              std::max(reach, 1.0)) {}

    /// Whether anything was split.
    bool run() {
        ends_ = work_.points.size();
        find_crossings();
        find_touches();
        if (splits_.empty()) return false;
        split();
        return true;
    }

private:
    LatticePoint a(const Piece& piece) const { return work_.points[piece.a]; }
    LatticePoint b(const Piece& piece) const { return work_.points[piece.b]; }

    void add(std::uint32_t piece, std::uint32_t point) {
        if (splits_.size() >= kMostSplits) refuse_too_many();
        const Piece& p = work_.pieces[piece];
        splits_.push_back({piece, point, along(a(p), b(p), work_.points[point])});
    }

    void find_crossings() {
        for (std::size_t cell = 0; cell < grid_.cell_count(); ++cell) {
            const std::span<const std::uint32_t> members{grid_.begin(cell), grid_.end(cell)};
            if (members.size() > kCrowd) {
                Crowd(work_, members).for_each_pair([&](std::uint32_t i, std::uint32_t j) { cross_pair(i, j, cell); });
                continue;
            }
            for (std::size_t i = 0; i < members.size(); ++i) {
                for (std::size_t j = i + 1; j < members.size(); ++j) cross_pair(members[i], members[j], cell);
            }
        }
    }

    void cross_pair(std::uint32_t i, std::uint32_t j, std::size_t cell) {
        const Piece p = work_.pieces[i], q = work_.pieces[j];
        if (!boxes_meet(a(p), b(p), a(q), b(q))) return;
        LatticePoint at;
        // Both pieces are listed in the cell of their crossing, so each pair counts once.
        if (!crossing(a(p), b(p), a(q), b(q), at) || grid_.cell_of(at) != cell) return;
        const auto point = static_cast<std::uint32_t>(work_.points.size());
        work_.points.push_back(at);
        add(i, point);
        add(j, point);
        if (first_ && listener_.crossed) listener_.crossed(at, p.source, q.source);
    }

    void find_touches() {
        std::vector<std::size_t> first(grid_.cell_count() + 1, 0);
        for (const LatticePoint p : work_.points) ++first[grid_.cell_of(p) + 1];
        for (std::size_t cell = 1; cell < first.size(); ++cell) first[cell] += first[cell - 1];
        std::vector<std::uint32_t> points(work_.points.size());
        std::vector<std::size_t> fill(first.begin(), first.end() - 1);
        for (std::uint32_t p = 0; p < points.size(); ++p) points[fill[grid_.cell_of(work_.points[p])]++] = p;
        for (std::size_t cell = 0; cell < grid_.cell_count(); ++cell) {
            if (first[cell] == first[cell + 1]) continue;
            const std::span<const std::uint32_t> members{grid_.begin(cell), grid_.end(cell)};
            std::optional<Crowd> crowd;
            if (members.size() > kCrowd) crowd.emplace(work_, members);
            for (std::size_t i = first[cell]; i < first[cell + 1]; ++i) {
                const std::uint32_t point = points[i];
                // Crossings only draw in what passes through their lattice square; ends reach farther.
                const double reach = point < ends_ ? reach_ : 0;
                bool near = false;
                const auto look = [&](std::uint32_t piece) { near = touch(point, piece, reach) || near; };
                if (crowd) {
                    crowd->for_each_near(work_.points[point], reach + 1, look);
                } else {
                    std::for_each(members.begin(), members.end(), look);
                }
                if (near && first_ && listener_.nearly_touched) listener_.nearly_touched(work_.points[point]);
            }
        }
    }

    /// Splits the piece at the point where it passes that close. Whether they were apart.
    bool touch(std::uint32_t point, std::uint32_t number, double reach) {
        const LatticePoint p = work_.points[point];
        const LatticePoint from = a(work_.pieces[number]), to = b(work_.pieces[number]);
        if (p == from || p == to) return false;
        if (p.x < std::min(from.x, to.x) - reach || p.x > std::max(from.x, to.x) + reach ||
            p.y < std::min(from.y, to.y) - reach || p.y > std::max(from.y, to.y) + reach) {
            return false;
        }
        if (!beside(from, to, p)) return false;
        // There is no telling them apart any more.
        const bool through = passes_through(from, to, p);
        if (!through) {
            const auto distance = static_cast<double>(cross(from, to, p)),
                       dx = static_cast<double>(std::int64_t{to.x} - from.x),
                       dy = static_cast<double>(std::int64_t{to.y} - from.y);
            if (distance * distance > reach * reach * (dx * dx + dy * dy)) return false;
        }
        add(number, point);
        return !through;
    }

    void split() {
        std::sort(splits_.begin(), splits_.end());
        splits_.erase(std::unique(splits_.begin(), splits_.end()), splits_.end());
        std::vector<Piece> pieces;
        pieces.reserve(work_.pieces.size() + splits_.size());
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < work_.pieces.size(); ++i) {
            Piece rest = work_.pieces[i];
            for (; next < splits_.size() && splits_[next].piece == i; ++next) {
                pieces.push_back({rest.a, splits_[next].point, rest.source});
                rest.a = splits_[next].point;
            }
            pieces.push_back(rest);
        }
        work_.pieces = std::move(pieces);
        unite_points(work_);
    }

    Linework& work_;
    double reach_;
    const NodingListener& listener_;
    bool first_;
    SegmentGrid grid_;
    std::size_t ends_ = 0;  // points from there on are crossings
    std::vector<Split> splits_;
};

}  // namespace

LatticeFrame LatticeFrame::around(Vec2d lower, Vec2d upper) {
    LatticeFrame frame;
    frame.origin = {std::floor((lower.x + upper.x) / 2), std::floor((lower.y + upper.y) / 2)};
    const double reach = std::max(upper.x - lower.x, upper.y - lower.y) / 2 + 2;
    while (reach > frame.step * kLatticeLimit) frame.step *= 2;
    return frame;
}

bool passes_through(LatticePoint a, LatticePoint b, LatticePoint p) {
    const std::int64_t dx = std::abs(std::int64_t{b.x} - a.x), dy = std::abs(std::int64_t{b.y} - a.y);
    return beside(a, b, p) && 2 * std::abs(cross(a, b, p)) <= dx + dy;
}

SegmentGrid::SegmentGrid(std::size_t count, const std::function<Segment(std::size_t)>& segment, double near) {
    double right = 0, high = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Segment s = segment(i);
        const double x0 = std::min(s.a.x, s.b.x), x1 = std::max(s.a.x, s.b.x);
        const double y0 = std::min(s.a.y, s.b.y), y1 = std::max(s.a.y, s.b.y);
        left_ = i == 0 ? x0 : std::min(left_, x0), right = i == 0 ? x1 : std::max(right, x1);
        low_ = i == 0 ? y0 : std::min(low_, y0), high = i == 0 ? y1 : std::max(high, y1);
    }
    const double width = right - left_ + 1, height = high - low_ + 1;
    const double cells = std::max(1.0, static_cast<double>(count));
    size_ = std::max({std::sqrt(width * height / cells), 4 * near, std::max(width, height) / 30000, 1.0});
    // Coarser until long segments do not fill the memory.
    for (;; size_ *= 2) {
        columns_ = static_cast<std::size_t>(width / size_) + 1;
        rows_ = static_cast<std::size_t>(height / size_) + 1;
        first_.assign(columns_ * rows_ + 1, 0);
        std::size_t total = 0;
        for (std::size_t i = 0; i < count && total < 20 * count + 10000; ++i) {
            cells_near(segment(i), near, [&](std::size_t cell) { ++first_[cell + 1], ++total; });
        }
        if (total < 20 * count + 10000) break;
    }
    for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
    entries_.resize(first_.back());
    std::vector<std::size_t> fill(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < count; ++i) {
        cells_near(segment(i), near, [&](std::size_t cell) { entries_[fill[cell]++] = static_cast<std::uint32_t>(i); });
    }
}

void unite_points(Linework& work) {
    std::erase_if(work.pieces, [&](const Piece& piece) { return work.points[piece.a] == work.points[piece.b]; });
    std::vector<bool> used(work.points.size(), false);
    for (const Piece& piece : work.pieces) used[piece.a] = used[piece.b] = true;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < work.points.size(); ++i) {
        if (used[i]) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t l, std::uint32_t r) {
        return work.points[l] == work.points[r] ? l < r : comes_before(work.points[l], work.points[r]);
    });
    std::vector<std::uint32_t> now(work.points.size());
    std::vector<LatticePoint> points;
    for (const std::uint32_t i : order) {
        if (points.empty() || !(points.back() == work.points[i])) points.push_back(work.points[i]);
        now[i] = static_cast<std::uint32_t>(points.size() - 1);
    }
    work.points = std::move(points);
    for (Piece& piece : work.pieces) piece.a = now[piece.a], piece.b = now[piece.b];
}

void weld(Linework& work, double reach, const std::function<void(LatticePoint)>& joined,
          const std::function<void(LatticePoint)>& shortened) {
    if (reach < 1) return;
    const std::size_t count = work.points.size();
    // Sorted by cells as wide as the reach: whoever is near lies in three rows of three consecutive cells.
    struct Entry {
        std::int64_t row, column;
        std::uint32_t point;
    };
    const auto cell = [reach](std::int32_t v) { return static_cast<std::int64_t>(std::floor(v / reach)); };
    std::vector<Entry> entries(count);
    for (std::uint32_t i = 0; i < count; ++i) entries[i] = {cell(work.points[i].y), cell(work.points[i].x), i};
    const auto before = [](const Entry& l, const Entry& r) {
        return l.row != r.row ? l.row < r.row : l.column != r.column ? l.column < r.column : l.point < r.point;
    };
    std::sort(entries.begin(), entries.end(), before);

    constexpr std::uint32_t kSelf = UINT32_MAX;
    std::vector<std::uint32_t> leader(count, kSelf);  // whom a point became one with
    std::vector<bool> settled(count, false);
    // Where many pieces meet is a corner, and corners stay where they are.
    std::vector<std::uint32_t> meeting(count, 0), order(count);
    for (const Piece& piece : work.pieces) ++meeting[piece.a], ++meeting[piece.b];
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t l, std::uint32_t r) {
        return meeting[l] != meeting[r] ? meeting[l] > meeting[r] : l < r;
    });
    for (const std::uint32_t i : order) {
        const LatticePoint p = work.points[i];
        double nearest = reach * reach;
        for (std::int64_t row = cell(p.y) - 1; row <= cell(p.y) + 1; ++row) {
            auto entry = std::lower_bound(entries.begin(), entries.end(), Entry{row, cell(p.x) - 1, 0}, before);
            for (; entry != entries.end() && entry->row == row && entry->column <= cell(p.x) + 1; ++entry) {
                const std::uint32_t other = entry->point;
                if (!settled[other] || leader[other] != kSelf) continue;
                const double dx = work.points[other].x - p.x, dy = work.points[other].y - p.y;
                if (dx * dx + dy * dy < nearest) nearest = dx * dx + dy * dy, leader[i] = other;
            }
        }
        settled[i] = true;
    }
    std::vector<bool> connected(count, false);
    for (Piece& piece : work.pieces) {
        const std::uint32_t a = leader[piece.a] == kSelf ? piece.a : leader[piece.a];
        const std::uint32_t b = leader[piece.b] == kSelf ? piece.b : leader[piece.b];
        if (a == b) {
            connected[piece.a] = connected[piece.b] = true;
            shortened(work.points[a]);
        }
        piece.a = a, piece.b = b;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        if (leader[i] != kSelf && !connected[i]) joined(work.points[leader[i]]);
    }
    unite_points(work);
}

void node(Linework& work, double reach, const NodingListener& listener) {
    // Rounding a crossing moves pieces by less than a unit, which rarely makes new ones: two or three rounds. Only the
    // first joins what is apart.
    constexpr int kMostRounds = 40;
    for (int round = 0; round < kMostRounds; ++round) {
        if (!Noding(work, round == 0 ? reach : 0, listener, round == 0).run()) return;
    }
    refuse("the walls of the map could not be separated", "", "walls farther apart than the lattice of the map",
           "Increase the snap distance, or simplify the drawing where walls are dense.");
}

}  // namespace sidestep
