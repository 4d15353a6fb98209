#include "path/abstract_paths.h"

#include <algorithm>
#include <limits>
#include <set>

namespace sidestep {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

/// The children of one abstract cell as a small graph.
struct AbstractPaths::Workspace {
    struct Place {
        std::uint32_t portal;
        std::uint32_t children[2];  ///< that it bounds; kNoCell for the second of the cell's own boundary
        std::uint32_t numbers[2];   ///< on their boundaries, in portals
    };
    explicit Workspace(const CellGraph& graph) : place_of(graph.subdivision().portals.size(), kNoNode) {}

    std::vector<std::uint32_t> place_of;                 ///< by portal; kNoNode but for those in `places`
    std::vector<Place> places;                           ///< portals of all children
    std::vector<std::vector<std::uint32_t>> boundaries;  ///< of each child: places
    // Of a search; indices are place · k + key point.
    std::vector<double> length;
    std::vector<std::uint32_t> came_from, came_through;
    std::vector<std::uint8_t> settled;
    std::vector<std::uint32_t> way;

    void clear() {
        for (const Place& place : places) place_of[place.portal] = kNoNode;
        places.clear();
        boundaries.clear();
    }
};

void AbstractPaths::prepare(const CellGraph& graph, const AbstractionTree& tree) {
    key_points_ = graph.key_points();
    std::size_t total = 0;
    for (std::uint32_t i = 0; i < tree.node_count(); ++i) {
        first_path_.push_back(static_cast<std::uint32_t>(total));
        const std::size_t ends = tree.boundary(tree.cell_count() + i).size() * key_points_;
        total += ends * (ends == 0 ? 0 : ends - 1) / 2;
    }
    first_path_.shrink_to_fit();
    lengths_.assign(total, kFar);
    ways_.assign(total, kAlias | Reference::straight().bits());
}

AbstractPaths::AbstractPaths(const CellGraph& graph, const AbstractionTree& tree) {
    prepare(graph, tree);
    Workspace work(graph);
    for (std::uint32_t i = 0; i < tree.node_count(); ++i) compute(graph, tree, tree.cell_count() + i, work);
    steps_.shrink_to_fit();
}

void AbstractPaths::write(ArchiveWriter& archive) const {
    archive.add(lengths_);
    archive.add(ways_);
    archive.add(steps_);
}

std::optional<AbstractPaths> AbstractPaths::read(ArchiveReader& archive, const CellGraph& graph,
                                                 const AbstractionTree& tree) {
    AbstractPaths paths;
    paths.prepare(graph, tree);
    const std::size_t count = paths.lengths_.size();
    paths.lengths_ = archive.vector<double>();
    paths.ways_ = archive.vector<std::uint32_t>();
    paths.steps_ = archive.vector<std::uint32_t>();
    if (paths.lengths_.size() != count || paths.ways_.size() != count || !paths.sound(graph, tree)) return std::nullopt;
    return paths;
}

void AbstractPaths::skip(ArchiveReader& archive) {
    archive.vector<double>();
    archive.vector<std::uint32_t>();
    archive.vector<std::uint32_t>();
}

bool AbstractPaths::sound(const CellGraph& graph, const AbstractionTree& tree) const {
    for (std::uint32_t i = 0; i < tree.node_count(); ++i) {
        const std::size_t first = first_path_[i],
                          end = i + 1 < tree.node_count() ? first_path_[i + 1] : lengths_.size();
        // Those of children come first: so references cannot go round in circles.
        const auto leads_down = [&](std::uint32_t bits) {
            const Reference reference = Reference::from_bits(bits);
            return reference.is_straight() || (reference.path() < first && (ways_[reference.path()] & kAlias) == 0);
        };
        for (std::size_t path = first; path < end; ++path) {
            if (!(lengths_[path] >= 0)) return false;
            if ((ways_[path] & kAlias) != 0) {
                if (!leads_down(ways_[path])) return false;
                continue;
            }
            for (std::size_t at = ways_[path];; at += 2) {
                if (at >= steps_.size() || !leads_down(steps_[at])) return false;
                if ((steps_[at] & kLast) != 0) break;
                if (at + 1 >= steps_.size() || steps_[at + 1] >= graph.node_count()) return false;
            }
        }
    }
    return true;
}

AbstractPaths::Reference AbstractPaths::resolved(Reference reference) const {
    if (reference.is_straight()) return reference;
    const std::uint32_t way = ways_[reference.path()];
    return (way & kAlias) != 0 ? Reference::from_bits(way).turned_if(reference.backwards()) : reference;
}

bool AbstractPaths::compute(const CellGraph& graph, const AbstractionTree& tree, std::uint32_t member,
                            Workspace& work) {
    const std::span<const std::uint32_t> boundary = tree.boundary(member);
    if (boundary.size() < 2) return false;
    const std::span<const std::uint32_t> children = tree.children(member);
    const std::uint32_t k = key_points_;
    for (std::uint32_t c = 0; c < children.size(); ++c) {
        std::vector<std::uint32_t>& places = work.boundaries.emplace_back();
        const std::span<const std::uint32_t> portals =
            tree.is_cell(children[c]) ? graph.portals_of(children[c]) : tree.boundary(children[c]);
        for (std::uint32_t number = 0; number < portals.size(); ++number) {
            std::uint32_t& at = work.place_of[portals[number]];
            if (at == kNoNode) {
                at = static_cast<std::uint32_t>(work.places.size());
                work.places.push_back({portals[number], {c, kNoCell}, {number, 0}});
            } else {
                work.places[at].children[1] = c;
                work.places[at].numbers[1] = number;
            }
            places.push_back(at);
        }
    }

    const std::size_t size = work.places.size() * k;
    const auto node_at = [&](std::uint32_t at) { return work.places[at / k].portal * k + at % k; };
    const auto number_on = [&](std::uint32_t at, std::uint32_t child) {
        const Workspace::Place& place = work.places[at / k];
        return (place.children[0] == child ? place.numbers[0] : place.numbers[1]) * k + at % k;
    };
    const std::size_t ends = boundary.size() * k;
    bool changed = false;
    for (std::size_t number = 0; number + 1 < ends; ++number) {
        const std::uint32_t source = work.place_of[boundary[number / k]] * k + static_cast<std::uint32_t>(number % k);
        work.length.assign(size, kFar);
        work.came_from.assign(size, kNoNode);
        work.came_through.assign(size, kNoCell);
        work.settled.assign(size, 0);
        work.length[source] = 0;
        // Small and dense: looking for the nearest is quicker than a queue.
        for (;;) {
            std::uint32_t nearest = kNoNode;
            for (std::uint32_t at = 0; at < size; ++at) {
                if (work.settled[at] == 0 && work.length[at] < (nearest == kNoNode ? kFar : work.length[nearest])) {
                    nearest = at;
                }
            }
            if (nearest == kNoNode) break;
            work.settled[nearest] = 1;
            const Workspace::Place& place = work.places[nearest / k];
            // Own boundary portals are ends: going out and in again by the same one is never shorter.
            if (nearest != source && (place.children[1] == kNoCell || graph.closed(place.portal))) continue;
            for (const std::uint32_t child : place.children) {
                if (child == kNoCell || child == work.came_through[nearest]) continue;
                const bool is_cell = tree.is_cell(children[child]);
                const From inner = is_cell ? From{} : from(tree, children[child], number_on(nearest, child));
                for (std::uint32_t other = 0; other < work.boundaries[child].size(); ++other) {
                    const std::uint32_t portal = work.boundaries[child][other];
                    if (portal == nearest / k) continue;
                    for (std::uint32_t i = 0; i < k; ++i) {
                        const std::uint32_t at = portal * k + i;
                        const double step =
                            is_cell ? graph.distance(node_at(nearest), node_at(at)) : inner.length(other * k + i);
                        const double length = work.length[nearest] + step;
                        if (!(length < work.length[at])) continue;
                        work.length[at] = length;
                        work.came_from[at] = nearest;
                        work.came_through[at] = child;
                    }
                }
            }
        }
        const From own = from(tree, member, number);
        for (std::size_t target = number + 1; target < ends; ++target) {
            const std::size_t index = own.index(target);
            const std::uint32_t goal = work.place_of[boundary[target / k]] * k + static_cast<std::uint32_t>(target % k);
            const bool reached = target / k != number / k && work.length[goal] < kFar;
            const double length = reached ? work.length[goal] : kFar;
            work.way.clear();
            for (std::uint32_t at = goal; reached && at != source; at = work.came_from[at]) {
                const std::uint32_t child = work.came_through[at], before = work.came_from[at];
                Reference step = Reference::straight();
                if (!tree.is_cell(children[child])) {
                    step =
                        resolved(from(tree, children[child], number_on(before, child)).reference(number_on(at, child)));
                }
                if (at != goal) work.way.push_back(node_at(at));
                work.way.push_back(step.bits());
            }
            std::reverse(work.way.begin(), work.way.end());
            if (work.way.size() > 1) work.way.back() |= kLast;

            const std::uint32_t old = ways_[index];
            bool same = lengths_[index] == length;
            if (work.way.size() <= 1) {
                const std::uint32_t way = kAlias | (reached ? work.way[0] : Reference::straight().bits());
                same = same && old == way;
                if (same) continue;
                ways_[index] = way;
            } else {
                same =
                    same && (old & kAlias) == 0 && std::equal(work.way.begin(), work.way.end(), steps_.begin() + old);
                if (same) continue;
                ways_[index] = static_cast<std::uint32_t>(steps_.size());
                steps_.insert(steps_.end(), work.way.begin(), work.way.end());
            }
            lengths_[index] = length;
            changed = true;
        }
    }
    work.clear();
    return changed;
}

AbstractPaths::Renewed AbstractPaths::renew(const CellGraph& graph, const AbstractionTree& tree,
                                            std::span<const std::uint32_t> members) {
    Renewed renewed;
    Workspace work(graph);
    std::set<std::uint32_t> pending(members.begin(), members.end());
    while (!pending.empty()) {
        // Children have lower numbers than their parents.
        const std::uint32_t member = *pending.begin();
        pending.erase(pending.begin());
        const std::size_t ends = tree.boundary(member).size() * key_points_;
        ++renewed.cells;
        renewed.paths += ends * (ends == 0 ? 0 : ends - 1) / 2;
        const std::uint32_t parent = tree.parent(member);
        if (compute(graph, tree, member, work) && parent != kNoCell) pending.insert(parent);
    }
    tidy();
    return renewed;
}

std::uint32_t AbstractPaths::end_of(std::uint32_t step) const {
    while ((steps_[step] & kLast) == 0) step += 2;
    return step + 1;
}

void AbstractPaths::tidy() {
    std::size_t used = 0;
    for (const std::uint32_t way : ways_) {
        if ((way & kAlias) == 0) used += end_of(way) - way;
    }
    if (steps_.size() <= 2 * used + 1024) return;
    std::vector<std::uint32_t> kept;
    kept.reserve(used);
    for (std::uint32_t& way : ways_) {
        if ((way & kAlias) != 0) continue;
        const auto begin = steps_.begin() + way, end = steps_.begin() + end_of(way);
        way = static_cast<std::uint32_t>(kept.size());
        kept.insert(kept.end(), begin, end);
    }
    steps_ = std::move(kept);
}

std::size_t AbstractPaths::memory_bytes() const {
    return sizeof(double) * lengths_.size() +
           sizeof(std::uint32_t) * (first_path_.size() + ways_.size() + steps_.size());
}

void AbstractPaths::Unfolding::begin(Reference reference) {
    const Reference found = paths_->resolved(reference);
    if (found.is_straight()) return;
    const std::uint32_t first = paths_->ways_[found.path()];
    const std::uint32_t left = paths_->end_of(first) - first;
    open_.push_back(found.backwards() ? Open{first + left - 1, left, UINT32_MAX} : Open{first, left, 1});
}

std::uint32_t AbstractPaths::Unfolding::next() {
    while (!open_.empty()) {
        Open& open = open_.back();
        if (open.left == 0) {
            open_.pop_back();
            continue;
        }
        const std::uint32_t word = paths_->steps_[open.at];
        const bool backwards = open.step != 1;
        open.at += open.step;
        // There is an odd number of steps, references first and last.
        if (--open.left % 2 == 1) return word;
        begin(Reference::from_bits(word).turned_if(backwards));
    }
    return kNoNode;
}

}  // namespace sidestep
