// `corner` and `exact` for round bodies: what fits passes, and ways are as short as round bodies can walk.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "path/body_widths.h"
#include "path/corner_search.h"
#include "path/exact_search.h"
#include "path/flat_search.h"
#include "random_blocks.h"
#include "random_map.h"
#include "round_brute_force.h"
#include "support/dice.h"
#include "true_width.h"

namespace sidestep {
namespace {

using test::Dice;
using test::RandomMap;
using test::TrueWidth;

Path find(const PathSearch& search, Vec2d start, Vec2d goal) {
    Path path;
    const auto scratch = search.scratch();
    search.find(start, goal, *scratch, path);
    return path;
}


TEST(RoundBody, MeasureWidths) {
    int n=0, bad=0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Dice dice(seed);
        const MapOutline outline = seed % 2 ? RandomMap(seed).outline : test::RandomBlocks(seed).outline;
        const double size = seed % 2 ? RandomMap(seed).size : test::RandomBlocks::kSize;
        const std::vector<Wall> walls = test::walls_of(outline);
        const auto ground = std::make_shared<PathGround>(subdivide(outline), outline);
        const TrueWidth truth(walls);
        const BodyWidths widths(outline);
        for (int i = 0; i < 50; ++i) {
            const Vec2d a{dice.between(0, size), dice.between(0, size)};
            const Vec2d b{dice.between(0, size), dice.between(0, size)};
            if (ground->locate(a) == kNoCell || ground->locate(b) == kNoCell) continue;
            const double room = 2 * std::min(test::clearance(walls, a), test::clearance(walls, b));
            const double is = std::min(room,truth.between(a,b)), found=widths.between(a,b), says=std::min(room, found==0&&is>0?room:found);
            ++n;
            if (std::abs(is-says)>1e-4) { if(++bad<10) std::printf("map %d (%f %f) (%f %f) is %f says %f\n", int(seed), a.x,a.y,b.x,b.y,is,says); }
        }
    }
    std::printf("count %d bad %d\n", n, bad);
}

TEST(RoundBody, MeasureLengths) {
    int count = 0, wrong = 0, status = 0, close = 0, shorter = 0, ewrong=0, moved=0;
    double worst = 0, least=1;
    for (std::uint64_t seed = 1; seed <= 900; ++seed) {
        Dice dice(seed);
        const MapOutline outline = seed % 2 ? RandomMap(seed).outline : test::RandomBlocks(seed).outline;
        const double size = seed % 2 ? RandomMap(seed).size : test::RandomBlocks::kSize;
        const auto ground = std::make_shared<PathGround>(subdivide(outline), outline);
        const std::vector<Wall> walls = test::walls_of(outline);
        const double radius = dice.between(0.1, 0.35);
        test::RoundBruteForce brute(walls, radius);
        const auto map = std::make_shared<CornerMap>(ground, radius);
        const CornerSearch corner(map);
        const ExactSearch exact(map);
        for (int i = 0; i < 20; ++i) {
            const Vec2d a{dice.between(0, size), dice.between(0, size)};
            const Vec2d b{dice.between(0, size), dice.between(0, size)};
            if (ground->locate(a) == kNoCell || ground->locate(b) == kNoCell) continue;
            if (std::min(test::clearance(walls, a), test::clearance(walls, b)) < radius + 1e-4) continue;
            const auto expected = brute.length(a, b);
            const Path path = find(corner, a, b), epath = find(exact, a, b);
            ++count;
            if (expected.has_value() != (path.status == PathStatus::found)) { ++status; std::printf("status map %d (%f %f) (%f %f) r %f\n", int(seed), a.x,a.y,b.x,b.y,radius); continue; }
            if (!expected) continue;
            if (path.points.front() != a || path.points.back() != b) ++moved;
            const double ratio = path.length / *expected;
            worst = std::max(worst, ratio); least=std::min(least,ratio);
            if (ratio > 1.001) { ++wrong; std::printf("map %d (%f %f) (%f %f) r %f: %f expected %f\n", int(seed), a.x,a.y,b.x,b.y,radius,path.length,*expected); }
            if (epath.length / *expected > 1.001) {++ewrong; }
            if (ratio < 1-1e-6) { ++shorter; std::printf("shorter map %d (%f %f) (%f %f) r %f: %f expected %f\n", int(seed), a.x,a.y,b.x,b.y,radius,path.length,*expected); }
            double c=1;
            for (std::size_t k = 1; k < path.points.size(); ++k) for (const Wall&w:walls) c=std::min(c,segment_distance(path.points[k-1],path.points[k],w));
            if (c < radius-1e-6) {++close;std::printf("close map %d (%f %f) (%f %f) r %f: %f \n", int(seed), a.x,a.y,b.x,b.y,radius,c);}
        }
    }
    std::printf("count %d status %d wrong %d exact wrong %d shorter %d close %d moved %d worst %f least %f\n", count, status, wrong, ewrong, shorter, close, moved, worst, least);
}

}  // namespace
}  // namespace sidestep
