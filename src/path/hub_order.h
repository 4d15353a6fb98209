// Which corner becomes the next hub; the order decides how large labels are. After Delling, Goldberg, Pajor & Werneck,
// "Robust Distance Queries on Massive Networks" (ESA 2014): shortest path trees from some corners stand for all
// shortest paths; the corner on most of them is taken, the paths through it are cut off, and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sidestep {

class HubOrder {
public:
    static constexpr std::uint32_t kNoParent = UINT32_MAX;

    explicit HubOrder(std::uint32_t corners);

    /// A node of a shortest path tree: parents come before their children.
    struct Branch {
        std::uint32_t corner, parent;
    };
    void add_tree(std::span<const Branch> branches);
    /// Nodes that have not been cut off, in all trees.
    std::size_t paths() const { return live_; }
    /// The corner on most paths, lowest number first; its paths are cut off.
    std::uint32_t take();
    bool taken(std::uint32_t corner) const { return taken_[corner]; }

private:
    struct Node {
        std::uint32_t corner, parent, first_child, next_sibling;  ///< absolute numbers
        std::uint32_t size;  ///< nodes below, itself included: paths through it; 0 when cut off
    };

    void cut(std::uint32_t node);
    void remove_cut();

    std::vector<Node> nodes_;
    std::vector<std::vector<std::uint32_t>> nodes_of_;  ///< by corner
    std::vector<std::uint64_t> count_;                  ///< by corner: paths through it
    std::vector<bool> taken_;
    std::size_t live_ = 0;
    bool grown_ = true;                                          ///< counts have risen since the heap was made
    std::vector<std::pair<std::uint64_t, std::uint32_t>> heap_;  ///< count (perhaps since fallen) and ~corner
    std::vector<std::uint32_t> pending_;
};

}  // namespace sidestep
