#include "base/constrained_delaunay.h"

#include <algorithm>
#include <numeric>

#include "base/hilbert.h"

namespace sidestep {

ConstrainedDelaunay::ConstrainedDelaunay(std::span<const LatticePoint> points, LatticePoint low, LatticePoint high)
    : points_(points.begin(), points.end()), first_corner_(static_cast<std::uint32_t>(points.size())) {
    const std::uint32_t n = first_corner_;
    points_.insert(points_.end(), {low, {high.x, low.y}, high, {low.x, high.y}});
    edge_of_.assign(points_.size(), kNone);
    for (auto* column : {&origin_, &twin_, &label_}) column->reserve(std::size_t{6} * (n + 2));
    new_triangle(n, n + 1, n + 2);
    new_triangle(n, n + 2, n + 3);
    link(2, 3);

    std::vector<std::pair<std::uint64_t, std::uint32_t>> order(n);
    for (std::uint32_t v = 0; v < n; ++v) order[v] = {hilbert_place(points_[v]), v};
    std::sort(order.begin(), order.end());
    std::uint32_t near = 0;
    for (const auto& [place, vertex] : order) insert(vertex, near);
}

std::uint32_t ConstrainedDelaunay::new_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t h = half_edges();
    origin_.insert(origin_.end(), {a, b, c});
    twin_.insert(twin_.end(), {kNone, kNone, kNone});
    label_.insert(label_.end(), {kFree, kFree, kFree});
    edge_of_[a] = h;
    edge_of_[b] = h + 1;
    edge_of_[c] = h + 2;
    return h;
}

void ConstrainedDelaunay::link(std::uint32_t a, std::uint32_t b) {
    twin_[a] = b;
    if (b != kNone) twin_[b] = a;
}

void ConstrainedDelaunay::move_border(std::uint32_t from, std::uint32_t to) {
    link(to, twin_[from]);
    label_[to] = label_[from];
}

void ConstrainedDelaunay::set_label(std::uint32_t h, std::uint32_t label) {
    label_[h] = label;
    if (twin_[h] != kNone) label_[twin_[h]] = label;
}

/// The diagonal of the two triangles at h becomes the other one; h's own triangle keeps the side that leads to h.
void ConstrainedDelaunay::flip(std::uint32_t h) {
    const std::uint32_t g = twin_[h];
    const std::uint32_t hn = next(h), hp = previous(h), gn = next(g), gp = previous(g);
    const std::uint32_t u = origin_[h], v = origin_[g], p = origin_[hp], q = origin_[gp];
    move_border(gn, h);
    move_border(hn, g);
    origin_[hn] = q;
    origin_[gn] = p;
    link(hn, gn);
    label_[hn] = label_[gn] = kFree;
    edge_of_[u] = h;
    edge_of_[v] = g;
    edge_of_[p] = hp;
    edge_of_[q] = gp;
}

/// Whether an edge has a point in its circle and nobody asked for it.
bool ConstrainedDelaunay::flips(std::uint32_t h) const {
    const std::uint32_t g = twin_[h];
    if (g == kNone || label_[h] != kFree) return false;
    return inside_circle(points_[origin_[h]], points_[origin_[g]], points_[apex(h)], points_[apex(g)]);
}

void ConstrainedDelaunay::restore_made() {
    while (!made_.empty()) {
        const std::uint32_t made = find_edge(made_.back().first, made_.back().second);
        made_.pop_back();
        if (made == kNone) continue;  // flipped meanwhile, and its surroundings were looked at
        doubtful_.push_back(made);
        restore(nullptr);
    }
}

void ConstrainedDelaunay::restore(std::vector<std::uint32_t>* changed) {
    while (!doubtful_.empty()) {
        const std::uint32_t h = doubtful_.back();
        doubtful_.pop_back();
        if (!flips(h)) continue;
        const std::uint32_t g = twin_[h];
        flip(h);
        doubtful_.insert(doubtful_.end(), {h, previous(h), g, previous(g)});
        if (changed != nullptr) changed->insert(changed->end(), {h / 3, g / 3});
    }
}

void ConstrainedDelaunay::restore_around_new() {
    while (!doubtful_.empty()) {
        const std::uint32_t h = doubtful_.back();
        doubtful_.pop_back();
        if (!flips(h)) continue;
        const std::uint32_t g = twin_[h];
        flip(h);
        doubtful_.insert(doubtful_.end(), {h, previous(g)});
    }
}

void ConstrainedDelaunay::insert(std::uint32_t vertex, std::uint32_t& near) {
    const LatticePoint p = points_[vertex];
    // Towards p from triangle to triangle; in one that was entered, two edges are left to look at.
    std::uint32_t h = near, on = kNone;
    for (int unseen = 3; unseen > 0;) {
        const std::int64_t side = orientation(points_[origin_[h]], points_[end(h)], p);
        if (side < 0) {
            h = next(twin_[h]);
            on = kNone;
            unseen = 2;
            continue;
        }
        if (side == 0) on = h;
        --unseen;
        h = next(h);
    }
    if (on != kNone) {
        split_edge(on, vertex);
    } else {
        // h's triangle (a, b, c) becomes three.
        const std::uint32_t b = origin_[next(h)], c = origin_[previous(h)];
        const std::uint32_t second = new_triangle(b, c, vertex), third = new_triangle(c, origin_[h], vertex);
        move_border(next(h), second);
        move_border(previous(h), third);
        origin_[previous(h)] = vertex;
        label_[next(h)] = label_[previous(h)] = kFree;
        link(next(h), second + 2);
        link(second + 1, third + 2);
        link(third + 1, previous(h));
        doubtful_.insert(doubtful_.end(), {h, second, third});
    }
    restore_around_new();
    near = edge_of_[vertex];
}

bool ConstrainedDelaunay::can_split(std::uint32_t h, LatticePoint p) const {
    const std::uint32_t g = twin_[h];
    if (g == kNone) return false;
    const LatticePoint b = points_[origin_[h]], c = points_[origin_[g]], a = points_[apex(h)], d = points_[apex(g)];
    return orientation(a, b, p) > 0 && orientation(c, a, p) > 0 && orientation(b, d, p) > 0 && orientation(d, c, p) > 0;
}

void ConstrainedDelaunay::split_edge(std::uint32_t h, std::uint32_t vertex) {
    const std::uint32_t g = twin_[h], label = label_[h];
    const std::uint32_t c = origin_[g], a = apex(h), d = apex(g);
    const std::uint32_t beyond = new_triangle(vertex, c, a), below = new_triangle(c, vertex, d);
    move_border(next(h), beyond + 1);
    move_border(previous(g), below + 2);
    origin_[next(h)] = vertex;
    origin_[g] = vertex;
    label_[next(h)] = label_[previous(g)] = kFree;
    link(next(h), beyond + 2);
    link(previous(g), below + 1);
    link(beyond, below);
    label_[beyond] = label_[below] = label;
    edge_of_[c] = beyond + 1;
    doubtful_.insert(doubtful_.end(), {previous(h), beyond + 1, next(g), below + 2});
}

std::uint32_t ConstrainedDelaunay::split(std::uint32_t h, LatticePoint p, std::vector<std::uint32_t>& changed) {
    const std::uint32_t vertex = vertices();
    points_.push_back(p);
    edge_of_.push_back(kNone);
    const std::uint32_t g = twin_[h], first_new = triangles();
    split_edge(h, vertex);
    changed.insert(changed.end(), {h / 3, g / 3, first_new, first_new + 1});
    // Where the edge has become a bent way, the edges at the new point itself may be wrong, too.
    doubtful_.insert(doubtful_.end(), {next(h), previous(g)});
    restore(&changed);
    return vertex;
}

std::uint32_t ConstrainedDelaunay::find_edge(std::uint32_t from, std::uint32_t to) const {
    // Around the square's corners one cannot go in a circle, and no edge between two of them is ever asked for.
    const bool at_corner = from >= first_corner_ && from < first_corner_ + 4;
    if (at_corner) std::swap(from, to);
    const std::uint32_t first = edge_of_[from];
    std::uint32_t h = first;
    while (end(h) != to) {
        h = turn_left(h);
        if (h == first) return kNone;
    }
    return at_corner ? twin_[h] : h;
}

std::pair<std::uint32_t, std::optional<ConstrainedDelaunay::Crossing>> ConstrainedDelaunay::connect(std::uint32_t a,
                                                                                                    std::uint32_t b) {
    const LatticePoint from = points_[a], to = points_[b];
    const auto side = [&](std::uint32_t vertex) { return orientation(from, to, points_[vertex]); };

    // Around a: either an edge lies along the segment, or the segment leaves between two.
    std::uint32_t h = edge_of_[a];
    for (;; h = turn_left(h)) {
        const std::int64_t right = side(end(h));
        if (right == 0) {
            const LatticePoint p = points_[end(h)];
            const std::int64_t ahead = (std::int64_t{p.x} - from.x) * (std::int64_t{to.x} - from.x) +
                                       (std::int64_t{p.y} - from.y) * (std::int64_t{to.y} - from.y);
            if (ahead > 0) return {h, std::nullopt};
        } else if (right < 0 && side(apex(h)) > 0) {
            break;
        }
    }
    // From triangle to triangle up to b, or to the first point on the way.
    std::uint32_t across = next(h);
    for (;;) {
        if (label_[across] != kFree) return {kNone, Crossing{a, b, origin_[across], end(across)}};
        crossed_.emplace_back(origin_[across], end(across));
        const std::uint32_t g = twin_[across];
        const std::uint32_t ahead = apex(g);
        const std::int64_t where = side(ahead);
        if (where == 0) {
            b = ahead;
            break;
        }
        across = where > 0 ? next(g) : previous(g);
    }
    // Flipped until nothing crosses any more; what cannot be flipped yet waits for the others.
    for (std::size_t i = 0; i < crossed_.size(); ++i) {
        const auto [u, v] = crossed_[i];
        const std::uint32_t e = find_edge(u, v);
        const std::uint32_t p = apex(e), q = apex(twin_[e]);
        if (orientation(points_[u], points_[q], points_[p]) <= 0 ||
            orientation(points_[v], points_[p], points_[q]) <= 0) {
            crossed_.emplace_back(u, v);
            continue;
        }
        flip(e);
        const bool ends_here = p == a || q == a || p == b || q == b;
        const bool crosses = !ends_here && (side(p) > 0) != (side(q) > 0);
        if (crosses) {
            crossed_.emplace_back(p, q);
        } else if (!(p == a && q == b) && !(p == b && q == a)) {
            made_.emplace_back(p, q);
        }
    }
    crossed_.clear();
    return {find_edge(a, b), std::nullopt};
}

}  // namespace sidestep
