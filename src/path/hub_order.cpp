#include "path/hub_order.h"

#include <algorithm>

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace

HubOrder::HubOrder(std::uint32_t corners) : nodes_of_(corners), count_(corners), taken_(corners) {}

void HubOrder::add_tree(std::span<const Branch> branches) {
    if (nodes_.size() > 4 * live_ + branches.size()) remove_cut();
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    for (const Branch& b : branches) {
        nodes_of_[b.corner].push_back(static_cast<std::uint32_t>(nodes_.size()));
        nodes_.push_back({b.corner, b.parent == kNoParent ? kNone : first + b.parent, kNone, kNone, 1});
    }
    for (auto i = static_cast<std::uint32_t>(nodes_.size()); i-- > first;) {
        Node& node = nodes_[i];
        count_[node.corner] += node.size;
        if (node.parent == kNone) continue;
        Node& parent = nodes_[node.parent];
        parent.size += node.size;
        node.next_sibling = parent.first_child;
        parent.first_child = i;
    }
    live_ += branches.size();
    grown_ = true;
}

/// Makes room: what was cut off is not needed any more.
void HubOrder::remove_cut() {
    std::vector<std::uint32_t> moved(nodes_.size(), kNone);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_[i].size == 0) continue;
        moved[i] = kept;
        Node node = nodes_[i];
        if (node.parent != kNone) node.parent = moved[node.parent];
        node.first_child = node.next_sibling = kNone;
        nodes_[kept++] = node;
    }
    nodes_.resize(kept);
    for (std::vector<std::uint32_t>& list : nodes_of_) list.clear();
    for (std::uint32_t i = kept; i-- > 0;) {
        nodes_of_[nodes_[i].corner].push_back(i);
        if (nodes_[i].parent == kNone) continue;
        Node& parent = nodes_[nodes_[i].parent];
        nodes_[i].next_sibling = parent.first_child;
        parent.first_child = i;
    }
}

void HubOrder::cut(std::uint32_t first) {
    const std::uint32_t size = nodes_[first].size;
    if (size == 0) return;
    for (std::uint32_t up = nodes_[first].parent; up != kNone; up = nodes_[up].parent) {
        nodes_[up].size -= size;
        count_[nodes_[up].corner] -= size;
    }
    pending_.assign(1, first);
    while (!pending_.empty()) {
        Node& node = nodes_[pending_.back()];
        pending_.pop_back();
        count_[node.corner] -= node.size;
        node.size = 0;
        --live_;
        for (std::uint32_t child = node.first_child; child != kNone; child = nodes_[child].next_sibling) {
            if (nodes_[child].size > 0) pending_.push_back(child);
        }
    }
}

std::uint32_t HubOrder::take() {
    if (grown_) {
        heap_.clear();
        for (std::uint32_t c = 0; c < count_.size(); ++c) {
            if (!taken_[c]) heap_.emplace_back(count_[c], ~c);
        }
        std::make_heap(heap_.begin(), heap_.end());
        grown_ = false;
    }
    for (;;) {
        std::pop_heap(heap_.begin(), heap_.end());
        const auto [count, complement] = heap_.back();
        const std::uint32_t corner = ~complement;
        if (count == count_[corner]) {
            heap_.pop_back();
            taken_[corner] = true;
            for (const std::uint32_t node : nodes_of_[corner]) cut(node);
            nodes_of_[corner] = {};
            return corner;
        }
        heap_.back().first = count_[corner];
        std::push_heap(heap_.begin(), heap_.end());
    }
}

}  // namespace sidestep
