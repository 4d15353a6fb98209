#include "evaluate/recorded_exits.h"

#include <algorithm>
#include <numeric>

#include "evaluate/entry.h"
#include "scenario/polygon.h"

namespace sidestep {
namespace {

constexpr std::size_t kFewest = 5;
constexpr double kNext = 1;       // m
constexpr double kAround = 0.25;  // m
constexpr double kCameThere = 0.1;

/// Sets of places none of which is farther than kNext from the next one, by one of them.
std::vector<std::size_t> linked(std::span<const RecordedWay> ways) {
    std::vector<std::size_t> root(ways.size());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto root_of = [&](std::size_t i) {
        while (root[i] != i) i = root[i] = root[root[i]];
        return i;
    };
    for (std::size_t i = 0; i < ways.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (ways[i].left && ways[j].left && norm(ways[i].end - ways[j].end) <= kNext) root[root_of(i)] = root_of(j);
        }
    }
    for (std::size_t i = 0; i < ways.size(); ++i) root[i] = root_of(i);
    return root;
}

Polygon region_around(std::span<const RecordedWay> ways, std::span<const std::size_t> members) {
    Polygon ends;
    for (const std::size_t i : members) ends.push_back(ways[i].end);
    return grown(ends, kAround);
}

}  // namespace

RecordedExits recorded_exits(std::span<const RecordedWay> ways) {
    RecordedExits exits;
    exits.of.assign(ways.size(), -1);
    const std::vector<std::size_t> sets = linked(ways);
    for (std::size_t set = 0; set < ways.size(); ++set) {
        std::vector<std::size_t> members;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            if (ways[i].left && sets[i] == set) members.push_back(i);
        }
        if (members.size() < kFewest) continue;
        Polygon region = region_around(ways, members);
        const auto came =
            std::ranges::count_if(members, [&](std::size_t i) { return contains(region, ways[i].entry); });
        if (static_cast<double>(came) > kCameThere * static_cast<double>(members.size())) continue;
        for (const std::size_t i : members) exits.of[i] = static_cast<int>(exits.regions.size());
        exits.regions.push_back(std::move(region));
    }
    if (exits.regions.empty()) return exits;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (!ways[i].left) exits.of[i] = nearest_exit(exits.regions, ways[i].end);
    }
    return exits;
}

}  // namespace sidestep
