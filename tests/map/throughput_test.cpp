// A very large map, from its text to its cells: how long it takes is printed, and judged by nobody here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

#include "map/subdivision.h"
#include "sidestep/import.h"

namespace sidestep {
namespace {

/// Pillars with eight corners, n by n, in a square hall.
std::string pillars(int n) {
    std::string text = fmt::format("POLYGON ((0 0, {0} 0, {0} {0}, 0 {0}, 0 0)", 6 * n);
    for (int i = 0; i < n * n; ++i) {
        const double x = 3 + 6 * (i % n), y = 3 + 6 * (i / n), turned = 0.1 * (i % 5);
        text += ", (";
        for (int k = 0; k <= 8; ++k) {
            const double angle = turned + (k % 8) * 0.7853981633974483;
            text +=
                fmt::format("{}{:.4f} {:.4f}", k > 0 ? ", " : "", x + 1.5 * std::cos(angle), y + 1.5 * std::sin(angle));
        }
        text += ')';
    }
    return text + ')';
}

// Many rings rather than many corners: what looks at all holes of a polygon again and again shows in the seconds.
TEST(Throughput, AMillionCorners) {
    const std::string text = pillars(350);
    const std::clock_t began = std::clock();
    const ImportedMap map = import_text(MapFormat::wkt, text);
    const Subdivision cells = subdivide(map.outline);
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    EXPECT_EQ(map.report.read_points, 980'004u);
    EXPECT_EQ(map.outline.floor.at(0).holes.size(), 122'500u);
    EXPECT_EQ(cells.portals.size() + 1 - cells.cells.size(), 122'500u);
    std::printf("%zu rings in %.1f CPU seconds\n", map.outline.floor.at(0).holes.size(), seconds);
}

}  // namespace
}  // namespace sidestep
