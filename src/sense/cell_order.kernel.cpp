// The two passes of the counting sort over agents. See cell_order.h.
#include "sense/cell_order.h"

#include <algorithm>
#include <bit>

#include "base/columns.h"

namespace sidestep::SIDESTEP_ARCH {

namespace {

/// The cells of eight rows. Positions are compared with the layout as floats: a place that rounds over a border
/// lands in the neighbouring cell, which the margin of every search window covers.
template <class PlaceOf>
SIDESTEP_INLINE PackInt cells_of(const CellLayout& layout, const PlaceOf& place) {
    alignas(32) const double origin[4] = {layout.origin.x, layout.origin.y, layout.origin.x, layout.origin.y};
    Pack x, y;
    point_differences(place, [&](int) { return origin; }, x, y);
    const Pack zero = 0.0f;
    const Pack column =
        min(max(x * Pack(static_cast<float>(layout.column_per_m)), zero), Pack(static_cast<float>(layout.columns - 1)));
    const Pack strip =
        min(max(y * Pack(static_cast<float>(layout.strip_per_m)), zero), Pack(static_cast<float>(layout.strips - 1)));
    const PackInt column_index = truncate(column), strip_index = truncate(strip);
    const Mask reversed = (strip_index & PackInt(1)) == PackInt(1);
    const PackInt back = PackInt(layout.columns - 1) - column_index;
    const PackInt along = as_int(select(reversed, as_float(back), as_float(column_index)));
    return strip_index * PackInt(layout.columns) + along;
}

}  // namespace

void assign_cells(const CellLayout& layout, const Place* place, std::size_t begin, std::size_t end, std::uint32_t* key,
                  std::uint32_t* count) {
    std::size_t row = begin;
    for (; row + kLanes <= end; row += kLanes) {
        const Place* eight = place + row;
        as_float(cells_of(layout, [=](int i) {
            return &eight[i].x;
        })).store_unaligned(reinterpret_cast<float*>(key + row));
        for (int i = 0; i < kLanes; ++i) ++count[key[row + static_cast<std::size_t>(i)]];
    }
    if (row < end) {
        alignas(32) std::uint32_t cell[kLanes];
        cells_of(layout, [=](int i) {
            return &place[std::min(row + static_cast<std::size_t>(i), end - 1)].x;
        }).store(cell);
        for (std::size_t i = 0; row + i < end; ++i) {
            key[row + i] = cell[i];
            ++count[cell[i]];
        }
    }
}

void scatter_rows(const RowsFrom& rows_from, const RowsTo& rows_to, std::size_t begin, std::size_t end,
                  const std::uint32_t* key, std::uint32_t* next) {
    // Added to a number of metres below 2³⁵ this leaves its sixteen binary places in the low word of the sum.
    constexpr double kSixteenPlaces = 0x1.8p36;
    // Copies: through the references every store could have changed the pointers.
    const RowsFrom from = rows_from;
    const RowsTo to = rows_to;
    for (std::size_t row = begin; row < end; ++row) {
        const Row target = next[key[row]]++;
        const Place p = from.place[row];
        to.place[target] = p;
        to.motion[target] = from.motion[row];
        to.self[target] = from.self[row];
#ifdef __AVX2__
        const __m128i xy = _mm_castpd_si128(_mm_add_pd(_mm_load_pd(&p.x), _mm_set1_pd(kSixteenPlaces)));
        to.x[target] = _mm_cvtsi128_si32(xy);
        to.y[target] = _mm_extract_epi32(xy, 2);
#else
        to.x[target] = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(p.x + kSixteenPlaces));
        to.y[target] = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(p.y + kSixteenPlaces));
#endif
    }
}

}  // namespace sidestep::SIDESTEP_ARCH
