#include <algorithm>
#include <cmath>

#include "base/round_number.h"
#include "sidestep/statistics.h"

namespace sidestep {

Histogram histogram(std::span<const double> values, std::size_t at_most) {
    std::vector<double> sorted;
    for (const double x : values) {
        if (std::isfinite(x)) sorted.push_back(x);
    }
    Histogram h;
    h.n = sorted.size();
    if (sorted.empty()) return h;
    std::sort(sorted.begin(), sorted.end());
    const double low = sorted.front(), high = sorted.back();
    at_most = std::max<std::size_t>(at_most, 2);  // one bin may not reach from below a boundary to above it
    const auto quartile = [&](std::size_t quarters) { return sorted[quarters * (sorted.size() - 1) / 4]; };
    // Divided so that it is rounded to the nearest round number rather than to the one above.
    double width = 2 * (quartile(3) - quartile(1)) / std::cbrt(static_cast<double>(sorted.size())) / 1.5;
    // Values that differ by less than anybody measures are one value, shown in a bin of its size.
    const double largest = std::max(std::abs(low), std::abs(high));
    width = std::max({width, (high - low) / static_cast<double>(at_most), largest * 1e-5});
    if (high - low <= largest * 1e-4) width = largest > 0 ? largest / 10 : 1;
    for (width = round_number_above(width);; width = round_number_above(width * 1.5)) {
        h.width = width;
        h.lower = std::floor(low / width + 1e-9) * width;
        const double bins = std::floor((high - h.lower) / width + 1e-9) + 1;
        if (bins > static_cast<double>(at_most)) continue;
        h.count.assign(static_cast<std::size_t>(bins), 0);
        break;
    }
    for (const double x : sorted) {
        const double bin = std::floor((x - h.lower) / h.width + 1e-9);  // 0.3 belongs to the bin that is called 0.3
        ++h.count[std::min(static_cast<std::size_t>(std::max(bin, 0.0)), h.count.size() - 1)];
    }
    return h;
}

}  // namespace sidestep
