#include "path/exact_search.h"

#include <algorithm>
#include <span>
#include <utility>

#include "sidestep/error.h"

namespace sidestep {
namespace {

/// An attachment in ticks, with the least that a way over it can take.
struct Tied {
    std::uint64_t bound;
    std::uint32_t distance, corner;
    Passing passing;
};

struct ExactScratch : TautScratch {
    /// By hub: distance from the start, below the complement of the query's number; so that a later query's entries are
    /// always smaller, and nothing needs to be cleared.
    std::vector<std::uint64_t> from_start;
    std::uint32_t query = 0;
    std::vector<Tied> start_ties, goal_ties;
    std::vector<std::uint32_t> from_goal;
};

}  // namespace

ExactSearch::ExactSearch(std::shared_ptr<const CornerMap> corner_map, std::size_t most_bytes)
    : TautSearch(std::move(corner_map)) {
    for (const Subdivision::Portal& portal : map().ground().subdivision().portals) {
        if (portal.door == kNoDoor) continue;
        InputProblem problem;
        problem.message = "exact paths are computed beforehand and cannot heed doors that open and close";
        problem.value = "a map with doors";
        problem.allowed = "a map without doors";
        problem.remedy = "Take the method \"corner\", which gives the same paths, or leave the doors out.";
        throw InputError(std::move(problem));
    }
    labels_ = HubLabels(graph(), space().diagonal(), most_bytes);
}

std::unique_ptr<PathScratch> ExactSearch::scratch() const {
    auto scratch = std::make_unique<ExactScratch>();
    scratch->from_start.assign(labels_.hubs(), UINT64_MAX);
    return scratch;
}

bool ExactSearch::plan(Vec2d start, Vec2d goal, TautScratch& taut_scratch, Path& path) const {
    auto& scratch = static_cast<ExactScratch&>(taut_scratch);
    const double ticks = labels_.ticks_per_metre();
    const auto tie = [&](const std::vector<Attachment>& attachments, Vec2d far_end, std::vector<Tied>& ties) {
        ties.clear();
        for (const Attachment& a : attachments) {
            const double distance = std::max(0.0, a.distance);
            const double to_go = std::max(0.0, norm(graph().place(a.corner) - far_end) - graph().slack());
            ties.push_back({static_cast<std::uint64_t>((distance + to_go) * ticks),
                            static_cast<std::uint32_t>(distance * ticks + 0.5), a.corner, a.passing});
        }
    };
    tie(scratch.start_corners, goal, scratch.start_ties);
    tie(scratch.goal_corners, start, scratch.goal_ties);
    if (scratch.start_ties.empty() || scratch.goal_ties.empty()) return false;

    std::uint64_t shortest = UINT64_MAX;
    std::uint32_t hub = 0;
    const Tied* goal_tie = nullptr;
    if (++scratch.query == UINT32_MAX) {
        std::fill(scratch.from_start.begin(), scratch.from_start.end(), UINT64_MAX);
        scratch.query = 1;
    }
    const std::uint64_t base = std::uint64_t{~scratch.query} << 32;
    std::uint64_t* from_start = scratch.from_start.data();
    const auto spread = [&](const Tied& t) {
        const std::span<const HubLabels::Entry> label = labels_.leaving(t.corner, t.passing);
        path.expansions += static_cast<std::uint32_t>(label.size());
        for (const HubLabels::Entry& entry : label) {
            std::uint64_t& slot = from_start[labels_.hub(entry)];
            slot = std::min(slot, base + t.distance + entry.distance);
        }
    };
    const auto join = [&](const Tied& t) {
        const std::span<const HubLabels::Entry> label = labels_.leaving(t.corner, t.passing);
        path.expansions += static_cast<std::uint32_t>(label.size());
        for (const HubLabels::Entry& entry : label) {
            const std::uint64_t length = from_start[labels_.hub(entry)] - base + t.distance + entry.distance;
            if (length < shortest) {
                shortest = length;
                hub = labels_.hub(entry);
                goal_tie = &t;
            }
        }
    };
    // One way that is probably short, and then only what could be shorter.
    const auto by_bound = [](const Tied& a, const Tied& b) { return a.bound < b.bound; };
    const Tied& first = *std::min_element(scratch.start_ties.begin(), scratch.start_ties.end(), by_bound);
    spread(first);
    join(*std::min_element(scratch.goal_ties.begin(), scratch.goal_ties.end(), by_bound));
    for (const Tied& t : scratch.start_ties) {
        if (t.bound <= shortest && &t != &first) spread(t);
    }
    for (const Tied& t : scratch.goal_ties) {
        if (t.bound <= shortest) join(t);
    }
    // What a former query left in a slot is larger than any length.
    if (goal_tie == nullptr || shortest >= std::uint64_t{1} << 32) return false;

    const std::uint64_t wanted = from_start[hub] - base;
    for (const Tied& t : scratch.start_ties) {
        const HubLabels::Entry* entry = labels_.find(t.corner, hub);
        if (entry == nullptr || std::uint64_t{t.distance} + entry->distance != wanted) continue;
        labels_.unfold(graph(), t.corner, hub, scratch.corners);
        break;
    }
    scratch.from_goal.clear();
    labels_.unfold(graph(), goal_tie->corner, hub, scratch.from_goal);
    scratch.corners.insert(scratch.corners.end(), scratch.from_goal.rbegin() + 1, scratch.from_goal.rend());
    return true;
}

}  // namespace sidestep
