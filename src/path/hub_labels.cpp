#include "path/hub_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "path/corner_queue.h"
#include "path/hub_order.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Ways that differ by rounding only count as equally short: one label less.
constexpr double kSameLength = 1e-9;
// Paths of sampled trees that decide the order: more make labels smaller and building slower, and take 30 bytes each.
constexpr std::size_t kPathsPerCorner = 100, kMostPaths = 4'000'000;

struct RawEntry {
    double distance;
    std::uint32_t hub;
    std::uint32_t edge;  ///< of the corner, towards the hub; none for the hub itself
};
constexpr std::uint32_t kNoEdge = UINT32_MAX;

/// Each edge the other way round.
std::vector<std::uint32_t> reversed_edges(const CornerGraph& graph) {
    std::vector<std::uint32_t> result(graph.edges());
    for (std::uint32_t c = 0; c < graph.corners(); ++c) {
        for (std::uint32_t e = graph.first_edge(c); e < graph.end_edge(c); ++e) {
            const std::uint32_t to = graph.edge(e).to;
            std::uint32_t back = graph.first_edge(to);
            while (graph.edge(back).to != c) ++back;
            result[e] = back;
        }
    }
    return result;
}

[[noreturn]] void refuse(std::size_t bytes, std::size_t most_bytes, std::size_t done, std::size_t corners) {
    InputProblem problem;
    problem.message = fmt::format(
        "the labels of exact paths need more memory than allowed: {:.0f} MB with {:.0f} % of {} "
        "corners done",
        static_cast<double>(bytes) / 1e6, 100 * static_cast<double>(done) / static_cast<double>(corners), corners);
    problem.value = fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
    problem.allowed = fmt::format("at most {:.0f} MB", static_cast<double>(most_bytes) / 1e6);
    problem.remedy = "Take the method \"corner\", which gives the same paths, or allow more memory.";
    throw InputError(std::move(problem));
}

class Labelling {
public:
    Labelling(const CornerGraph& graph, std::size_t most_bytes)
        : graph_(graph),
          most_bytes_(most_bytes),
          back_(reversed_edges(graph)),
          labels_(graph.corners()),
          from_hub_(graph.corners(), kInfinity),
          reached_(graph.corners()),
          order_(graph.corners()) {}

    /// Hub by hub, those on most shortest paths first.
    void run();
    const std::vector<std::vector<RawEntry>>& labels() const { return labels_; }
    std::size_t count() const { return count_; }
    const std::vector<std::uint32_t>& hubs() const { return hubs_; }

private:
    struct Reached {
        double length;
        std::uint32_t edge;     ///< back towards the root
        std::uint32_t visited;  ///< how many were before it
        std::uint32_t next_begin, next_end;
        std::uint32_t search = 0;
        bool done;
    };

    /// Whether earlier hubs know a way as short as this.
    bool known(std::uint32_t corner, double length) const {
        for (const RawEntry& entry : labels_[corner]) {
            if (entry.distance + from_hub_[entry.hub] <= length + kSameLength) return true;
        }
        return false;
    }

    /// Calls visit(corner, reached) for the corners whose distance from this one no hub knows yet, nearest first.
    template <class Visit>
    void search(std::uint32_t corner, Visit visit);
    void add_hub(std::uint32_t corner);
    void add_tree(std::uint32_t corner);
    /// Until there are so many.
    void add_trees(std::size_t paths);

    const CornerGraph& graph_;
    std::size_t most_bytes_;
    std::vector<std::uint32_t> back_;
    std::vector<std::vector<RawEntry>> labels_;
    std::vector<double> from_hub_;  ///< by hub, to the one being added
    std::vector<Reached> reached_;
    CornerQueue queue_;
    std::uint32_t search_ = 0;
    std::size_t count_ = 0;
    std::vector<std::uint32_t> hubs_;  ///< their corners
    HubOrder order_;
    std::vector<std::uint32_t> roots_;  ///< of trees to come, the next one last
    std::vector<HubOrder::Branch> branches_;
    std::vector<std::pair<std::uint32_t, RawEntry>> added_;
};

template <class Visit>
void Labelling::search(std::uint32_t root, Visit visit) {
    for (const RawEntry& entry : labels_[root]) from_hub_[entry.hub] = entry.distance;
    ++search_;
    queue_.clear();
    std::uint32_t visited = 0;
    reached_[root] = {0, kNoEdge, 0, graph_.first_edge(root), graph_.end_edge(root), search_, false};
    queue_.push({0, root});
    while (!queue_.empty()) {
        const std::uint32_t at = queue_.pop().corner;
        Reached& r = reached_[at];
        if (r.done) continue;
        r.done = true;
        if (known(at, r.length)) continue;
        r.visited = visited++;
        visit(at, r);
        for (std::uint32_t e = r.next_begin; e < r.next_end; ++e) {
            const CornerGraph::Edge& edge = graph_.edge(e);
            const double length = r.length + edge.length;
            Reached& to = reached_[edge.to];
            if (to.search == search_ && to.length <= length) continue;
            to = {length, back_[e], 0, edge.next_begin, edge.next_end, search_, false};
            queue_.push({length, edge.to});
        }
    }
    for (const RawEntry& entry : labels_[root]) from_hub_[entry.hub] = kInfinity;
}

void Labelling::add_hub(std::uint32_t corner) {
    const auto hub = static_cast<std::uint32_t>(hubs_.size());
    hubs_.push_back(corner);
    search(corner, [&](std::uint32_t at, const Reached& r) { added_.push_back({at, {r.length, hub, r.edge}}); });
    // Not during the search, which reads the hub's own label.
    for (const auto& [at, entry] : added_) labels_[at].push_back(entry);
    count_ += added_.size();
    added_.clear();
}

void Labelling::add_tree(std::uint32_t corner) {
    branches_.clear();
    search(corner, [&](std::uint32_t at, const Reached& r) {
        const std::uint32_t parent = r.edge == kNoEdge ? HubOrder::kNoParent : reached_[graph_.edge(r.edge).to].visited;
        branches_.push_back({at, parent});
    });
    order_.add_tree(branches_);
}

void Labelling::add_trees(std::size_t paths) {
    while (!roots_.empty() && order_.paths() < paths) {
        const std::uint32_t root = roots_.back();
        roots_.pop_back();
        if (!order_.taken(root)) add_tree(root);
    }
}

void Labelling::run() {
    const std::uint32_t n = graph_.corners();
    // Corners are numbered along a curve that fills the map, and multiples of the golden section leave no large gap
    // after any number of steps: the roots used so far are always spread evenly.
    const auto key = [](std::uint32_t corner) { return corner * 2654435769u; };
    roots_.resize(n);
    for (std::uint32_t c = 0; c < n; ++c) roots_[c] = c;
    std::sort(roots_.begin(), roots_.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) > key(b); });
    const std::size_t wanted = std::min(kPathsPerCorner * n, kMostPaths);
    while (hubs_.size() < n) {
        if (order_.paths() < wanted / 2) add_trees(wanted);
        add_hub(order_.take());
        const std::size_t bytes = count_ * sizeof(HubLabels::Entry);
        if (bytes > most_bytes_) refuse(bytes, most_bytes_, hubs_.size(), n);
    }
}

}  // namespace

HubLabels::HubLabels(const CornerGraph& graph, double farthest_sight, std::size_t most_bytes) {
    Labelling labelling(graph, most_bytes);
    labelling.run();

    const std::uint32_t n = graph.corners();
    rank_.resize(n);
    for (std::uint32_t hub = 0; hub < n; ++hub) rank_[labelling.hubs()[hub]] = hub;
    std::uint32_t most_edges = 1;
    double longest = std::max(farthest_sight, 1.0);
    for (std::uint32_t c = 0; c < n; ++c) {
        most_edges = std::max(most_edges, graph.end_edge(c) - graph.first_edge(c));
        for (const RawEntry& entry : labelling.labels()[c]) longest = std::max(longest, entry.distance);
    }
    hub_bits_ = 32 - static_cast<std::uint32_t>(std::bit_width(most_edges));
    hub_mask_ = (std::uint32_t{1} << hub_bits_) - 1;
    if (n > hub_mask_) {
        InputProblem problem;
        problem.message = "the map has too many corners for labels of exact paths";
        problem.value = fmt::format("{}", n);
        problem.allowed = fmt::format("at most {}", hub_mask_);
        problem.remedy = "Take the method \"corner\", which gives the same paths.";
        throw InputError(std::move(problem));
    }
    while (longest * ticks_ < 0x1p29) ticks_ *= 2;
    while (longest * ticks_ >= 0x1p30) ticks_ /= 2;

    entries_.reserve(labelling.count());
    bounds_.reserve(n + 1);
    for (std::uint32_t c = 0; c < n; ++c) {
        std::array<std::uint32_t, 3> begin;
        // The own entry may follow whatever way the corner is reached.
        constexpr std::array kinds{kObstacleRight, kObstacleBoth, kObstacleLeft};
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            begin[k] = static_cast<std::uint32_t>(entries_.size());
            for (const RawEntry& entry : labelling.labels()[c]) {
                const Passing passing = entry.edge == kNoEdge ? kObstacleBoth : graph.passing(entry.edge);
                if (passing != kinds[k]) continue;
                const std::uint32_t edge = entry.edge == kNoEdge ? 0 : entry.edge - graph.first_edge(c);
                entries_.push_back(
                    {static_cast<std::uint32_t>(entry.distance * ticks_ + 0.5), edge << hub_bits_ | entry.hub});
            }
        }
        bounds_.push_back({begin[0], begin[1], begin[2]});
    }
    const auto end = static_cast<std::uint32_t>(entries_.size());
    bounds_.push_back({end, end, end});
}

const HubLabels::Entry* HubLabels::find(std::uint32_t corner, std::uint32_t wanted) const {
    const Bounds& b = bounds_[corner];
    const std::array<std::uint32_t, 4> ends{b.first, b.both, b.left, bounds_[corner + 1].first};
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        const auto begin = entries_.begin() + ends[k], end = entries_.begin() + ends[k + 1];
        const auto at =
            std::lower_bound(begin, end, wanted, [&](const Entry& entry, std::uint32_t h) { return hub(entry) < h; });
        if (at != end && hub(*at) == wanted) return &*at;
    }
    return nullptr;
}

void HubLabels::unfold(const CornerGraph& graph, std::uint32_t corner, std::uint32_t wanted,
                       std::vector<std::uint32_t>& corners) const {
    corners.push_back(corner);
    while (rank_[corner] != wanted) {
        const Entry* entry = find(corner, wanted);
        corner = graph.edge(graph.first_edge(corner) + (entry->packed >> hub_bits_)).to;
        corners.push_back(corner);
    }
}

std::size_t HubLabels::memory_bytes() const {
    return entries_.size() * sizeof(Entry) + bounds_.size() * sizeof(Bounds) + rank_.size() * sizeof(std::uint32_t);
}

}  // namespace sidestep
