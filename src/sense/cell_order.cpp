#include "sense/cell_order.h"

#include <algorithm>
#include <cmath>

#include "base/lane_count.h"
#include "base/processor.h"

namespace sidestep {

namespace {

// Measured at 0.9 agents per m²: octets then cover about 2.4 m × 3.7 m, and a search window around them
// holds some 56 candidates. Halving either costs more row ranges, doubling more candidates.
constexpr double kStripWidth = 2.2;
constexpr double kCellLength = 0.5;
// Steps after which cells are laid out anew around the crowd: nobody walks more than a few metres in that time.
constexpr int kLayoutUses = 16;
// m: half of what lattice coordinates can tell apart is 32,768; nobody walks the rest before cells are laid out anew.
constexpr double kWide = 32'000;
// Below this a second chunk costs more than it saves.
constexpr std::size_t kRowsPerChunk = 2048;

struct Chunks {
    std::size_t count, rows_each, rows;
    std::size_t begin(std::size_t i) const { return std::min(rows, i * rows_each); }
    std::size_t end(std::size_t i) const { return std::min(rows, (i + 1) * rows_each); }
};

Chunks split(std::size_t rows, int threads) {
    const std::size_t most = std::max<std::size_t>(1, rows / kRowsPerChunk);
    const std::size_t count = std::min<std::size_t>(most, static_cast<std::size_t>(threads));
    return {count, (rows + count - 1) / count, rows};
}

}  // namespace

SIDESTEP_DECLARE_KERNEL(void assign_cells(const CellLayout&, const Place*, std::size_t, std::size_t, std::uint32_t*,
                                          std::uint32_t*))
SIDESTEP_DECLARE_KERNEL(void scatter_rows(const RowsFrom&, const RowsTo&, std::size_t, std::size_t,
                                          const std::uint32_t*, std::uint32_t*))

CellOrder::CellOrder()
    : assign_(SIDESTEP_CHOOSE_KERNEL(assign_cells)), scatter_(SIDESTEP_CHOOSE_KERNEL(scatter_rows)) {}

void CellOrder::lay_out(const AgentColumns& now, Vec2d periodic, Workers& workers) {
    const Chunks chunks = split(now.size(), workers.threads());
    chunk_bounds_.resize(chunks.count);
    workers.for_each(chunks.count, [&](std::size_t c) {
        double low[2] = {kUnlimited, kUnlimited}, high[2] = {-kUnlimited, -kUnlimited};
        for (std::size_t row = chunks.begin(c); row < chunks.end(c); ++row) {
            const double at[2] = {now.place[row].x, now.place[row].y};
            for (int axis = 0; axis < 2; ++axis) {
                low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
                high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
            }
        }
        const Bounds b{low[0], low[1], high[0], high[1]};
        chunk_bounds_[c] = b;
    });
    Bounds all = chunk_bounds_[0];
    for (const Bounds& b : chunk_bounds_) {
        all = {std::min(all.low_x, b.low_x), std::min(all.low_y, b.low_y), std::max(all.high_x, b.high_x),
               std::max(all.high_y, b.high_y)};
    }
    periodic_ = periodic;
    origin_ = {periodic.x > 0 ? 0 : all.low_x, periodic.y > 0 ? 0 : all.low_y};
    wide_ = std::max(all.high_x - all.low_x, all.high_y - all.low_y) > kWide;
    const double width = std::max(periodic.x > 0 ? periodic.x : all.high_x - all.low_x, kCellLength);
    const double height = std::max(periodic.y > 0 ? periodic.y : all.high_y - all.low_y, kStripWidth);

    // Cells grow in both directions until there are no more of them than agents.
    const double wished = (width / kCellLength) * (height / kStripWidth);
    const double grow = std::max(1.0, std::sqrt(wished / static_cast<double>(now.size())));
    columns_ = std::max(1, static_cast<int>(width / (kCellLength * grow)));
    strips_ = std::max(1, static_cast<int>(height / (kStripWidth * grow)));
    // A crowd along one axis leaves the other with a single strip: the bound must still hold.
    const auto most = static_cast<int>(std::max<std::size_t>(64, now.size()));
    columns_ = std::min(columns_, most / std::min(strips_, most));
    strips_ = std::min(strips_, most);
    columns_ = std::max(columns_, 1);
    column_per_m_ = columns_ / width;
    strip_per_m_ = strips_ / height;
    columns_per_m_ = static_cast<float>(column_per_m_);
    strips_per_m_ = static_cast<float>(strip_per_m_);
}

void CellOrder::sort(AgentColumns& now, AgentColumns& spare, Vec2d periodic, Workers& workers) {
    const std::size_t n = now.size();
    spare.resize(n);
    x_.resize(n + kLanes);  // searching reads whole packs
    y_.resize(n + kLanes);
    key_.resize(n);
    if (n == 0) {
        columns_ = strips_ = 1;
        start_.assign(2, 0);
        return;
    }
    // Agents beyond the borders of an older layout go to its outermost cells, where every search finds them: it need
    // not be new.
    if (n != laid_out_for_ || ++uses_ >= kLayoutUses) {
        lay_out(now, periodic, workers);
        laid_out_for_ = n;
        uses_ = 0;
    }
    const Chunks chunks = split(n, workers.threads());
    const std::size_t cell_count = cells();
    start_.resize(cell_count + 1);
    chunk_next_.assign(chunks.count * cell_count, 0);

    const CellLayout layout{origin_, column_per_m_, strip_per_m_, columns_, strips_};
    workers.for_each(chunks.count, [&](std::size_t c) {
        assign_(layout, now.place.data(), chunks.begin(c), chunks.end(c), key_.data(),
                chunk_next_.data() + c * cell_count);
    });

    Row next = 0;
    if (chunks.count == 1) {
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            const std::uint32_t count = chunk_next_[cell];
            start_[cell] = chunk_next_[cell] = next;
            next += count;
        }
    } else {
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            start_[cell] = next;
            for (std::size_t c = 0; c < chunks.count; ++c) {
                std::uint32_t& here = chunk_next_[c * cell_count + cell];
                const std::uint32_t count = here;
                here = next;
                next += count;
            }
        }
    }
    start_[cell_count] = next;

    workers.for_each(chunks.count, [&](std::size_t c) {
        scatter_({now.place.data(), now.motion.data(), now.self.data()},
                 {spare.place.data(), spare.motion.data(), spare.self.data(), x_.data(), y_.data()}, chunks.begin(c),
                 chunks.end(c), key_.data(), chunk_next_.data() + c * cell_count);
    });
    std::swap(now, spare);
}

RowRange CellOrder::rows_of(int strip, int first, int last) const {
    const int base = strip * columns_;
    const bool reversed = (strip & 1) != 0;
    const int low = base + (reversed ? columns_ - 1 - last : first);
    const int high = base + (reversed ? columns_ - 1 - first : last);
    return {start_[static_cast<std::size_t>(low)], start_[static_cast<std::size_t>(high) + 1]};
}

int CellOrder::periodic_rows_in(int column0, int column1, int strip0, int strip1, RowRange* out) const {
    const auto fit = [](int& first, int& last, int count, bool is_periodic) {
        if (is_periodic) {
            if (last - first + 1 >= count) first = 0, last = count - 1;
        } else {
            // The last cell of an axis holds its upper bound.
            first = std::clamp(first, 0, count - 1), last = std::clamp(last, 0, count - 1);
        }
    };
    fit(column0, column1, columns_, periodic_.x > 0);
    fit(strip0, strip1, strips_, periodic_.y > 0);
    RowRange* next = out;
    const auto add = [&](RowRange range) {
        *next = range;
        next += range.begin != range.end;
    };
    for (int s = strip0; s <= strip1; ++s) {
        const int strip = s < 0 ? s + strips_ : s >= strips_ ? s - strips_ : s;
        if (column0 < 0) {
            add(rows_of(strip, 0, column1));
            add(rows_of(strip, column0 + columns_, columns_ - 1));
        } else if (column1 >= columns_) {
            add(rows_of(strip, column0, columns_ - 1));
            add(rows_of(strip, 0, column1 - columns_));
        } else {
            add(rows_of(strip, column0, column1));
        }
    }
    return static_cast<int>(next - out);
}

}  // namespace sidestep
