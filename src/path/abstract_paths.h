// Shortest paths between the boundary key points of every abstract cell, inside that cell (Lamarche & Donikian 2004,
// §3.2): a length and references to paths of its children, never points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/archive.h"
#include "path/abstraction_tree.h"
#include "path/cell_graph.h"

namespace sidestep {

class AbstractPaths {
public:
    /// How to get from one key point to another within a member: a stored path, forwards or backwards, or straight
    /// through a cell.
    class Reference {
    public:
        Reference() = default;
        static Reference straight() { return Reference(kStraight); }
        static Reference to(std::uint32_t path, bool backwards) {
            return Reference(path | (backwards ? kBackwards : 0));
        }
        static Reference from_bits(std::uint32_t bits) { return Reference(bits & (kBackwards | kStraight)); }
        std::uint32_t bits() const { return bits_; }
        bool is_straight() const { return (bits_ & kStraight) == kStraight; }
        std::uint32_t path() const { return bits_ & kStraight; }
        bool backwards() const { return (bits_ & kBackwards) != 0; }
        Reference turned_if(bool turn) const { return Reference(turn ? bits_ ^ kBackwards : bits_); }

    private:
        explicit Reference(std::uint32_t bits) : bits_(bits) {}
        static constexpr std::uint32_t kStraight = 0x3fffffff, kBackwards = 0x80000000;
        std::uint32_t bits_ = kStraight;
    };

    AbstractPaths() = default;
    AbstractPaths(const CellGraph& graph, const AbstractionTree& tree);

    void write(ArchiveWriter& archive) const;
    /// Nothing where what is there cannot be the paths of this tree.
    static std::optional<AbstractPaths> read(ArchiveReader& archive, const CellGraph& graph,
                                             const AbstractionTree& tree);
    static void skip(ArchiveReader& archive);

    /// Lengths from the key point with number `from` on the member's boundary; call with each other number. Numbers
    /// count key points along boundary(), k for each portal.
    struct From {
        const double* lengths;
        std::size_t from, count, first;
        std::size_t index(std::size_t to) const {
            const std::size_t low = from < to ? from : to, high = from < to ? to : from;
            return first + low * (2 * count - low - 1) / 2 + (high - low - 1);
        }
        /// Infinite where there is no way through open doors, or both lie on one portal.
        double length(std::size_t to) const { return lengths[index(to)]; }
        Reference reference(std::size_t to) const {
            return Reference::to(static_cast<std::uint32_t>(index(to)), to < from);
        }
    };
    From from(const AbstractionTree& tree, std::uint32_t member, std::size_t number) const {
        const std::uint32_t index = member - tree.cell_count();
        return {lengths_.data(), number, tree.boundary(member).size() * key_points_, first_path_[index]};
    }

    /// What lies between the ends of a reference, step by step: references and the key points between them in turn.
    class Unfolding {
    public:
        explicit Unfolding(const AbstractPaths& paths) : paths_(&paths) {}
        void clear() { open_.clear(); }
        void begin(Reference reference);
        /// The next key point, or kNoNode at the end.
        std::uint32_t next();

    private:
        struct Open {
            std::uint32_t at, left;
            std::uint32_t step;  ///< 1 or, modulo 2³², −1
        };
        const AbstractPaths* paths_;
        std::vector<Open> open_;
    };

    struct Renewed {
        std::size_t cells = 0, paths = 0;
    };
    /// Computes the paths of these abstract cells anew from those of their children, and of everybody above them as
    /// far as something changed.
    Renewed renew(const CellGraph& graph, const AbstractionTree& tree, std::span<const std::uint32_t> members);

    /// Undirected, of abstract cells.
    std::size_t count() const { return lengths_.size(); }
    std::size_t memory_bytes() const;

private:
    struct Workspace;
    bool compute(const CellGraph& graph, const AbstractionTree& tree, std::uint32_t member, Workspace& work);
    /// Sizes everything for the tree; no path is known.
    void prepare(const CellGraph& graph, const AbstractionTree& tree);
    bool sound(const CellGraph& graph, const AbstractionTree& tree) const;
    Reference resolved(Reference reference) const;
    /// One past the last step of the way that begins here.
    std::uint32_t end_of(std::uint32_t step) const;
    /// Squeezes out ways no longer used, when they are as many as those that are.
    void tidy();

    // A path whose way lies in one child has kAlias and that child's reference in `ways_`; others the place in
    // `steps_` where theirs begins: reference, key point, reference, …, the last reference with kLast.
    static constexpr std::uint32_t kAlias = 0x40000000, kLast = 0x40000000;
    std::uint32_t key_points_ = 1;
    std::vector<std::uint32_t> first_path_;  ///< of each abstract cell
    std::vector<double> lengths_;
    std::vector<std::uint32_t> ways_;
    std::vector<std::uint32_t> steps_;
};

}  // namespace sidestep
