#include "base/delaunay.h"

#include <algorithm>
#include <tuple>

namespace sidestep {

namespace {

// A strip has so many times √n sites, found by trying (a tenth slower at 1 and at 6): thin strips leave slivers along
// their borders for the sewing to remove, wide ones have long seams inside.
constexpr double kRootsPerStrip = 2.5;
constexpr std::uint32_t kFewestPerStrip = 32;
constexpr std::uint32_t kBucketsPerStrip = 8;  // strips end between buckets

/// Whole, rounded down; exact for what sites there can be.
std::uint32_t root_of(std::size_t n) {
    return static_cast<std::uint32_t>(__builtin_sqrt(static_cast<double>(n)));
}

}  // namespace

std::uint32_t Delaunay::new_edge(Pool& pool, std::uint32_t from, std::uint32_t to) {
    std::uint32_t e;
    if (pool.free != kNone) {
        e = pool.free;
        pool.free = edges_[e].next;
        if (pool.free == kNone) pool.last_free = kNone;
    } else {
        e = pool.fresh;
        pool.fresh += 2;
    }
    edges_[e] = {from, e, e};
    edges_[e ^ 1] = {to, e ^ 1, e ^ 1};
    return e;
}

void Delaunay::remove_edge(Pool& pool, std::uint32_t e) {
    for (const std::uint32_t side : {e, e ^ 1}) {
        edges_[edges_[side].previous].next = edges_[side].next;
        edges_[edges_[side].next].previous = edges_[side].previous;
        edges_[side].origin = kNone;
    }
    e &= ~1u;
    edges_[e].next = pool.free;
    if (pool.free == kNone) pool.last_free = e;
    pool.free = e;
}

void Delaunay::insert_behind(std::uint32_t e, std::uint32_t where) {
    const std::uint32_t next = edges_[where].next;
    edges_[e].next = next;
    edges_[e].previous = where;
    edges_[where].next = e;
    edges_[next].previous = e;
}

/// From the end of a to the origin of b, so that all three have the same face on their left.
std::uint32_t Delaunay::connect(Pool& pool, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t e = new_edge(pool, edges_[a ^ 1].origin, edges_[b].origin);
    insert_behind(e, edges_[a ^ 1].previous);
    insert_behind(e ^ 1, b);
    return e;
}

void Delaunay::join_pools(std::vector<Edge>& edges, Pool& into, const Pool& from) {
    const auto give = [&](std::uint32_t e) {
        edges[e].origin = edges[e ^ 1].origin = kNone;
        edges[e].next = into.free;
        if (into.free == kNone) into.last_free = e;
        into.free = e;
    };
    for (std::uint32_t e = into.fresh; e < into.fresh_end; e += 2) give(e);
    if (from.free != kNone) {
        edges[from.last_free].next = into.free;
        if (into.free == kNone) into.last_free = from.last_free;
        into.free = from.free;
    }
    into.fresh = from.fresh;
    into.fresh_end = from.fresh_end;
}

/// Vertices [begin, end), at least two, which lie from left to right.
void Delaunay::triangulate(std::uint32_t begin, std::uint32_t end, Part& part) {
    Pool& pool = part.pool;
    if (end - begin == 2) {
        const std::uint32_t e = new_edge(pool, begin, begin + 1);
        part.out_of_first = e;
        part.out_of_last = e ^ 1;
        return;
    }
    if (end - begin == 3) {
        const std::uint32_t a = new_edge(pool, begin, begin + 1), b = new_edge(pool, begin + 1, begin + 2);
        insert_behind(b, a ^ 1);
        const std::int64_t turn = orientation(points_[begin], points_[begin + 1], points_[begin + 2]);
        part.out_of_first = a;
        part.out_of_last = b ^ 1;
        if (turn == 0) return;
        const std::uint32_t c = connect(pool, b, a);
        if (turn < 0) {
            part.out_of_first = c ^ 1;
            part.out_of_last = c;
        }
        return;
    }
    const std::uint32_t middle = begin + (end - begin) / 2;
    triangulate(begin, middle, part);
    Part right{.pool = part.pool};
    triangulate(middle, end, right);
    part.pool = right.pool;
    right.pool = {};
    join(part, right);
}

/// Sews two parts together that a line separates; edges come from the first one's pool.
void Delaunay::join(Part& first, const Part& second) {
    Pool& pool = first.pool;
    const auto next = [&](std::uint32_t e) { return edges_[e].next; };
    const auto previous = [&](std::uint32_t e) { return edges_[e].previous; };

    // Lower common tangent.
    std::uint32_t left = first.out_of_last, right = second.out_of_first;
    for (;;) {
        if (orientation(at(left), end(left), at(right)) > 0) {
            left = previous(left ^ 1);
        } else if (orientation(at(right), end(right), at(left)) < 0) {
            right = next(right ^ 1);
        } else {
            break;
        }
    }
    std::uint32_t base = connect(pool, right ^ 1, left);  // runs from right to left, the seam above on its right
    std::uint32_t out_of_last = second.out_of_last;
    if (edges_[left].origin == edges_[first.out_of_first].origin) first.out_of_first = base ^ 1;
    if (edges_[right].origin == edges_[out_of_last].origin) out_of_last = base;

    for (;;) {
        const LatticePoint l = end(base), r = at(base);
        const auto above = [&](LatticePoint p) { return orientation(p, l, r) > 0; };
        std::uint32_t up_left = next(base ^ 1);
        LatticePoint left_end = end(up_left);
        const bool left_rises = above(left_end);
        if (left_rises) {
            for (;;) {
                const std::uint32_t then = next(up_left);
                const LatticePoint then_end = end(then);
                if (!inside_circle(l, r, left_end, then_end)) break;
                remove_edge(pool, up_left);
                up_left = then;
                left_end = then_end;
            }
        }
        std::uint32_t up_right = previous(base);
        LatticePoint right_end = end(up_right);
        const bool right_rises = above(right_end);
        if (right_rises) {
            for (;;) {
                const std::uint32_t then = previous(up_right);
                const LatticePoint then_end = end(then);
                if (!inside_circle(l, r, right_end, then_end)) break;
                remove_edge(pool, up_right);
                up_right = then;
                right_end = then_end;
            }
        }
        if (!left_rises && !right_rises) break;
        if (!left_rises || (right_rises && inside_circle(left_end, l, r, right_end))) {
            base = connect(pool, up_right, base ^ 1);
        } else {
            base = connect(pool, base ^ 1, up_left ^ 1);
        }
    }
    first.out_of_last = out_of_last;
}

/// Parts were joined from left to right; from now on, from below to above.
void Delaunay::turn_upwards(Part& part) const {
    const auto is_lower = [](LatticePoint a, LatticePoint b) { return a.y != b.y ? a.y < b.y : a.x > b.x; };
    const std::uint32_t start = part.out_of_first;
    std::uint32_t lowest = start, into_highest = start, e = start;
    do {
        if (is_lower(at(e), at(lowest))) lowest = e;
        if (is_lower(end(into_highest), end(e))) into_highest = e;
        e = edges_[e ^ 1].next;  // along the hull, the inside on the left
    } while (e != start);
    part.out_of_first = lowest;
    part.out_of_last = into_highest ^ 1;
}

void Delaunay::sort_into_strips(std::span<const Site> sites, Workers& workers) {
    const auto n = static_cast<std::uint32_t>(sites.size());
    std::int32_t low = sites[0].at.y, high = low;
    for (const Site& s : sites) {
        low = std::min(low, s.at.y);
        high = std::max(high, s.at.y);
    }
    const auto per_strip =
        std::max(kFewestPerStrip, static_cast<std::uint32_t>(kRootsPerStrip * root_of(sites.size())));
    const std::uint32_t buckets = std::max(1u, n / per_strip * kBucketsPerStrip);
    // The same factor for everybody and multiplication is monotone: buckets are separated by horizontal lines.
    const double per_unit = buckets / (static_cast<double>(high) - low + 1);
    strip_of_.resize(n);
    bucket_.assign(buckets + 1, 0);
    for (std::uint32_t i = 0; i < n; ++i) {
        const double at = (static_cast<double>(sites[i].at.y) - low) * per_unit;
        strip_of_[i] = std::min(static_cast<std::uint32_t>(at), buckets - 1);
        ++bucket_[strip_of_[i] + 1];
    }
    for (std::uint32_t b = 0; b < buckets; ++b) bucket_[b + 1] += bucket_[b];
    strips_.assign(1, 0);
    for (std::uint32_t b = 1; b <= buckets; ++b) {
        if (bucket_[b] - strips_.back() >= per_strip && n - bucket_[b] >= per_strip) strips_.push_back(bucket_[b]);
    }
    strips_.push_back(n);
    sorted_.resize(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        const LatticePoint p = sites[i].at;
        const std::uint64_t x = static_cast<std::uint32_t>(p.x) ^ 0x80000000u;
        const std::uint64_t y = static_cast<std::uint32_t>(p.y) ^ 0x80000000u;
        sorted_[bucket_[strip_of_[i]]++] = {x << 32 | y, sites[i].id, i};
    }
    workers.for_each(strips_.size() - 1, [&](std::size_t s) {
        std::sort(sorted_.begin() + strips_[s], sorted_.begin() + strips_[s + 1], [](const Sorted& a, const Sorted& b) {
            return a.place != b.place ? a.place < b.place : a.id < b.id;
        });
    });
}

void Delaunay::number_vertices(std::span<const Site> sites) {
    const std::size_t n = sites.size();
    vertex_of_.resize(n);
    chain_.clear();
    points_.clear();
    site_.clear();
    points_.reserve(n);
    site_.reserve(n);
    std::vector<std::uint32_t>& strips = strips_;
    std::size_t strip = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
        while (strip + 1 < strips.size() && strips[strip] == i)
            strips[strip++] = static_cast<std::uint32_t>(site_.size());
        const Sorted& s = sorted_[i];
        if (i > 0 && s.place == sorted_[i - 1].place) {
            if (chain_.empty()) chain_.resize(n);
            chain_[s.site].before = sorted_[i - 1].site;
            chain_[sorted_[i - 1].site].after = s.site;
            vertex_of_[s.site] = kNone;
            continue;
        }
        vertex_of_[s.site] = static_cast<std::uint32_t>(site_.size());
        points_.push_back(sites[s.site].at);
        site_.push_back(s.site);
    }
    strips.back() = static_cast<std::uint32_t>(site_.size());
}

void Delaunay::build(std::span<const Site> sites, Workers& workers) {
    if (sites.empty()) {
        vertex_of_.clear(), chain_.clear(), points_.clear(), site_.clear(), first_.clear(), edges_.clear();
        return;
    }
    sort_into_strips(sites, workers);
    number_vertices(sites);
    const auto vertices = static_cast<std::uint32_t>(points_.size());
    first_.assign(vertices, kNone);
    if (vertices < 2) {
        edges_.clear();
        return;
    }

    // Where duplicates left a strip with less than two vertices, it goes to its neighbour.
    std::size_t kept = 0;
    for (std::size_t s = 1; s < strips_.size(); ++s) {
        const bool is_last = s + 1 == strips_.size();
        if (is_last || (strips_[s] - strips_[kept] >= 2 && vertices - strips_[s] >= 2)) {
            if (kept + 1 < s) {
                // Joined strips are no longer in order.
                std::vector<std::pair<LatticePoint, std::uint32_t>> order;
                for (std::uint32_t v = strips_[kept]; v < strips_[s]; ++v) order.emplace_back(points_[v], site_[v]);
                std::sort(order.begin(), order.end(),
                          [](const auto& a, const auto& b) { return comes_before(a.first, b.first); });
                for (std::uint32_t v = strips_[kept]; v < strips_[s]; ++v) {
                    std::tie(points_[v], site_[v]) = order[v - strips_[kept]];
                    vertex_of_[site_[v]] = v;
                }
            }
            strips_[++kept] = strips_[s];
        }
    }
    strips_.resize(kept + 1);

    // A planar graph of m vertices has at most 3 m edges, so every strip has room of its own.
    edges_.resize(std::size_t{6} * vertices);
    parts_.resize(kept);
    workers.for_each(kept, [&](std::size_t s) {
        parts_[s] = {.pool = {.fresh = 6 * strips_[s], .fresh_end = 6 * strips_[s + 1]}};
        triangulate(strips_[s], strips_[s + 1], parts_[s]);
        if (kept > 1) turn_upwards(parts_[s]);
    });
    for (std::size_t reach = 1; reach < kept; reach *= 2) {
        workers.for_each((kept - reach + 2 * reach - 1) / (2 * reach), [&](std::size_t pair) {
            Part& below = parts_[pair * 2 * reach];
            const Part& above = parts_[pair * 2 * reach + reach];
            join_pools(edges_, below.pool, above.pool);
            join(below, above);
        });
    }
    const auto end_unused = [&](const Pool& pool) {
        for (std::uint32_t e = pool.fresh; e < pool.fresh_end; ++e) edges_[e].origin = kNone;
    };
    end_unused(parts_[0].pool);
    for (std::uint32_t e = 0; e < edges_.size(); ++e) {
        if (edges_[e].origin != kNone) first_[edges_[e].origin] = e;
    }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Delaunay::links() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    for (std::size_t e = 0; e < edges_.size(); e += 2) {
        if (edges_[e].origin == kNone) continue;
        all.emplace_back(site_[edges_[e].origin], site_[edges_[e + 1].origin]);
    }
    for (std::uint32_t s = 0; s < chain_.size(); ++s) {
        if (chain_[s].after != kNone) all.emplace_back(s, chain_[s].after);
    }
    return all;
}

}  // namespace sidestep
