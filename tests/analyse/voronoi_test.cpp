// Voronoi cells against areas known from geometry.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "../support/maps.h"
#include "analyse/clip.h"
#include "sidestep/voronoi.h"

namespace sidestep {
namespace {

using test::floor_of;
using test::rectangle;
constexpr VoronoiOptions kWhole{.cutoff = 0};

double total(const std::vector<VoronoiCell>& cells) {
    double sum = 0;
    for (const VoronoiCell& cell : cells) sum += cell.area;
    return sum;
}

TEST(Voronoi, OfSomebodyAloneIsTheCirclesPolygon) {
    // n·r²/2·sin(2π/n) of a polygon with n corners.
    for (const unsigned quarter : {1u, 3u, 8u}) {
        const std::vector<Vec2d> one{{100, -3}};
        const auto cells = voronoi_cells(one, FloorTriangles{}, {.cutoff = 1.5, .cutoff_corners = quarter});
        const double n = 4.0 * quarter;
        EXPECT_NEAR(cells[0].area, n * 1.5 * 1.5 / 2 * std::sin(2 * std::numbers::pi / n), 1e-12);
    }
}

TEST(Voronoi, TwoShareARoomAlongTheirBisector) {
    const FloorTriangles floor(floor_of(rectangle({0, 0}, {10, 4})));
    const std::vector<Vec2d> two{{2, 2}, {4, 2}};
    const auto cells = voronoi_cells(two, floor, kWhole);
    EXPECT_NEAR(cells[0].area, 12, 1e-12);
    EXPECT_NEAR(cells[1].area, 28, 1e-12);
    EXPECT_NEAR(cells[0].within(rectangle({2, 1}, {8, 2})), 1, 1e-12);
    EXPECT_NEAR(cells[1].within(rectangle({2, 1}, {8, 2})), 5, 1e-12);
}

TEST(Voronoi, EndsAtAWallAndNotBeyond) {
    // A wall 0.2 m thick with a door 4 m away: what lies behind it is nearer, but not reached within the circle.
    const FloorTriangles floor(floor_of(rectangle({0, 0}, {10, 10}), {rectangle({2, 4.9}, {9.999, 5.1})}));
    const std::vector<Vec2d> one{{8, 4.5}};
    const double open = voronoi_cells(one, FloorTriangles{}, {.cutoff = 1})[0].area;
    const double cut = voronoi_cells(one, floor, {.cutoff = 1})[0].area;
    EXPECT_LT(cut, open);
    const auto cells = voronoi_cells(one, floor, {.cutoff = 1});
    EXPECT_NEAR(cells[0].within(rectangle({0, 5.1}, {10, 10})), 0, 1e-12);
    EXPECT_NEAR(cells[0].within(rectangle({0, 0}, {10, 4.9})), cut, 1e-12);
}

TEST(Voronoi, GoesRoundTheEndOfAWall) {
    // A notch into a square: both halves are connected above it.
    const FloorTriangles floor(floor_of({{0, 0}, {4.9, 0}, {4.9, 6}, {5.1, 6}, {5.1, 0}, {10, 0}, {10, 10}, {0, 10}}));
    const std::vector<Vec2d> one{{4.5, 6.2}};
    EXPECT_NEAR(voronoi_cells(one, floor, kWhole)[0].area, 100 - 0.2 * 6, 1e-9);
}

TEST(Voronoi, ThinWallsPartAFloor) {
    MapOutline outline = floor_of(rectangle({0, 0}, {10, 4}));
    outline.walls = {{{5, 0}, {5, 4}}};
    const FloorTriangles floor(outline);
    const std::vector<Vec2d> one{{4.5, 2}};
    EXPECT_NEAR(voronoi_cells(one, floor, kWhole)[0].area, 20, 1e-12);
    EXPECT_NEAR(floor.area(), 40, 1e-12);
}

TEST(Voronoi, WhoStandsInOnePlaceSharesItsCell) {
    const FloorTriangles floor(floor_of(rectangle({0, 0}, {10, 4})));
    const std::vector<Vec2d> three{{2, 2}, {2, 2}, {8, 2}};
    const auto cells = voronoi_cells(three, floor, kWhole);
    EXPECT_NEAR(cells[0].area, 10, 1e-12);
    EXPECT_NEAR(cells[1].area, 10, 1e-12);
    EXPECT_NEAR(cells[2].area, 20, 1e-12);
    // Two people in the left half: a density of 2 / 20 m².
    EXPECT_NEAR(cells[0].within(rectangle({0, 0}, {5, 4})) / cells[0].area, 1, 1e-12);
}

TEST(Voronoi, WhoIsBesideTheFloorHasWhatIsNearOfIt) {
    const FloorTriangles floor(floor_of(rectangle({0, 0}, {10, 4})));
    const std::vector<Vec2d> two{{2, -0.1}, {50, 50}};
    const auto cells = voronoi_cells(two, floor, {.cutoff = 1});
    EXPECT_GT(cells[0].area, 1);
    EXPECT_LT(cells[0].area, 1.6);
    EXPECT_EQ(cells[1].area, 0);
}

TEST(Voronoi, NeedsALimit) {
    const std::vector<Vec2d> one{{0, 0}};
    EXPECT_THROW(voronoi_cells(one, FloorTriangles{}, kWhole), std::invalid_argument);
    EXPECT_TRUE(voronoi_cells({}, FloorTriangles{}).empty());
}

TEST(Voronoi, CellsSumToTheFloorAndArePointsNearerThanOthers) {
    EXPECT_TRUE(rc::check([] {
        // A room with a column and corners that are no multiples of anything, somewhere far away.
        const Vec2d at{*rc::gen::inRange(-1000, 1000) * 7.3, *rc::gen::inRange(-1000, 1000) * 3.7};
        const auto moved = [&](std::vector<Vec2d> ring) {
            for (Vec2d& p : ring) p += at;
            return ring;
        };
        const FloorTriangles floor(floor_of(moved({{0, 0}, {8.1, -0.3}, {12.7, 4}, {9, 9.9}, {1.1, 8}}),
                                            {moved({{3, 3}, {4.2, 5}, {5.5, 3.3}})}));
        const auto n = *rc::gen::inRange<std::size_t>(1, 60);
        std::vector<Vec2d> people;
        for (std::size_t i = 0; people.size() < n && i < 10'000; ++i) {
            const Vec2d p = at + Vec2d{*rc::gen::inRange(0, 1300) * 0.01, *rc::gen::inRange(0, 1000) * 0.01};
            if (floor.inside(p)) people.push_back(p);
        }
        const auto whole = voronoi_cells(people, floor, kWhole);
        // Convex cells of a room with one convex column may be parted by it; those parts belong to nobody.
        RC_ASSERT(total(whole) <= floor.area() * (1 + 1e-9));
        RC_ASSERT(total(voronoi_cells(people, floor, {.cutoff = 1})) <= total(whole) * (1 + 1e-9));
        for (std::size_t i = 0; i < people.size(); ++i) {
            for (const auto& piece : whole[i].pieces) {
                RC_ASSERT(signed_area(piece) >= 0);
                Vec2d middle{};
                for (const Vec2d q : piece) middle += q / static_cast<double>(piece.size());
                for (const Vec2d other : people) RC_ASSERT(norm(middle - people[i]) <= norm(middle - other) + 1e-9);
            }
        }
        // Without the column nothing is parted, and all of the floor is somebody's.
        const FloorTriangles convex(floor_of(moved({{0, 0}, {8.1, -0.3}, {12.7, 4}, {9, 9.9}, {1.1, 8}})));
        RC_ASSERT(std::abs(total(voronoi_cells(people, convex, kWhole)) - convex.area()) < 1e-9 * convex.area());
    }));
}

}  // namespace
}  // namespace sidestep
