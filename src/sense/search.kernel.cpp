// The neighbour search: one window for eight agents, keys sorted by lane. See search.h.
//
//   strip 4   > > > > > > > > > > > > > >     Rows run along one strip and back along the next (cell_order.h): what the
//             +-----------------+             window covers is one range of rows per strip, two where a periodic axis
//   strip 3   |< < < < < < < < <| < < < <     begins again. Window: the box around the eight agents of the octet
//   strip 2   |> a b c d e f g h| > > > >     (a … h), wider by how far they have to look (Octet::window).
//   strip 1   |< < < < < < < < <| < < < <
//             +-----------------+             Everybody in these ranges is a candidate, with a number. Each lane makes
//   strip 0   > > > > > > > > > > > > > >     a key of each candidate and keeps the smallest:
//
//      31                           8 7         0
//     +------------------------------+-----------+   compared as integers; the number says who it is. Distances that
//     | distance², its upper 24 bits |  number   |   differ below are a tie, which only true distance and id decide.
//     +------------------------------+-----------+
//
//   by_network   up to 10 wanted: the twelve least keys of each lane; again where the window was too narrow
//   by_sorting   more or all wanted: the keys of all candidates are sorted
//   exact        ties, more than 256 candidates or ranges beyond 230 m: lane by lane; gives what the others give
#include "sense/search.h"

#include <algorithm>
#include <bit>
#include <span>

#include "base/columns.h"
#include "base/lattice.h"
#include "sense/sorting.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

// The fast path sorts keys made of a distance² whose low byte is replaced by the candidate's number: no payload to
// move.
constexpr int kNumberBits = 8;
constexpr int kMostCandidates = 1 << kNumberBits;
constexpr std::int32_t kNumberMask = kMostCandidates - 1;
constexpr int kBest = 12;           // sorted keys kept per lane
constexpr int kMostByNetwork = 10;  // two less: the agent itself, and one more to see a tie at the end of the list
constexpr std::int32_t kNobody = INT32_MAX;
// Larger than the k-th distance of the last step by what agents walk in one; 2–4 % of octets search again.
constexpr float kWindowMargin = 0.16f;
// Covers the rounding of positions against cell borders.
constexpr float kBorder = 0.01f;

// Inside a search lengths are counted in steps of the lattice, from the octet's first agent: floats hold them exactly
// up to 256 m, and so their differences, whoever the first agent is.
constexpr float kSteps = static_cast<float>(kLatticePerMetre);  // per m
constexpr float kMetres = 1 / kSteps;                           // per step
constexpr double kHalfTurn = 32'768;                            // m: what the lattice can tell apart
constexpr float kExactly = 230;                                 // m: with an octet's width below 256

/// Every candidate's number in all lanes: one memory operand instead of a broadcast.
struct Numbers {
    alignas(32) std::int32_t lanes[kMostCandidates][kLanes];
    constexpr Numbers() : lanes() {
        for (int i = 0; i < kMostCandidates; ++i) {
            for (int lane = 0; lane < kLanes; ++lane) lanes[i][lane] = i;
        }
    }
};
constexpr Numbers kNumbers;

/// One entry of the exact search.
struct Found {
    std::uint64_t key;  // distance² bits, then id: unique, so any sort gives one order
    Row row;
    friend bool operator<(const Found& a, const Found& b) { return a.key < b.key; }
};

class Searcher {
public:
    Searcher(const WorldView& world, const CellOrder& cells, BlockScratch& scratch)
        : world_(world),
          cells_(cells),
          scratch_(scratch),
          period_{static_cast<float>(cells.period().x * kLatticePerMetre),
                  static_cast<float>(cells.period().y * kLatticePerMetre)},
          period_x_(static_cast<std::int32_t>(to_lattice(cells.period().x))),
          period_y_(static_cast<std::int32_t>(to_lattice(cells.period().y))) {}

    /// Fills scratch.found (rows, interleaved by lane) and the counts of `list`.
    void neighbours_of(Octet& g, LaneLists<NearRecord>& list) {
        first_ = g.place[0];
        base_x_ = g.x[0];
        base_y_ = g.y[0];
        x_ = to_float(PackInt::load(g.x) - PackInt(base_x_));
        y_ = to_float(PackInt::load(g.y) - PackInt(base_y_));
        from_origin_ = {static_cast<float>(g.place[0].x - cells_.origin().x),
                        static_cast<float>(g.place[0].y - cells_.origin().y)};
        const Pack range = Pack::load(g.range);
        std::int32_t most = g.most[0];
        bool all_in_range = most == 0;
        if (!g.same_values) {
            for (const std::int32_t m : g.most) {
                most = std::max(most, m);
                all_in_range |= m == 0;
            }
        }
        const bool is_periodic = period_.x > 0 || period_.y > 0;
        if (any(range > Pack(kExactly))) {
            exact(g, range, range_limit(g), list);
            return;
        }
        if (all_in_range || most > kMostByNetwork) {
            if (is_periodic ? by_sorting<true>(g, range, list) : by_sorting<false>(g, range, list)) return;
            exact(g, range, range_limit(g), list);
            return;
        }
        Pack reach = min(range, Pack::load(g.window) + Pack(kWindowMargin));
        for (;;) {
            const Outcome outcome =
                is_periodic ? by_network<true>(g, reach, most, list) : by_network<false>(g, reach, most, list);
            if (outcome == Outcome::done) return;
            if (outcome != Outcome::too_narrow) {
                if (outcome == Outcome::tie) {
                    exact(g, reach, tie_limit_, list);
                } else {
                    exact(g, range, range_limit(g), list);
                }
                return;
            }
            reach = min(range, reach * Pack(1.5f) + Pack(0.5f));
        }
    }

private:
    enum class Outcome { done, too_narrow, tie, too_many };

    /// Row ranges that hold everybody within reach (m) of any of the agents; returns how many rows they hold.
    SIDESTEP_INLINE std::size_t look_up(Pack reach) {
        const Pack more = (reach + Pack(kBorder)) * Pack(kSteps);
        low_ = {smallest(x_ - more), smallest(y_ - more)};
        high_ = {largest(x_ + more), largest(y_ + more)};
        if (scratch_.ranges.size() < cells_.most_ranges() + 1) scratch_.ranges.resize(cells_.most_ranges() + 1);
        range_count_ = cells_.rows_in({from_origin_.x + low_.x * kMetres, from_origin_.y + low_.y * kMetres},
                                      {from_origin_.x + high_.x * kMetres, from_origin_.y + high_.y * kMetres},
                                      scratch_.ranges.data());
        std::size_t total = 0;
        for (const RowRange& r : ranges()) total += r.end - r.begin;
        return total;
    }

    std::span<const RowRange> ranges() const {
        return {scratch_.ranges.data(), static_cast<std::size_t>(range_count_)};
    }

    /// How far each agent can see to all sides without leaving what was looked up; in steps.
    Pack seen() const {
        const Pack left = x_ - Pack(low_.x), right = Pack(high_.x) - x_;
        const Pack below = y_ - Pack(low_.y), above = Pack(high_.y) - y_;
        return min(min(left, right), min(below, above)) - Pack(kBorder * kSteps);
    }

    /// The nearest of a difference and what it is the other ways round a periodic axis, whose length may wrap as well.
    static SIDESTEP_INLINE Pack shortest(PackInt difference, std::int32_t period) {
        const Pack direct = to_float(difference);
        const Pack down = to_float(difference - PackInt(period)), up = to_float(difference + PackInt(period));
        const Pack other = select(abs(down) < abs(up), down, up);
        return select(abs(other) < abs(direct), other, direct);
    }

    /// Eight positions of a column, from the octet's first agent.
    template <bool Periodic>
    static SIDESTEP_INLINE Pack from_base(const std::int32_t* column, std::int32_t base, std::int32_t period) {
        const PackInt d = as_int(Pack::load_unaligned(reinterpret_cast<const float*>(column))) - PackInt(base);
        if constexpr (Periodic) {
            if (period != 0) return shortest(d, period);
        }
        return to_float(d);
    }

    /// Copies positions and rows of the candidates. Their number, or −1 when there are too many to be numbered.
    template <bool Periodic>
    SIDESTEP_INLINE int collect(Pack reach) {
        if (look_up(reach) > static_cast<std::size_t>(kMostCandidates)) return -1;
        int n = 0;
        const PackInt iota = PackInt::load(kIota), eight = PackInt(kLanes);
        for (const RowRange& r : ranges()) {
            // Eight at a time; what is copied beyond the range is overwritten by the next one or by padding.
            const std::int32_t* x = cells_.x() + r.begin;
            const std::int32_t* y = cells_.y() + r.begin;
            PackInt row = iota + PackInt(static_cast<std::int32_t>(r.begin));
            const int count = static_cast<int>(r.end - r.begin);
            for (int i = 0; i < count; i += kLanes) {
                from_base<Periodic>(x + i, base_x_, period_x_).store_unaligned(candidate_x_ + n + i);
                from_base<Periodic>(y + i, base_y_, period_y_).store_unaligned(candidate_y_ + n + i);
                as_float(row).store_unaligned(reinterpret_cast<float*>(candidate_row_ + n + i));
                row = row + eight;
            }
            n += count;
        }
        return cells_.wide() ? without_strangers(n) : n;
    }

    /// Whether somebody is where the lattice says, and not a whole turn of it away.
    bool is_there(Row row) const {
        const Place p = world_.place[row];
        const double dx = wrapped_difference(first_.x, p.x, world_.periodic.x);
        const double dy = wrapped_difference(first_.y, p.y, world_.periodic.y);
        return std::max(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy) < kHalfTurn;
    }

    /// The candidates who are there, of n.
    [[gnu::noinline]] int without_strangers(int n) {
        int kept = 0;
        for (int i = 0; i < n; ++i) {
            if (!is_there(candidate_row_[i])) continue;
            candidate_x_[kept] = candidate_x_[i];
            candidate_y_[kept] = candidate_y_[i];
            candidate_row_[kept++] = candidate_row_[i];
        }
        return kept;
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

    /// From each agent's own place: also where floats do not hold positions exactly it depends on the two alone.
    SIDESTEP_INLINE Pack exact_distance_squared(const Octet& g, Row row) const {
        const auto difference = [](std::int32_t there, const std::int32_t* here, std::int32_t period) {
            const PackInt d = PackInt(there) - PackInt::load(here);
            return period != 0 ? shortest(d, period) : to_float(d);
        };
        const Pack dx = difference(cells_.x()[row], g.x, period_x_), dy = difference(cells_.y()[row], g.y, period_y_);
        return dx * dx + dy * dy;
    }

    struct Listed {
        PackInt count;
        Pack kth;  ///< distance² of the last neighbour taken
        Mask tie;  ///< two of them, or the last and the next one, cannot be told apart by their keys
    };

    /// Whether everybody wants `most` of the keys, finds so many in range, and comes first of all itself.
    SIDESTEP_INLINE bool are_full(const Octet& g, const PackInt* best, int most, Pack limit) const {
        // Its own distance is nothing, and nobody else's is.
        return g.same_values &&
               all((best[1] > PackInt(kNumberMask)) & (as_float(best[most] & PackInt(~kNumberMask)) <= limit));
    }

    /// As list_up, for those; says only where two cannot be told apart.
    SIDESTEP_INLINE Mask list_full(const PackInt* best, int most) {
        LaneRows* const found = scratch_.found.data();
        PackInt nearest_pair = PackInt(-1);
        for (int k = 1; k <= most; ++k) {
            rows_of(best[k]).store(found[k - 1].row);
            nearest_pair = min_unsigned(nearest_pair, best[k] ^ best[k + 1]);
        }
        return (nearest_pair & PackInt(~kNumberMask)) == PackInt(0);
    }

    /// Rows of the sorted keys into scratch.found. `All`: every lane wants `most` of them.
    template <bool All>
    SIDESTEP_INLINE Listed list_up(const Octet& g, const PackInt* best, int most, Pack limit) {
        // The agent itself is among the candidates: whatever stands behind it in the list moves up by one.
        const PackInt own = PackInt::load(g.row);
        const PackInt wanted = PackInt::load(g.most);
        PackInt count = PackInt(0);
        Pack kth = as_float(PackInt(kNobody));
        Pack previous = -1.0f;
        Mask passed = previous > previous, tie = passed;
        PackInt row = rows_of(best[0]);
        LaneRows* const found = scratch_.found.data();
        for (int k = 0; k <= most; ++k) {
            passed |= row == own;
            const PackInt next_row = rows_of(best[k + 1]);
            const Pack d2 =
                as_float(as_int(select(passed, as_float(best[k + 1]), as_float(best[k]))) & PackInt(~kNumberMask));
            const PackInt chosen = as_int(select(passed, as_float(next_row), as_float(row)));
            const Mask in_range = d2 <= limit;
            tie |= (d2 == previous) & in_range;  // the candidates' numbers decided: only ids may
            previous = d2;
            row = next_row;
            if (k == most) break;
            Mask taken = in_range;
            if constexpr (!All) taken &= wanted > PackInt(k);
            count = count - as_int(mask_as_pack(taken));
            kth = select(taken, d2, kth);
            // Nobody there: a row that exists, overwritten when the records are gathered.
            as_int(select(taken, as_float(chosen), as_float(own))).store(found[k].row);
        }
        return {count, kth, tie};
    }

    template <bool Periodic>
    [[gnu::noinline]] Outcome by_network(Octet& g, Pack reach, int most, LaneLists<NearRecord>& list) {
        const int n = collect<Periodic>(reach);
        if (n < 0) return Outcome::too_many;
        for (int i = n; i < ((n + 7) & ~7); ++i) candidate_x_[i] = candidate_y_[i] = 1e18f;  // sorts behind everybody
        const auto keys_of_eight = [&](int i, PackInt* keys) {
            for (int j = 0; j < 8; ++j) {
                const PackInt d2 = as_int(distance_squared<Periodic>(candidate_x_[i + j], candidate_y_[i + j]));
                keys[j] = (d2 & PackInt(~kNumberMask)) | PackInt::load(kNumbers.lanes[i + j]);
            }
            sort8(keys);
        };
        PackInt best[kBest];
        keys_of_eight(0, best);
        for (int k = 8; k < kBest; ++k) best[k] = PackInt(kNobody);
        for (int i = 8; i < n; i += 8) {
            PackInt fresh[8];
            keys_of_eight(i, fresh);
            merge(best, fresh);
        }

        scratch_.found.resize(static_cast<std::size_t>(most));
        const Pack limit = range_limit(g), complete = seen();
        const Mask whole_range = Pack::load(g.range) <= reach;
        if (are_full(g, best, most, limit)) {
            const Pack kth = as_float(best[most] & PackInt(~kNumberMask));
            if (!all((kth < complete * complete) | whole_range)) return Outcome::too_narrow;
            if (any(list_full(best, most))) {
                tie_limit_ = kth;
                return Outcome::tie;
            }
            PackInt(most).store(list.count);
            list.longest = most;
            (sqrt(kth) * Pack(kMetres)).store(g.window);
            return Outcome::done;
        }
        const Listed listed =
            g.same_values ? list_up<true>(g, best, most, limit) : list_up<false>(g, best, most, limit);
        const Mask full = listed.count == PackInt::load(g.most);
        const Mask enough = (full & (listed.kth < complete * complete)) | whole_range;
        if (!all(enough)) return Outcome::too_narrow;
        if (any(listed.tie)) {
            tie_limit_ = select(full, listed.kth, limit);
            return Outcome::tie;
        }
        listed.count.store(list.count);
        list.longest = static_cast<std::int32_t>(largest(to_float(listed.count)));
        select(full, sqrt(listed.kth) * Pack(kMetres), Pack::load(g.range)).store(g.window);
        return Outcome::done;
    }

    /// Rows of the candidates whose numbers are in the keys' low bits.
    SIDESTEP_INLINE PackInt rows_of(PackInt key) const {
        const PackInt number = key & PackInt(kNumberMask);
        return as_int(gather(reinterpret_cast<const float*>(candidate_row_), number));
    }

    /// Distances enter comparisons with their low bits cut off, in both searches, so that both agree on who is in
    /// range.
    static Pack range_limit(const Octet& g) {
        const Pack range = Pack::load(g.range) * Pack(kSteps);
        return as_float(as_int(range * range) & PackInt(~kNumberMask));
    }

    /// Everybody in range, or the nearest of them: all keys of the octet sorted at once. False where there are too many
    /// to be numbered.
    template <bool Periodic>
    [[gnu::noinline]] bool by_sorting(Octet& g, Pack range, LaneLists<NearRecord>& list) {
        const int n = collect<Periodic>(range);
        if (n < 0) return false;
        const Pack limit = range_limit(g);
        const PackInt own = PackInt::load(g.row);
        const PackInt nobody = PackInt(kNobody);
        PackInt in_range_count = PackInt(0);
        int kept = 0;
        for (int i = 0; i < n; ++i) {
            const PackInt d2 =
                as_int(distance_squared<Periodic>(candidate_x_[i], candidate_y_[i])) & PackInt(~kNumberMask);
            const Mask near =
                (as_float(d2) <= limit) & inverse(PackInt(static_cast<std::int32_t>(candidate_row_[i])) == own);
            if (!any(near)) continue;
            in_range_count = in_range_count - as_int(mask_as_pack(near));
            keys_[kept++] = as_int(select(near, as_float(d2 | PackInt::load(kNumbers.lanes[i])), as_float(nobody)));
        }
        int padded = 8;
        while (padded < kept) padded *= 2;
        for (int i = kept; i < padded; ++i) keys_[i] = nobody;
        sort_runs(keys_, padded);

        // As many as are wanted; their order among equals is settled lane by lane.
        const PackInt wanted = PackInt::load(g.most);
        const Mask all_wanted = wanted == PackInt(0);
        const PackInt count =
            min(in_range_count, as_int(select(all_wanted, as_float(in_range_count), as_float(wanted))));
        count.store(list.count);
        list.longest = static_cast<std::int32_t>(largest(to_float(count)));
        scratch_.found.resize(static_cast<std::size_t>(list.longest));
        Pack last = 0.0f;
        Mask tie = last > last;
        for (int k = 0; k < list.longest; ++k) {
            const Mask taken = count > PackInt(k);
            const PackInt key = keys_[k];
            as_int(select(taken, as_float(rows_of(key)), as_float(own)))
                .store(scratch_.found[static_cast<std::size_t>(k)].row);
            last = select(taken, as_float(key & PackInt(~kNumberMask)), last);
            const PackInt next = k + 1 < padded ? keys_[k + 1] : nobody;
            tie |= taken & (((key ^ next) & PackInt(~kNumberMask)) == PackInt(0));
        }
        const Mask full = (count == wanted) & inverse(all_wanted);
        select(full, sqrt(last) * Pack(kMetres), range).store(g.window);
        alignas(32) std::int32_t in_range[kLanes];
        in_range_count.store(in_range);
        for (unsigned left = bits(tie); left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            settle_ties<Periodic>(lane, in_range[lane], list.count[lane]);
        }
        return true;
    }

    /// One lane's list again, by true distance² and id.
    template <bool Periodic>
    void settle_ties(int lane, int in_range, int wanted) {
        Found found[kMostCandidates];
        const auto* lane_keys = reinterpret_cast<const std::int32_t*>(keys_);
        for (int k = 0; k < in_range; ++k) {
            const int number = lane_keys[k * kLanes + lane] & kNumberMask;
            alignas(32) float d2[kLanes];
            distance_squared<Periodic>(candidate_x_[number], candidate_y_[number]).store(d2);
            const Row row = candidate_row_[number];
            const auto key = static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(d2[lane])) << 32;
            found[k] = {key | world_.motion[row].id, row};
        }
        std::sort(found, found + in_range);
        for (int k = 0; k < wanted; ++k) scratch_.found[static_cast<std::size_t>(k)].row[lane] = found[k].row;
    }

    /// Ascending keys. The distance² of people spread evenly is spread evenly, so of as many buckets as people each
    /// holds one or two; what they leave in disorder is mended by insertion. A third of std::sort's time for hundreds.
    static void sort_by_key(Found* begin, Found* end, Found* spare, float farthest) {
        const auto n = static_cast<std::size_t>(end - begin);
        if (n < 48 || !(farthest > 0)) return std::sort(begin, end);
        constexpr std::size_t kBuckets = 256;
        const float scale = static_cast<float>(kBuckets) / farthest;
        const auto bucket_of = [scale](const Found& f) {
            const float d2 = std::bit_cast<float>(static_cast<std::uint32_t>(f.key >> 32));
            return std::min(static_cast<std::uint32_t>(d2 * scale), static_cast<std::uint32_t>(kBuckets - 1));
        };
        std::uint32_t at[kBuckets + 1] = {};
        for (const Found* f = begin; f != end; ++f) ++at[bucket_of(*f) + 1];
        for (std::size_t i = 1; i <= kBuckets; ++i) at[i] += at[i - 1];
        for (const Found* f = begin; f != end; ++f) spare[at[bucket_of(*f)]++] = *f;
        begin[0] = spare[0];
        for (std::size_t i = 1; i < n; ++i) {
            const Found moving = spare[i];
            Found* to = begin + i;
            for (; to != begin && moving < to[-1]; --to) *to = to[-1];
            *to = moving;
        }
    }

    /// Any number of neighbours, ties decided by id: collects everybody up to `limit` (distance²) lane by lane and
    /// sorts.
    [[gnu::noinline]] void exact(Octet& g, Pack reach, Pack limit, LaneLists<NearRecord>& list) {
        const std::size_t total = look_up(reach);
        const std::size_t needed = total * (kLanes + 1) * sizeof(Found);  // and one lane's list while it is sorted
        if (scratch_.work.size() < needed) scratch_.work.resize(needed);  // growing only: resizing clears what it adds
        auto* found = reinterpret_cast<Found*>(scratch_.work.data());

        std::size_t count[kLanes] = {};
        for (const RowRange& r : ranges()) {
            for (Row row = r.begin; row < r.end; ++row) {
                const Pack d2 = exact_distance_squared(g, row);
                unsigned inside = bits(as_float(as_int(d2) & PackInt(~kNumberMask)) <= limit);
                if (inside == 0 || (cells_.wide() && !is_there(row))) continue;
                alignas(32) float d2_of[kLanes];
                d2.store(d2_of);
                const AgentId id = world_.motion[row].id;
                for (; inside != 0; inside &= inside - 1) {
                    const int lane = std::countr_zero(inside);
                    if (row == g.row[lane]) continue;
                    const std::uint64_t key = static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(d2_of[lane]))
                                              << 32;
                    found[static_cast<std::size_t>(lane) * total + count[lane]++] = {key | id, row};
                }
            }
        }
        alignas(32) float farthest[kLanes];
        limit.store(farthest);
        list.longest = 0;
        for (int lane = 0; lane < kLanes; ++lane) {
            Found* begin = found + static_cast<std::size_t>(lane) * total;
            Found* end = begin + count[lane];
            const auto wanted = static_cast<std::size_t>(g.most[lane]);
            if (wanted > 0 && count[lane] > wanted) {
                std::nth_element(begin, begin + wanted, end);
                end = begin + wanted;
            }
            sort_by_key(begin, end, found + total * kLanes, farthest[lane]);
            list.count[lane] = static_cast<std::int32_t>(end - begin);
            list.longest = std::max(list.longest, list.count[lane]);
            g.window[lane] =
                wanted > 0 && list.count[lane] == g.most[lane]
                    ? __builtin_sqrtf(std::bit_cast<float>(static_cast<std::uint32_t>((end - 1)->key >> 32))) * kMetres
                    : g.range[lane];
        }
        scratch_.found.resize(static_cast<std::size_t>(list.longest));
        for (int lane = 0; lane < kLanes; ++lane) {
            const Found* from = found + static_cast<std::size_t>(lane) * total;
            for (int k = 0; k < list.longest; ++k) {
                scratch_.found[static_cast<std::size_t>(k)].row[lane] =
                    k < list.count[lane] ? from[k].row : g.row[lane];
            }
        }
    }

    alignas(32) static constexpr std::int32_t kIota[kLanes] = {0, 1, 2, 3, 4, 5, 6, 7};

    const WorldView& world_;
    const CellOrder& cells_;
    BlockScratch& scratch_;
    Vec2f period_;                      ///< steps
    std::int32_t period_x_, period_y_;  ///< the same, modulo 2³²
    Place first_{};                     ///< of the octet's first agent, as the two after it
    std::int32_t base_x_ = 0, base_y_ = 0;
    Vec2f from_origin_;  ///< m: of the octet's first agent
    Pack x_, y_;         ///< steps from there
    Pack tie_limit_;     ///< distance² of the last neighbour where a tie was seen
    Vec2f low_, high_;   ///< window of the last look-up, in steps
    int range_count_ = 0;
    alignas(32) float candidate_x_[kMostCandidates + 16];
    alignas(32) float candidate_y_[kMostCandidates + 16];
    Row candidate_row_[kMostCandidates + 16];
    PackInt keys_[kMostCandidates];
};

/// Turns rows into what models receive: relative positions (differences of the true positions, then rounded),
/// velocities, radii.
class Gatherer {
public:
    explicit Gatherer(const WorldView& world) : world_(world) {}

    /// Returns the depth of each agent's deepest overlap with a neighbour, 0 where there is none.
    Pack gather(const Octet& g, const LaneRows* found, const LaneLists<NearRecord>& list, NearRecord* out) const {
        return world_.periodic.x > 0 || world_.periodic.y > 0 ? gather_all<true>(g, found, list, out)
                                                              : gather_all<false>(g, found, list, out);
    }

private:
    template <bool Periodic>
    SIDESTEP_INLINE Pack gather_all(const Octet& g, const LaneRows* found, const LaneLists<NearRecord>& list,
                                    NearRecord* out) const {
        std::int32_t shortest = list.longest;
        for (const std::int32_t n : list.count) shortest = std::min(shortest, n);
        const Pack radius = Pack::load(g.radius);
        [[maybe_unused]] const auto* const motions = reinterpret_cast<const char*>(world_.motion);
        [[maybe_unused]] const auto* const places = reinterpret_cast<const char*>(world_.place);
        const Pack reach = radius + Pack(world_.widest) + Pack(kBorder);
        bool may_overlap = true;
        Pack depth = 0.0f;
        for (int k = 0; k < list.longest; ++k) {
            NearRecord& to = out[k];
            if constexpr (Periodic) {
                one_by_one(g, found[k].row, to);
            } else {
                by_transpose(motions, places, g, found[k].row, to);
            }
            if (k >= shortest) clear_absent(PackInt::load(list.count) > PackInt(k), to);
            if (!may_overlap) continue;
            const Pack dx = Pack::load(to.dx), dy = Pack::load(to.dy), both = radius + Pack::load(to.radius);
            const Pack d2 = dx * dx + dy * dy;
            if (any(d2 < both * both)) depth = max(depth, both - sqrt(d2));
            may_overlap = any(d2 < reach * reach);  // whoever comes next is farther away
        }
        return depth;
    }

    void one_by_one(const Octet& g, const Row* rows, NearRecord& to) const {
        for (int lane = 0; lane < kLanes; ++lane) {
            const Place p = world_.place[rows[lane]];
            const Motion m = world_.motion[rows[lane]];
            to.dx[lane] = static_cast<float>(wrapped_difference(g.place[lane].x, p.x, world_.periodic.x));
            to.dy[lane] = static_cast<float>(wrapped_difference(g.place[lane].y, p.y, world_.periodic.y));
            to.vx[lane] = m.vx;
            to.vy[lane] = m.vy;
            to.radius[lane] = m.radius;
            to.id[lane] = m.id;
        }
    }

    /// Somebody far away at rest, as LaneLists promises.
    static void clear_absent(Mask present, NearRecord& to) {
        const Pack zero = 0.0f;
        select(present, Pack::load(to.dx), Pack(1e6f)).store(to.dx);
        for (float* column : {to.dy, to.vx, to.vy, to.radius}) select(present, Pack::load(column), zero).store(column);
        const PackInt nobody = PackInt(-1);
        as_int(select(present, as_float(PackInt::load(to.id)), as_float(nobody))).store(to.id);
    }

    /// The same for eight at once, whole records loaded and transposed: gathering single floats is slower.
    static SIDESTEP_INLINE void by_transpose(const char* motions, const char* places, const Octet& g, const Row* rows,
                                             NearRecord& to) {
        static_assert(sizeof(Motion) == 16 && sizeof(Place) == 16);
        alignas(32) std::uint32_t at[kLanes];
        shift_left<4>(PackInt::load(rows)).store(at);
        const Columns m = to_columns([&](int i) { return reinterpret_cast<const float*>(motions + at[i]); });
        m.a.store(to.vx), m.b.store(to.vy), m.c.store(to.radius), as_int(m.d).store(to.id);
        Pack dx, dy;
        point_differences([&](int i) { return reinterpret_cast<const double*>(places + at[i]); },
                          [&](int i) { return &g.place[i].x; }, dx, dy);
        dx.store(to.dx), dy.store(to.dy);
    }

    const WorldView& world_;
};

}  // namespace

void search_block(const WorldView& world, const CellOrder& cells, BlockScratch& scratch) {
    Searcher searcher(world, cells, scratch);
    const Gatherer gatherer(world);
    scratch.near.resize(scratch.octets.size());
    scratch.near_records.clear();
    for (std::size_t i = 0; i < scratch.octets.size(); ++i) {
        Octet& g = scratch.octets[i];
        LaneLists<NearRecord>& list = scratch.near[i];
        searcher.neighbours_of(g, list);
        list.begin = static_cast<std::uint32_t>(scratch.near_records.size());
        scratch.near_records.resize(list.begin + static_cast<std::size_t>(list.longest));
        NearRecord* records = scratch.near_records.data() + list.begin;
        const Pack depth = gatherer.gather(g, scratch.found.data(), list, records);
        depth.store(g.overlap);
        g.any_overlap = any(depth > Pack(0.0f));
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
