#include "outline/faces.h"

#include <algorithm>

namespace sidestep {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
__extension__ using Wide = __int128;

/// 0 to the right and up, 1 left and down: half-planes in which angles compare by turning.
int half_plane(std::int64_t dx, std::int64_t dy) {
    return dy > 0 || (dy == 0 && dx > 0) ? 0 : 1;
}

}  // namespace

Faces::Faces(const Linework& work, const std::vector<EdgeSource>& sources)
    : points_(work.points),
      // Built over edges below; a member cannot wait.
      grid_((join_pieces(work, sources), edges_.size()),
            [&](std::size_t i) { return SegmentGrid::Segment{points_[edges_[i].a], points_[edges_[i].b]}; }, 1) {
    link();
    trace();
    nest();
}

void Faces::join_pieces(const Linework& work, const std::vector<EdgeSource>& sources) {
    struct Upright : Piece {
        std::int32_t net;
    };
    std::vector<Upright> pieces;
    pieces.reserve(work.pieces.size());
    for (const Piece& piece : work.pieces) {
        const bool forwards = piece.a < piece.b;
        pieces.push_back({forwards ? piece : Piece{piece.b, piece.a, piece.source}, forwards ? 1 : -1});
    }
    std::sort(pieces.begin(), pieces.end(), [](const Piece& l, const Piece& r) {
        return l.a != r.a ? l.a < r.a : l.b != r.b ? l.b < r.b : l.source < r.source;
    });
    ring_first_.push_back(0);
    for (std::size_t i = 0; i < pieces.size();) {
        Edge edge{pieces[i].a, pieces[i].b};
        while (i < pieces.size() && pieces[i].a == edge.a && pieces[i].b == edge.b) {
            const std::uint32_t source = pieces[i].source;
            std::size_t times = 0;
            std::int32_t net = 0;
            for (; i < pieces.size() && pieces[i].a == edge.a && pieces[i].b == edge.b && pieces[i].source == source;
                 ++i) {
                ++times;
                net += pieces[i].net;
            }
            if (sources[source].is_line()) {
                edge.wall = true;
                edge.copies += static_cast<std::uint32_t>(times);
                continue;
            }
            edge.net += net;
            if (times % 2 == 1) rings_.push_back(source);  // a ring that runs there and back encloses nothing
        }
        edges_.push_back(edge);
        ring_first_.push_back(static_cast<std::uint32_t>(rings_.size()));
    }
}

void Faces::link() {
    const std::size_t halves = half_edge_count();
    std::vector<std::uint32_t> first(points_.size() + 1, 0), out(halves);
    for (std::uint32_t h = 0; h < halves; ++h) ++first[from(h) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> fill(first.begin(), first.end() - 1);
    for (std::uint32_t h = 0; h < halves; ++h) out[fill[from(h)]++] = h;
    clockwise_.resize(halves);
    for (std::uint32_t p = 0; p < points_.size(); ++p) {
        const auto begin = out.begin() + first[p], end = out.begin() + first[p + 1];
        const LatticePoint centre = points_[p];
        std::sort(begin, end, [&](std::uint32_t l, std::uint32_t r) {
            const LatticePoint a = points_[to(l)], b = points_[to(r)];
            const int ha = half_plane(std::int64_t{a.x} - centre.x, std::int64_t{a.y} - centre.y);
            const int hb = half_plane(std::int64_t{b.x} - centre.x, std::int64_t{b.y} - centre.y);
            return ha != hb ? ha < hb : orientation(centre, a, b) > 0;
        });
        for (auto i = begin; i != end; ++i) clockwise_[*i] = i == begin ? *(end - 1) : *(i - 1);
    }
}

void Faces::trace() {
    const std::size_t halves = half_edge_count();
    cycle_.assign(halves, kNone);
    for (std::uint32_t start = 0; start < halves; ++start) {
        if (cycle_[start] != kNone) continue;
        const auto cycle = static_cast<std::uint32_t>(cycles_.size());
        Wide doubled = 0;
        std::uint32_t half = start, lowest = start;
        do {
            cycle_[half] = cycle;
            const LatticePoint a = points_[from(half)], b = points_[to(half)];
            doubled += std::int64_t{a.x} * b.y - std::int64_t{a.y} * b.x;
            // Points are numbered from left to right.
            if (from(half) < from(lowest)) lowest = half;
            half = clockwise_[twin(half)];
        } while (half != start);
        cycles_.push_back({static_cast<double>(doubled), lowest, doubled <= 0});
    }
}

bool Faces::passes_right_of(std::uint32_t edge, std::uint32_t other) const {
    const auto upwards = [this](std::uint32_t e, LatticePoint& low, LatticePoint& high) {
        low = points_[edges_[e].a], high = points_[edges_[e].b];
        if (low.y > high.y) std::swap(low, high);
    };
    LatticePoint low, high, other_low, other_high;
    upwards(edge, low, high);
    upwards(other, other_low, other_high);
    // Two edges that one horizontal line cuts and that do not cross: the lower end of one lies beside the other.
    if (low.y >= other_low.y) {
        std::int64_t side = orientation(other_low, other_high, low);
        if (side == 0) side = orientation(other_low, other_high, high);
        return side < 0;
    }
    std::int64_t side = orientation(low, high, other_low);
    if (side == 0) side = orientation(low, high, other_high);
    return side > 0;
}

std::uint32_t Faces::left_of(LatticePoint p) const {
    std::size_t cell = grid_.cell_of(p);
    const std::size_t row_start = cell - cell % grid_.columns();
    std::uint32_t best = kNone;
    double best_x = 0;
    for (;; --cell) {
        for (const std::uint32_t* i = grid_.begin(cell); i != grid_.end(cell); ++i) {
            LatticePoint low = points_[edges_[*i].a], high = points_[edges_[*i].b];
            if (low.y > high.y) std::swap(low, high);
            if (low.y > p.y || high.y <= p.y) continue;
            // To the left of p, or through p and leaning to the left.
            if (orientation(low, high, p) >= 0) continue;
            if (best != kNone && (best == *i || !passes_right_of(*i, best))) continue;
            best = *i;
            best_x = low.x + (static_cast<double>(high.x) - low.x) *
                                 ((static_cast<double>(p.y) - low.y) / (static_cast<double>(high.y) - low.y));
        }
        // An edge nearer to p than this cell's left border would have been listed here or farther right.
        if (cell == row_start || (best != kNone && best_x > grid_.left_of(cell) + 1)) break;
    }
    if (best == kNone) return kNone;
    // What lies right of the edge lies left of its half-edge downwards.
    const bool a_is_low = points_[edges_[best].a].y < points_[edges_[best].b].y;
    return 2 * best + (a_is_low ? 1 : 0);
}

void Faces::nest() {
    face_of_cycle_.assign(cycles_.size(), 0);
    areas_.assign(1, 0);
    for (std::size_t c = 0; c < cycles_.size(); ++c) {
        if (cycles_[c].hole) continue;
        face_of_cycle_[c] = static_cast<std::uint32_t>(areas_.size());
        areas_.push_back(cycles_[c].doubled_area);
    }
    std::vector<std::uint32_t> borders;
    for (std::uint32_t c = 0; c < cycles_.size(); ++c) {
        if (cycles_[c].hole) borders.push_back(c);
    }
    // From left to right: what a component lies in has been placed before it.
    std::sort(borders.begin(), borders.end(),
              [&](std::uint32_t l, std::uint32_t r) { return from(cycles_[l].start) < from(cycles_[r].start); });
    for (const std::uint32_t c : borders) {
        const std::uint32_t half = left_of(points_[from(cycles_[c].start)]);
        if (half == kNone) continue;
        const std::uint32_t around = face(half);
        face_of_cycle_[c] = around;
        if (around != 0) areas_[around] += cycles_[c].doubled_area;
    }
}

std::uint32_t Faces::face_at(LatticePoint p) const {
    if (edges_.empty()) return 0;
    const std::uint32_t half = left_of(p);
    return half == kNone ? 0 : face(half);
}

Faces::Borders Faces::borders() const {
    Borders result{std::vector<std::uint32_t>(face_count() + 1, 0), std::vector<std::uint32_t>(half_edge_count())};
    for (std::uint32_t h = 0; h < half_edge_count(); ++h) ++result.first[face(h) + 1];
    for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
    std::vector<std::uint32_t> fill(result.first.begin(), result.first.end() - 1);
    for (std::uint32_t h = 0; h < half_edge_count(); ++h) result.halves[fill[face(h)]++] = h;
    return result;
}

std::vector<std::int32_t> Faces::windings() const {
    const Borders around = borders();
    std::vector<std::int32_t> result(face_count(), 0);
    std::vector<bool> seen(face_count(), false);
    std::vector<std::uint32_t> pending{0};
    seen[0] = true;
    while (!pending.empty()) {
        const std::uint32_t f = pending.back();
        pending.pop_back();
        for (std::uint32_t i = around.first[f]; i < around.first[f + 1]; ++i) {
            const std::uint32_t half = around.halves[i], other = face(twin(half));
            if (seen[other]) continue;
            seen[other] = true;
            const std::int32_t net = edges_[half / 2].net;
            // Whoever crosses a ring from its right to its left comes inside.
            result[other] = result[f] + (half & 1 ? net : -net);
            pending.push_back(other);
        }
    }
    return result;
}

}  // namespace sidestep
