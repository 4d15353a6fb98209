// The neighbour search: one window for eight agents, keys sorted by lane. See search.h.
#include "sense/search.h"

#include <algorithm>
#include <bit>

#include "base/pack.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

// The fast path sorts keys made of a distance² whose low byte is replaced by the candidate's number: no payload to move.
constexpr int kNumberBits = 8;
constexpr int kMostCandidates = 1 << kNumberBits;
constexpr std::int32_t kNumberMask = kMostCandidates - 1;
constexpr int kBest = 16;            // sorted keys kept per lane
constexpr int kMostByNetwork = 15;   // one more is needed to see a tie at the end of the list
constexpr std::int32_t kNobody = INT32_MAX;
// Larger than the k-th distance of the last step by what agents walk in one; 2–4 % of groups search again.
constexpr float kWindowMargin = 0.12f;
// Covers the rounding of mirror positions against cell borders.
constexpr float kBorder = 0.01f;

SIDESTEP_INLINE void order(PackInt& a, PackInt& b) {
    const PackInt low = min(a, b);
    b = max(a, b);
    a = low;
}

/// Sorts eight keys in every lane (19 exchanges, the optimal network).
SIDESTEP_INLINE void sort8(PackInt* k) {
    order(k[0], k[2]), order(k[1], k[3]), order(k[4], k[6]), order(k[5], k[7]);
    order(k[0], k[4]), order(k[1], k[5]), order(k[2], k[6]), order(k[3], k[7]);
    order(k[0], k[1]), order(k[2], k[3]), order(k[4], k[5]), order(k[6], k[7]);
    order(k[2], k[4]), order(k[3], k[5]);
    order(k[1], k[4]), order(k[3], k[6]);
    order(k[1], k[2]), order(k[3], k[4]), order(k[5], k[6]);
}

/// Sorts eight keys that first rise, then fall.
SIDESTEP_INLINE void sort_bitonic8(PackInt* k) {
    for (int i = 0; i < 4; ++i) order(k[i], k[i + 4]);
    for (int i = 0; i < 8; i += 4) order(k[i], k[i + 2]), order(k[i + 1], k[i + 3]);
    for (int i = 0; i < 8; i += 2) order(k[i], k[i + 1]);
}

/// Keeps the sixteen smallest of `best` (sorted) and `fresh` (sorted), sorted.
SIDESTEP_INLINE void merge(PackInt* best, PackInt* fresh) {
    // The eight smallest of best's upper half and fresh form a bitonic sequence; then merge the halves.
    PackInt upper[8];
    for (int i = 0; i < 8; ++i) upper[i] = min(best[8 + i], fresh[7 - i]);
    sort_bitonic8(upper);
    PackInt low[8], high[8];
    for (int i = 0; i < 8; ++i) {
        low[i] = min(best[i], upper[7 - i]);
        high[i] = max(best[i], upper[7 - i]);
    }
    sort_bitonic8(low);
    sort_bitonic8(high);
    for (int i = 0; i < 8; ++i) best[i] = low[i], best[8 + i] = high[i];
}

/// One entry of the exact search.
struct Found {
    std::uint64_t key;  // distance² bits, then id: unique, so any sort gives one order
    Row row;
    friend bool operator<(const Found& a, const Found& b) { return a.key < b.key; }
};

class Searcher {
public:
    Searcher(const WorldView& world, const CellOrder& cells, BlockScratch& scratch)
        : world_(world), cells_(cells), scratch_(scratch), period_(cells.period()) {}

    /// Fills scratch.found (rows, interleaved by lane) and the counts of `list`.
    void neighbours_of(Group& g, LaneLists<NearRecord>& list) {
        x_ = Pack::load(g.x);
        y_ = Pack::load(g.y);
        float farthest = 0, reach = 0;
        std::int32_t most = 0;
        bool all_in_range = false;
        for (int i = 0; i < kLanes; ++i) {
            farthest = std::max(farthest, g.range[i]);
            reach = std::max(reach, std::min(g.range[i], g.window[i] + kWindowMargin));
            most = std::max(most, g.most[i]);
            all_in_range |= g.most[i] == 0;
        }
        if (all_in_range || most > kMostByNetwork - 1) {
            exact(g, farthest, list);
            return;
        }
        for (;;) {
            const Outcome outcome = period_.x > 0 || period_.y > 0 ? by_network<true>(g, reach, most, list)
                                                                   : by_network<false>(g, reach, most, list);
            if (outcome == Outcome::done) return;
            if (outcome != Outcome::too_narrow) {
                exact(g, outcome == Outcome::tie ? reach : farthest, list);
                return;
            }
            reach = std::min(farthest, 1.5f * reach + 0.5f);
        }
    }

private:
    enum class Outcome { done, too_narrow, tie, too_many };

    /// Row ranges within `reach` of the group's bounding box; returns how many rows they hold.
    std::size_t look_up(const Group& g, float reach) {
        Vec2f low{g.x[0], g.y[0]}, high = low;
        for (int i = 1; i < kLanes; ++i) {
            low.x = std::min(low.x, g.x[i]);
            low.y = std::min(low.y, g.y[i]);
            high.x = std::max(high.x, g.x[i]);
            high.y = std::max(high.y, g.y[i]);
        }
        const float more = reach + kBorder;
        scratch_.ranges.clear();
        cells_.rows_in({low.x - more, low.y - more}, {high.x + more, high.y + more}, scratch_.ranges);
        std::size_t total = 0;
        for (const RowRange& r : scratch_.ranges) total += r.end - r.begin;
        return total;
    }

    /// Copies mirror positions and rows of the candidates. Their number, or −1 when there are too many to be numbered.
    int collect(const Group& g, float reach) {
        if (look_up(g, reach) > static_cast<std::size_t>(kMostCandidates)) return -1;
        int n = 0;
        for (const RowRange& r : scratch_.ranges) {
            const float* x = cells_.x();
            const float* y = cells_.y();
            for (Row row = r.begin; row < r.end; ++row, ++n) {
                candidate_x_[n] = x[row];
                candidate_y_[n] = y[row];
                candidate_row_[n] = row;
            }
        }
        return n;
    }

    template <bool Periodic>
    SIDESTEP_INLINE Pack distance_squared(float cx, float cy) const {
        Pack dx = Pack(cx) - x_;
        Pack dy = Pack(cy) - y_;
        if constexpr (Periodic) {
            if (period_.x > 0) {
                const Pack half = 0.5f * period_.x, whole = period_.x;
                dx = select(dx > half, dx - whole, select(dx < -half, dx + whole, dx));
            }
            if (period_.y > 0) {
                const Pack half = 0.5f * period_.y, whole = period_.y;
                dy = select(dy > half, dy - whole, select(dy < -half, dy + whole, dy));
            }
        }
        return dx * dx + dy * dy;
    }

    template <bool Periodic>
    Outcome by_network(Group& g, float reach, int most, LaneLists<NearRecord>& list) {
        const int n = collect(g, reach);
        if (n < 0) return Outcome::too_many;
        for (int i = n; i < ((n + 7) & ~7); ++i) {
            candidate_x_[i] = candidate_y_[i] = 1e18f;  // sorts behind everybody
            candidate_row_[i] = UINT32_MAX;
        }
        PackInt best[kBest];
        for (PackInt& b : best) b = PackInt(kNobody);
        for (int i = 0; i < n; i += 8) {
            PackInt fresh[8];
            for (int j = 0; j < 8; ++j) {
                fresh[j] = (as_int(distance_squared<Periodic>(candidate_x_[i + j], candidate_y_[i + j])) &
                            PackInt(~kNumberMask)) |
                           PackInt(i + j);
            }
            sort8(fresh);
            merge(best, fresh);
        }

        // An agent finds itself at distance zero: its key is its own number. Take it out.
        alignas(32) std::int32_t own_number[kLanes];
        for (int lane = 0; lane < kLanes; ++lane) {
            std::int32_t number = 0;
            for (const RowRange& r : scratch_.ranges) {
                if (g.row[lane] - r.begin < r.end - r.begin) {
                    number += static_cast<std::int32_t>(g.row[lane] - r.begin);
                    break;
                }
                number += static_cast<std::int32_t>(r.end - r.begin);
            }
            own_number[lane] = number;
        }
        const PackInt own = PackInt::load(own_number);
        Mask passed = best[0] == own;
        alignas(32) std::int32_t key[kMostByNetwork][kLanes];
        Pack previous = -1.0f;
        Mask tie = previous > previous;
        const Pack limit = range_limit(g);
        for (int k = 0; k < most + 1; ++k) {
            const PackInt b = as_int(select(passed, as_float(best[k + 1]), as_float(best[k])));
            passed |= best[k + 1] == own;
            b.store(key[k]);
            const Pack d2 = as_float(b & PackInt(~kNumberMask));
            tie |= (d2 == previous) & (d2 <= limit);  // the candidates' numbers decided: only ids may
            previous = d2;
        }
        const std::int32_t reach_bits = truncated_bits(reach * reach);
        list.longest = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            const std::int32_t wanted = g.most[lane];
            const std::int32_t most_far = truncated_bits(g.range[lane] * g.range[lane]);
            std::int32_t count = 0;
            while (count < wanted && (key[count][lane] & ~kNumberMask) <= most_far) ++count;
            const bool filled = count == wanted && (key[wanted - 1][lane] & ~kNumberMask) < reach_bits;
            if (!filled && reach < g.range[lane]) return Outcome::too_narrow;
            list.count[lane] = count;
            list.longest = std::max(list.longest, count);
            g.window[lane] = count == wanted
                                 ? __builtin_sqrtf(std::bit_cast<float>(key[wanted - 1][lane] & ~kNumberMask))
                                 : g.range[lane];
        }
        if (any(tie)) return Outcome::tie;
        scratch_.found.resize(static_cast<std::size_t>(list.longest) * kLanes);
        for (int k = 0; k < list.longest; ++k) {
            for (int lane = 0; lane < kLanes; ++lane) {
                scratch_.found[static_cast<std::size_t>(k * kLanes + lane)] =
                    k < list.count[lane] ? candidate_row_[key[k][lane] & kNumberMask] : UINT32_MAX;
            }
        }
        return Outcome::done;
    }

    /// Distances enter comparisons with their low bits cut off, in both searches, so that both agree on who is in range.
    static std::int32_t truncated_bits(float d2) { return std::bit_cast<std::int32_t>(d2) & ~kNumberMask; }

    static Pack range_limit(const Group& g) {
        const Pack range = Pack::load(g.range);
        return as_float(as_int(range * range) & PackInt(~kNumberMask));
    }

    /// Any number of neighbours, ties decided by id: collects lane by lane and sorts.
    void exact(Group& g, float reach, LaneLists<NearRecord>& list) {
        const std::size_t total = look_up(g, reach);
        scratch_.work.resize(total * kLanes * sizeof(Found));
        auto* found = reinterpret_cast<Found*>(scratch_.work.data());

        const Pack limit = range_limit(g);
        std::size_t count[kLanes] = {};
        for (const RowRange& r : scratch_.ranges) {
            for (Row row = r.begin; row < r.end; ++row) {
                const Pack d2 = distance_squared<true>(cells_.x()[row], cells_.y()[row]);
                unsigned inside = bits(as_float(as_int(d2) & PackInt(~kNumberMask)) <= limit);
                if (inside == 0) continue;
                alignas(32) float d2_of[kLanes];
                d2.store(d2_of);
                const AgentId id = world_.motion[row].id;
                for (; inside != 0; inside &= inside - 1) {
                    const int lane = std::countr_zero(inside);
                    if (row == g.row[lane]) continue;
                    const std::uint64_t key = static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(d2_of[lane])) << 32;
                    found[static_cast<std::size_t>(lane) * total + count[lane]++] = {key | id, row};
                }
            }
        }
        list.longest = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            Found* begin = found + static_cast<std::size_t>(lane) * total;
            Found* end = begin + count[lane];
            const auto wanted = static_cast<std::size_t>(g.most[lane]);
            if (wanted > 0 && count[lane] > wanted) {
                std::nth_element(begin, begin + wanted, end);
                end = begin + wanted;
            }
            std::sort(begin, end);
            list.count[lane] = static_cast<std::int32_t>(end - begin);
            list.longest = std::max(list.longest, list.count[lane]);
            g.window[lane] =
                wanted > 0 && list.count[lane] == g.most[lane]
                    ? __builtin_sqrtf(std::bit_cast<float>(static_cast<std::uint32_t>((end - 1)->key >> 32)))
                    : g.range[lane];
        }
        scratch_.found.assign(static_cast<std::size_t>(list.longest) * kLanes, UINT32_MAX);
        for (int lane = 0; lane < kLanes; ++lane) {
            for (int k = 0; k < list.count[lane]; ++k) {
                scratch_.found[static_cast<std::size_t>(k * kLanes + lane)] =
                    found[static_cast<std::size_t>(lane) * total + static_cast<std::size_t>(k)].row;
            }
        }
    }

    const WorldView& world_;
    const CellOrder& cells_;
    BlockScratch& scratch_;
    Vec2f period_;
    Pack x_, y_;
    alignas(32) float candidate_x_[kMostCandidates + 8];
    alignas(32) float candidate_y_[kMostCandidates + 8];
    Row candidate_row_[kMostCandidates + 8];
};

/// Turns rows into what models receive: relative positions (differences of the true positions, then rounded), velocities, radii.
class Gatherer {
public:
    explicit Gatherer(const WorldView& world) : world_(world) {}

    void gather(const Group& g, const Row* found, int longest, NearRecord* out) const {
        for (int k = 0; k < longest; ++k) {
            NearRecord& to = out[k];
            for (int lane = 0; lane < kLanes; ++lane) {
                const Row row = found[k * kLanes + lane];
                if (row == UINT32_MAX) {
                    to.dx[lane] = 1e6f, to.dy[lane] = 0;
                    to.vx[lane] = to.vy[lane] = to.radius[lane] = 0;
                    to.id[lane] = UINT32_MAX;
                    continue;
                }
                const Place p = world_.place[row];
                const Motion m = world_.motion[row];
                to.dx[lane] = static_cast<float>(wrapped_difference(g.place[lane].x, p.x, world_.periodic.x));
                to.dy[lane] = static_cast<float>(wrapped_difference(g.place[lane].y, p.y, world_.periodic.y));
                to.vx[lane] = m.vx;
                to.vy[lane] = m.vy;
                to.radius[lane] = m.radius;
                to.id[lane] = m.id;
            }
        }
    }

private:
    const WorldView& world_;
};

/// Depth of the deepest overlap of each agent with a neighbour, 0 where there is none.
SIDESTEP_INLINE Pack overlap_depth(const Group& g, const NearRecord* near, int longest) {
    const Pack radius = Pack::load(g.radius);
    Pack depth = 0.0f;
    for (int k = 0; k < longest; ++k) {
        const Pack dx = Pack::load(near[k].dx), dy = Pack::load(near[k].dy);
        const Pack both = radius + Pack::load(near[k].radius);
        const Pack d2 = dx * dx + dy * dy;
        if (any(d2 < both * both)) depth = max(depth, both - sqrt(d2));
    }
    return depth;
}

}  // namespace

void search_block(const WorldView& world, const CellOrder& cells, BlockScratch& scratch) {
    Searcher searcher(world, cells, scratch);
    const Gatherer gatherer(world);
    scratch.near.resize(scratch.groups.size());
    scratch.near_records.clear();
    for (std::size_t i = 0; i < scratch.groups.size(); ++i) {
        Group& g = scratch.groups[i];
        LaneLists<NearRecord>& list = scratch.near[i];
        searcher.neighbours_of(g, list);
        list.begin = static_cast<std::uint32_t>(scratch.near_records.size());
        scratch.near_records.resize(list.begin + static_cast<std::size_t>(list.longest));
        NearRecord* records = scratch.near_records.data() + list.begin;
        gatherer.gather(g, scratch.found.data(), list.longest, records);
        overlap_depth(g, records, list.longest).store(g.overlap);
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
