// Paths on real maps: cities and plans of buildings.
#include <gtest/gtest.h>

#include "path/flat_search.h"
#include "path/hierarchical_search.h"
#include "sidestep/error.h"
#include "sound_path.h"
#include "support/dice.h"
#include "support/maps.h"

namespace sidestep {
namespace {

using test::Dice;

/// A place in the walkable area with room for the body.
Vec2d draw(const PathGround& ground, double radius, Dice& dice) {
    const Subdivision& map = ground.subdivision();
    Vec2d low = map.place(0), high = low;
    for (std::uint32_t i = 0; i < map.points.size(); ++i) {
        const Vec2d p = map.place(i);
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    for (;;) {
        const Vec2d p{dice.between(low.x, high.x), dice.between(low.y, high.y)};
        if (ground.locate(p) != kNoCell && ground.clearance(p, radius) >= radius) return p;
    }
}

void check(const MapOutline& outline, double radius, std::uint32_t key_points, int pairs) {
    const auto ground = std::make_shared<PathGround>(subdivide(outline));
    const FlatSearch flat(ground, radius, key_points);
    const HierarchicalSearch tree(ground, radius, {key_points});
    const auto flat_scratch = flat.scratch(), tree_scratch = tree.scratch();
    Dice dice(1);
    Path a, b;
    int found = 0;
    for (int i = 0; i < pairs; ++i) {
        const Vec2d from = draw(*ground, radius, dice), to = draw(*ground, radius, dice);
        flat.find(from, to, *flat_scratch, a);
        tree.find(from, to, *tree_scratch, b);
        ASSERT_EQ(a.status, b.status);
        if (a.status != PathStatus::found) continue;
        ++found;
        ASSERT_NEAR(a.roadmap_length, b.roadmap_length, 1e-6);
        ASSERT_NO_FATAL_FAILURE(test::expect_sound(*ground, b, ground->locate(from), ground->locate(to), radius));
    }
    EXPECT_GT(found, pairs / 2);
}

TEST(Cities, HierarchicalIsAsShortAsFlatAndNobodyTouchesAWall) {
    const auto files = test::map_files("cities");
    if (files.empty()) GTEST_SKIP() << "no maps at " << test::data_folder() << "; set SIDESTEP_DATA";
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename());
        check(test::read_map(file), 0.25, 1, 1000);
    }
}

TEST(Buildings, HierarchicalIsAsShortAsFlatAndNobodyTouchesAWall) {
    const auto files = test::map_files("indoor");
    if (files.empty()) GTEST_SKIP() << "no maps at " << test::data_folder() << "; set SIDESTEP_DATA";
    int checked = 0;
    for (const auto& file : files) {
        SCOPED_TRACE(file.filename());
        MapOutline outline;
        try {
            outline = test::read_map(file);
        } catch (const InputError&) {
            continue;  // drawn with empty parts, which a scene may not contain
        }
        ++checked;
        for (const double radius : {0.15, 0.25, 0.4}) check(outline, radius, 1, 1000);
        check(outline, 0.25, 3, 200);
    }
    EXPECT_GE(checked, 3);
}

TEST(Squares, PillarsAreWalkedRound) {
    // The same with a map that is always here: a hall with sixteen pillars, turned a little each.
    std::vector<std::vector<Vec2d>> pillars;
    for (int i = 0; i < 16; ++i) {
        const Vec2d at{5.0 + 5 * (i % 4), 5.0 + 5 * (i / 4)}, out{1.5, 0.1 * i};
        pillars.push_back({at + out, at + left_of(out), at - out, at - left_of(out)});
    }
    for (const double radius : {0.2, 0.5, 1.0}) {
        check(test::floor_of(test::rectangle({0, 0}, {25, 25}), pillars), radius, 2, 500);
    }
}

}  // namespace
}  // namespace sidestep
