#include "map/widest_ways.h"

#include <gtest/gtest.h>

#include "path/cell_graph.h"
#include "path/rooms.h"

namespace sidestep {
namespace {

using test::RoomPlan, test::rooms;

TEST(WidestWays, AgreeWithASearch) {
    RoomPlan plan;
    plan.columns = 7;
    plan.rows = 6;
    plan.open = 0.5;  // several parts
    std::size_t apart = 0, joined = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Subdivision map = rooms(plan, seed);
        const CellGraph graph(map, 0);
        const WidestWays ways(map);
        for (std::uint32_t a = 0; a < map.cells.size(); ++a) {
            EXPECT_EQ(ways.between(a, a), WidestWays::kUnlimited);
            for (std::uint32_t b = 0; b < a; ++b) {
                const double width = widest_way(graph, a, b);
                ASSERT_EQ(ways.between(a, b), width) << a << " " << b;
                ASSERT_EQ(ways.between(b, a), width);
                ++(width == 0 ? apart : joined);
            }
        }
    }
    EXPECT_GT(apart, 100u);
    EXPECT_GT(joined, 100u);
}

}  // namespace
}  // namespace sidestep
