// The procedural city is as large as that of Lamarche & Donikian 2004.
#include <gtest/gtest.h>

#include "sidestep/bench_scenes.h"
#include "sidestep/map.h"

namespace sidestep {
namespace {

TEST(CityBench, HasAboutAsManyCellsAsTheCityOfThePaper) {
    PartInfo model;
    model.name = "test";
    const auto scene = bench_scene("city_bench", model);
    const MapStatistics city = map_statistics(map_outline(scene->map.wkt));
    EXPECT_NEAR(static_cast<double>(city.cells), 8000, 2000);
    EXPECT_EQ(city.components, 1u);
    EXPECT_EQ(city.free_segments - city.cells + 1, 2600u) << "one ring of cells around every house";
    EXPECT_NEAR(city.upper.x - city.lower.x, 1300, 1);
}

}  // namespace
}  // namespace sidestep
