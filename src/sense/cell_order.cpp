#include "sense/cell_order.h"

#include <algorithm>
#include <cmath>

#include "base/lane_count.h"

namespace sidestep {

namespace {

// Measured at 0.9 agents per m²: groups of eight rows then cover about 2.4 m × 3.7 m, and a search window around them
// holds some 56 candidates. Halving either costs more row ranges, doubling more candidates.
constexpr double kStripWidth = 2.4;
constexpr double kCellLength = 0.6;
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

void CellOrder::lay_out(const AgentColumns& now, Vec2d periodic, Workers& workers) {
    const Chunks chunks = split(now.size(), workers.threads());
    chunk_bounds_.resize(chunks.count);
    workers.for_each(chunks.count, [&](std::size_t c) {
        Bounds b{kUnlimited, kUnlimited, -kUnlimited, -kUnlimited};
        for (std::size_t row = chunks.begin(c); row < chunks.end(c); ++row) {
            const Place p = now.place[row];
            b.low_x = p.x < b.low_x ? p.x : b.low_x;
            b.low_y = p.y < b.low_y ? p.y : b.low_y;
            b.high_x = p.x > b.high_x ? p.x : b.high_x;
            b.high_y = p.y > b.high_y ? p.y : b.high_y;
        }
        chunk_bounds_[c] = b;
    });
    Bounds all = chunk_bounds_[0];
    for (const Bounds& b : chunk_bounds_) {
        all = {std::min(all.low_x, b.low_x), std::min(all.low_y, b.low_y), std::max(all.high_x, b.high_x),
               std::max(all.high_y, b.high_y)};
    }
    periodic_ = periodic;
    origin_ = {periodic.x > 0 ? 0 : all.low_x, periodic.y > 0 ? 0 : all.low_y};
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
    lay_out(now, periodic, workers);
    const Chunks chunks = split(n, workers.threads());
    const std::size_t cell_count = cells();
    start_.resize(cell_count + 1);
    chunk_next_.assign(chunks.count * cell_count, 0);

    workers.for_each(chunks.count, [&](std::size_t c) {
        std::uint32_t* count = chunk_next_.data() + c * cell_count;
        for (std::size_t row = chunks.begin(c); row < chunks.end(c); ++row) {
            const Place p = now.place[row];
            const int column = std::min(static_cast<int>((p.x - origin_.x) * column_per_m_), columns_ - 1);
            const int strip = std::min(static_cast<int>((p.y - origin_.y) * strip_per_m_), strips_ - 1);
            const int along = (strip & 1) != 0 ? columns_ - 1 - column : column;
            const auto cell = static_cast<std::uint32_t>(strip * columns_ + along);
            key_[row] = cell;
            ++count[cell];
        }
    });

    Row next = 0;
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
        start_[cell] = next;
        for (std::size_t c = 0; c < chunks.count; ++c) {
            std::uint32_t& here = chunk_next_[c * cell_count + cell];
            const std::uint32_t count = here;
            here = next;
            next += count;
        }
    }
    start_[cell_count] = next;

    workers.for_each(chunks.count, [&](std::size_t c) {
        std::uint32_t* to = chunk_next_.data() + c * cell_count;
        for (std::size_t row = chunks.begin(c); row < chunks.end(c); ++row) {
            const Row target = to[key_[row]]++;
            const Place p = now.place[row];
            spare.place[target] = p;
            spare.motion[target] = now.motion[row];
            spare.self[target] = now.self[row];
            x_[target] = static_cast<float>(p.x - origin_.x);
            y_[target] = static_cast<float>(p.y - origin_.y);
        }
    });
    std::swap(now, spare);
}

void CellOrder::append(int strip, int first, int last, std::vector<RowRange>& out) const {
    const int base = strip * columns_;
    const bool reversed = (strip & 1) != 0;
    const int low = base + (reversed ? columns_ - 1 - last : first);
    const int high = base + (reversed ? columns_ - 1 - first : last);
    const RowRange range{start_[static_cast<std::size_t>(low)], start_[static_cast<std::size_t>(high) + 1]};
    if (range.begin != range.end) out.push_back(range);
}

void CellOrder::rows_in(Vec2f low, Vec2f high, std::vector<RowRange>& out) const {
    // Floor by a truncation of positive numbers; nobody looks farther than that below the origin.
    constexpr double kBelow = 1 << 20;
    const auto cell = [](float at, double per_m) {
        const double scaled = std::max(at * per_m + kBelow, 0.0);
        return static_cast<int>(std::min(scaled, 2.0 * kBelow)) - static_cast<int>(kBelow);
    };
    int column0 = cell(low.x, column_per_m_), column1 = cell(high.x, column_per_m_);
    int strip0 = cell(low.y, strip_per_m_), strip1 = cell(high.y, strip_per_m_);
    if (periodic_.x > 0) {
        if (column1 - column0 + 1 >= columns_) column0 = 0, column1 = columns_ - 1;
    } else {
        // The last cell of an axis holds its upper bound.
        column0 = std::clamp(column0, 0, columns_ - 1), column1 = std::clamp(column1, 0, columns_ - 1);
    }
    if (periodic_.y > 0) {
        if (strip1 - strip0 + 1 >= strips_) strip0 = 0, strip1 = strips_ - 1;
    } else {
        strip0 = std::clamp(strip0, 0, strips_ - 1), strip1 = std::clamp(strip1, 0, strips_ - 1);
    }
    for (int s = strip0; s <= strip1; ++s) {
        const int strip = s < 0 ? s + strips_ : s >= strips_ ? s - strips_ : s;
        if (column0 < 0) {
            append(strip, 0, column1, out);
            append(strip, column0 + columns_, columns_ - 1, out);
        } else if (column1 >= columns_) {
            append(strip, column0, columns_ - 1, out);
            append(strip, 0, column1 - columns_, out);
        } else {
            append(strip, column0, column1, out);
        }
    }
}

}  // namespace sidestep
