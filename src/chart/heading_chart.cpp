#include "chart/heading_chart.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "base/math.h"
#include "chart/corner_headings.h"
#include "chart/sight.h"

namespace sidestep {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
/// Costs that differ by less are the same way with other rounding.
constexpr double kGain = 1e-9;
/// Advice near a subgoal turns by this much more than the wedge allows, so that who passes beside it comes back.
constexpr double kLeeway = 1.25;
/// Cells that somebody must gain for a new subgoal.
constexpr double kWorth = 0.1;
/// Cells outside a wedge that still belong to it near its subgoal.
constexpr double kBeside = 1.5;
/// Cells outside a wedge where a walker is taken to be in it: one subgoal of a circle lies on the edge of the next
/// one's wedge, and rounding puts who walks along that edge on either side.
constexpr double kAside = 0.25;
/// Cells beside those that have a way which are led along with them.
constexpr int kMargin = 2;

/// Least number of headings with which a rounded corner is passed.
constexpr int kLeastHeadings = 24;
/// Headings at a corner for each subgoal of a full circle.
constexpr int kFiner = 2;
/// Cells behind a corner where somebody may gain by it.
constexpr double kBehind[] = {2, 4, 8, 16, 32, 64};

Vec2d direction(double angle) {
    const SinCos s = sin_cos(angle);
    return {s.cos, s.sin};
}

/// Cells head for the next subgoal a little early (look_beside). Whoever would do so from inside its turning circle is
/// sent to the one before it instead: a walker who cut every corner by a cell would end up inside the circle, from
/// where the way is once round another.
std::uint32_t target_at(const CellGrid& grid, const std::vector<Subgoal>& subgoals,
                        const std::vector<std::uint32_t>& targets, Vec2d p) {
    std::uint32_t target = targets[grid.index(static_cast<int>(p.x), static_cast<int>(p.y))];
    while (target != HeadingChart::kNone) {
        const Subgoal& g = subgoals[target];
        const Vec2d off = g.place - p;
        const double aside = cross(off, g.heading);
        const double beyond = std::abs(aside) * g.turn.cos - dot(off, g.heading) * g.turn.sin;
        if (beyond <= kAside) break;
        const std::uint32_t before = g.before[aside > 0 ? 1 : 0];
        if (before == HeadingChart::kNone || dot(subgoals[before].place - p, subgoals[before].heading) <= 0) break;
        target = before;
    }
    return target;
}

ChartAdvice advice_towards(const Subgoal& g, Vec2d p) {
    const Vec2d way = g.place - p;
    const double distance = norm(way);
    ChartAdvice advice{g.heading, g.left + distance};
    const bool any = g.heading == Vec2d{};
    // So near that the direction to the subgoal means nothing.
    if (distance < 1 && !any) return advice;
    advice.direction = distance > 0 ? way * (1 / distance) : Vec2d{1, 0};
    if (any || dot(advice.direction, g.heading) >= g.most.cos) return advice;
    const double aside = cross(g.heading, advice.direction) < 0 ? -g.most.sin : g.most.sin;
    advice.direction = g.heading * g.most.cos + left_of(g.heading) * aside;
    return advice;
}

/// A subgoal that waits, with what only the construction needs.
struct Candidate {
    Vec2d place{};
    double heading = 0;   ///< rad
    double left = 0;      ///< cells to the goal
    double turn = kPi;    ///< rad, largest turn here
    double turned = 0;    ///< rad, along its turning circle so far
    int side = 0;         ///< of its turning circle; 0: both start here
    bool corner = false;  ///< that is rounded: `left` is what it may be at least
    bool beside = true;   ///< who passes a little beside it heads for it, too
    double latest = 0;    ///< of a corner: no way is longer
    std::uint32_t next = 0;
};

struct Run {
    int row, first, last;
};

class Builder {
public:
    Builder(const CellGrid& grid, const TurnRules& rules, std::vector<Subgoal>& subgoals,
            std::vector<std::uint32_t>& target, ChartScratch& scratch)
        : grid_(grid),
          rules_(rules),
          turn_(rules.turn()),
          rounded_(rules.rounded_corners && rules.keeps_headings()),
          reach_(corner_reach(rules.body_radius)),
          subgoals_(subgoals),
          target_(target),
          scratch_(scratch),
          left_(grid.size(), kUnknown),
          pushed_(grid.size(), kUnknown) {
        target_.assign(grid.size(), HeadingChart::kNone);
        if (!rounded_) return;
        // A multiple of four: mirrored rooms have mirrored charts.
        headings_ = std::max(kLeastHeadings, 4 * static_cast<int>(std::ceil(kPi / (2 * turn_))));
        turn_ = 2 * kPi / headings_;
        chord_ = 2 * rules.radius * sin_cos(turn_ / 2).sin;
    }

    /// Returns how many cells were looked at.
    std::uint64_t run(Vec2d goal, std::optional<double> heading) {
        Candidate first;
        first.place = goal;
        first.heading = heading.value_or(0);
        first.turn = heading ? wedge() : kPi;
        push(first);
        while (!queue_.empty() && !scratch_.exceeded()) {
            Candidate c = candidates_[queue_.top().second];
            queue_.pop();
            if (c.corner && !settle(c)) continue;
            const auto number = static_cast<std::uint32_t>(subgoals_.size());
            const bool any_heading = number == 0 && !heading;
            scratch_.grow(subgoals_);
            subgoals_.push_back({c.place, any_heading ? Vec2d{} : direction(c.heading), c.left, sin_cos(c.turn),
                                 sin_cos(std::min(kPi, kLeeway * c.turn)), c.next});
            if (c.side != 0 && !c.corner) subgoals_[c.next].before[c.side > 0 ? 0 : 1] = number;
            look_from(c, number);
            if (c.turn < kPi) extend_circles(c, number);
            find_edges(c, number);
        }
        if (rounded_) widen();
        return looked_;
    }

private:
    /// Half of its angle. Rounded, the wedges of a turning circle do not overlap.
    double wedge() const { return rounded_ ? turn_ / 2 : turn_; }

    void look_from(const Candidate& c, std::uint32_t number) {
        runs_.clear();
        sight_.look(grid_, c.place, {c.heading + kPi, c.turn}, [&](int row, int first, int last) {
            runs_.push_back({row, first, last});
            const std::size_t base = grid_.index(0, row);
            double* left = left_.data() + base;
            std::uint32_t* target = target_.data() + base;
            const double dy = row + 0.5 - c.place.y;
            looked_ += static_cast<std::uint64_t>(last - first + 1);
            for (int column = first; column <= last; ++column) {
                const double dx = column + 0.5 - c.place.x;
                const double way = c.left + __builtin_sqrt(dx * dx + dy * dy);
                const bool better = way < left[column] - kGain;
                left[column] = better ? way : left[column];
                target[column] = better ? number : target[column];
            }
        });
        if (c.turn < kPi / 2 && c.beside) look_beside(c, number);
        // The place itself, whose centre need not lie behind it.
        const int column = static_cast<int>(c.place.x), row = static_cast<int>(c.place.y);
        const double off = rounded_ ? norm(Vec2d{column + 0.5, row + 0.5} - c.place) : 0;
        offer(column, row, c.left + off, number);
    }

    /// Near its subgoal a wedge is narrower than a cell, and whoever comes by a little beside it would have to walk a
    /// full circle. So cells up to kBeside outside the wedge belong to it, too, as far as the next subgoal.
    void look_beside(const Candidate& c, std::uint32_t number) {
        const double reach = (rounded_ ? chord_ : rules_.sub_step) + 2;
        const Vec2d back = -direction(c.heading);
        const SinCos edge = sin_cos(c.turn);
        const int first = std::max(1, static_cast<int>(c.place.x - reach));
        const int last = std::min(grid_.columns() - 2, static_cast<int>(c.place.x + reach));
        const int top = std::min(grid_.rows() - 2, static_cast<int>(c.place.y + reach));
        for (int row = std::max(1, static_cast<int>(c.place.y - reach)); row <= top; ++row) {
            for (int column = grid_.next_free(first, row); column <= last; column = grid_.next_free(column + 1, row)) {
                const Vec2d centre{column + 0.5, row + 0.5};
                const Vec2d off = centre - c.place;
                const double along = dot(off, back);
                const double beyond = std::abs(cross(off, back)) * edge.cos - along * edge.sin;
                if (along < 0 || beyond > kBeside || norm(off) > reach || !grid_.sees(centre, c.place)) continue;
                offer(column, row, c.left + norm(off), number);
            }
        }
    }

    /// Whoever walks along the edge of what has a way, as all do who turn with just this radius, is a step beside it
    /// now and then. Free cells there head where their neighbours do.
    void widen() {
        std::vector<std::pair<std::size_t, std::uint32_t>> gained;
        for (int round = 0; round < kMargin; ++round) {
            gained.clear();
            for (int row = 1; row < grid_.rows() - 1; ++row) {
                for (int column = grid_.next_free(1, row); column < grid_.columns() - 1;
                     column = grid_.next_free(column + 1, row)) {
                    const std::size_t cell = grid_.index(column, row);
                    if (target_[cell] != HeadingChart::kNone) continue;
                    const std::uint32_t target = target_beside(column, row);
                    if (target != HeadingChart::kNone) gained.emplace_back(cell, target);
                }
            }
            for (const auto& [cell, target] : gained) target_[cell] = target;
        }
    }

    /// The subgoal of a neighbouring cell with the shortest way from this one, seen ones first.
    std::uint32_t target_beside(int column, int row) const {
        const Vec2d centre{column + 0.5, row + 0.5};
        std::uint32_t best = HeadingChart::kNone;
        bool best_seen = false;
        double least = kUnknown;
        for (int y = row - 1; y <= row + 1; ++y) {
            for (int x = column - 1; x <= column + 1; ++x) {
                const std::uint32_t there = target_[grid_.index(x, y)];
                if (there == HeadingChart::kNone || there == best) continue;
                const Subgoal& g = subgoals_[there];
                const double left = g.left + norm(g.place - centre);
                if (dot(g.place - centre, g.heading) <= 0) continue;
                const bool seen = grid_.sees(centre, g.place);
                if (seen < best_seen || (seen == best_seen && left >= least)) continue;
                best = there;
                best_seen = seen;
                least = left;
            }
        }
        return best;
    }

    void offer(int column, int row, double left, std::uint32_t number) {
        const std::size_t cell = grid_.index(column, row);
        if (!(left < left_[cell] - kGain)) return;
        left_[cell] = left;
        target_[cell] = number;
    }

    void extend_circles(const Candidate& c, std::uint32_t number) {
        const double turn = rounded_ ? turn_ : c.turn;
        if (c.turned + turn > 2 * kPi) return;
        for (const int side : {1, -1}) {
            if (c.side != 0 && c.side != side) continue;
            Candidate child;
            child.heading = c.heading + side * turn;
            child.place = rounded_ ? c.place - direction(c.heading + side * turn / 2) * chord_
                                   : c.place - direction(child.heading) * rules_.sub_step;
            child.left = c.left + (rounded_ ? rules_.radius * turn : rules_.sub_step);
            child.turn = wedge();
            child.turned = c.turned + turn;
            child.side = side;
            child.beside = c.beside;
            child.next = number;
            if (grid_.blocked_at(child.place) || !grid_.sees(child.place, c.place)) continue;
            const std::size_t cell = grid_.index(static_cast<int>(child.place.x), static_cast<int>(child.place.y));
            if (child.left <= left_[cell] + 1) push(child);
        }
    }

    /// Where sight from this subgoal ends at an obstacle and whoever stands beyond would gain by coming this way.
    void find_edges(const Candidate& c, std::uint32_t number) {
        for (const Run& run : runs_) {
            for (int column = grid_.next_at_edge(run.first, run.row); column <= run.last;
                 column = grid_.next_at_edge(column + 1, run.row)) {
                const std::size_t cell = grid_.index(column, run.row);
                if (target_[cell] != number || !(left_[cell] < pushed_[cell] - kGain)) continue;
                if (!leads_on(column, run.row, left_[cell])) continue;
                if (rounded_) {
                    push_corner(column, run.row, left_[cell]);
                    continue;
                }
                pushed_[cell] = left_[cell];
                const Vec2d centre{column + 0.5, run.row + 0.5};
                const Vec2d way = c.place - centre;
                Candidate edge;
                edge.place = centre;
                edge.heading = norm(way) > 0 ? arc_tangent(way.y, way.x) : c.heading;
                edge.left = left_[cell];
                edge.turn = turn_;
                // Subgoals at a corner stand a cell apart; a whole turn at each of them would be a far tighter circle.
                if (turn_ < kPi && !rules_.full_turn_at_edges) edge.turn *= std::min(1.0, norm(way) / rules_.sub_step);
                edge.next = number;
                if (edge.turn > 0) push(edge);
            }
        }
    }

    /// Once for every heading with which it may be passed.
    void push_corner(int column, int row, double left) {
        double& pushed = pushed_[grid_.index(column, row)];
        if (pushed < kUnknown) return;
        pushed = left;
        for_each_corner_heading(grid_, column, row, headings_ * kFiner, reach_, [&](double heading, int side) {
            Candidate c;
            c.place = {column + 0.5, row + 0.5};
            c.heading = heading;
            c.left = left;
            c.latest = c.left + 2 * kPi * rules_.radius;
            c.turn = wedge() / kFiner;
            c.side = -side;  // before it the circle is the same as behind it
            c.corner = true;
            c.beside = false;
            push(c);
        });
    }

    /// Who passes a corner turns on round it until the chart's direction is reached. False where that leads nowhere or
    /// serves nobody, or must wait until more of the chart is known.
    bool settle(Candidate& c) {
        if (!serves(c)) return false;  // nor will it later, when others have shorter ways and this one a longer
        const double left = turned_in(c);
        if (left < 0) return false;
        const bool wait = left > c.left + kGain;
        c.left = left < kUnknown ? left : c.left + rules_.radius / 2;
        if (c.left > c.latest) return false;
        if (wait) {
            push(c);
            return false;
        }
        // The corner's next cells may be hidden from all subgoals so far.
        const int column = static_cast<int>(c.place.x), row = static_cast<int>(c.place.y);
        for (int y = std::max(1, row - 2); y <= std::min(grid_.rows() - 2, row + 2); ++y) {
            for (int x = grid_.next_at_edge(std::max(1, column - 2), y); x <= std::min(grid_.columns() - 2, column + 2);
                 x = grid_.next_at_edge(x + 1, y))
                push_corner(x, y, c.left);
        }
        return true;
    }

    /// Cells to the goal from a corner, infinite where the chart does not know yet, negative where an obstacle or a
    /// turn to the other side is in the way. Sets the subgoal that follows.
    double turned_in(Candidate& c) const {
        const double step = std::min(1.0, chord_ / 2), turn = step / rules_.radius;
        const Vec2d side = direction(-c.side * turn), half = direction(-c.side * turn / 2);
        Vec2d p = c.place, heading = direction(c.heading);
        double nowhere = -1;
        for (double way = 0, most = 1.5 * kPi * rules_.radius; way <= most; way += step) {
            const std::uint32_t target = target_at(grid_, subgoals_, target_, p);
            if (target == HeadingChart::kNone) {
                nowhere = kUnknown;
            } else {
                const ChartAdvice advice = advice_towards(subgoals_[target], p);
                const double off = -c.side * cross(heading, advice.direction);
                const double slack = way > 0 ? turn : c.turn;
                if (dot(heading, advice.direction) > 0 && std::abs(off) <= slack) {
                    c.next = target;
                    return way + advice.left;
                }
                if (way == 0 && off < 0) return -1;
            }
            const Vec2d round = p + rotated(heading, half) * step;
            if (!grid_.blocked_at(round)) {
                p = round;
                heading = rotated(heading, side);
            } else {  // along an obstacle that is wider than the circle
                p += heading * step;
                if (grid_.blocked_at(p)) break;
            }
        }
        return nowhere;
    }

    static Vec2d rotated(Vec2d a, Vec2d by) { return {a.x * by.x - a.y * by.y, a.x * by.y + a.y * by.x}; }

    /// Whether somebody straight behind, or before it on its circle, would gain.
    bool serves(const Candidate& c) const {
        const auto gains = [&](Vec2d p, double left) {
            return !grid_.blocked_at(p) &&
                   left < left_[grid_.index(static_cast<int>(p.x), static_cast<int>(p.y))] - kGain;
        };
        const Vec2d back = -direction(c.heading);
        for (const double way : kBehind) {
            if (gains(c.place + back * way, c.left + way)) return true;
        }
        return gains(c.place - direction(c.heading + c.side * turn_ / 2) * chord_, c.left + rules_.radius * turn_);
    }

    bool leads_on(int column, int row, double left) const {
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                if (dx == 0 && dy == 0) continue;
                if (grid_.blocked(column + dx, row + dy)) continue;
                const double there = left_[grid_.index(column + dx, row + dy)];
                if (there > left + (dx != 0 && dy != 0 ? 1.4142135623730951 : 1) + kWorth) return true;
            }
        }
        return false;
    }

    void push(const Candidate& c) {
        scratch_.grow(candidates_, sizeof(Candidate) + sizeof(Entry));  // the queue is never longer
        queue_.push({c.left, static_cast<std::uint32_t>(candidates_.size())});
        candidates_.push_back(c);
    }

    const CellGrid& grid_;
    const TurnRules& rules_;
    double turn_;  ///< rad, from one subgoal to the next on a turning circle
    bool rounded_;
    double reach_;
    int headings_ = 0;
    double chord_ = 0;
    std::vector<Subgoal>& subgoals_;
    std::vector<std::uint32_t>& target_;
    ChartScratch& scratch_;
    std::vector<double> left_;    ///< cells to the goal, by cell
    std::vector<double> pushed_;  ///< the same of the last subgoal that was pushed because of this cell
    std::vector<Candidate> candidates_;
    using Entry = std::pair<double, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
    std::vector<Run> runs_;
    Sight sight_;
    std::uint64_t looked_ = 0;
};

}  // namespace

double TurnRules::turn() const {
    if (radius <= sub_step / kPi) return kPi;
    if (!chord) return std::min(kPi, sub_step / radius);
    const double half = std::min(1.0, sub_step / (2 * radius));  // sine of half the turn
    return 2 * arc_tangent(half, __builtin_sqrt(1 - half * half));
}

HeadingChart::HeadingChart(const CellGrid& grid, Vec2d goal, std::optional<double> heading, const TurnRules& rules,
                           ChartBudget& budget) {
    ChartScratch scratch(budget);
    looked_ = Builder(grid, rules, subgoals_, target_, scratch).run(goal, heading);
    scratch_bytes_ = scratch.bytes();
    subgoals_.shrink_to_fit();
    budget.take(subgoals_.size() * sizeof(Subgoal));
}

std::optional<ChartAdvice> HeadingChart::at(const CellGrid& grid, Vec2d p) const {
    const std::uint32_t target = target_at(grid, subgoals_, target_, p);
    if (target == kNone) return std::nullopt;
    return advice_towards(subgoals_[target], p);
}

std::size_t HeadingChart::bytes() const {
    return target_.size() * sizeof(std::uint32_t) + subgoals_.size() * sizeof(Subgoal);
}

}  // namespace sidestep
