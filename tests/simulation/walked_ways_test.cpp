// How ways are walked by somebody who is alone: as short as the way that was planned, and without creeping at corners.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "sidestep/import.h"
#include "sidestep/path.h"
#include "support/maps.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

constexpr double kRadius = 0.2, kSpeed = 1.3;
constexpr const char* kRoomAndCorridor = "POLYGON ((0 0, 10 0, 10 4.4, 14 4.4, 14 5.6, 10 5.6, 10 10, 0 10, 0 0))";

struct Place {
    std::string name;
    MapOutline outline;
};

/// Small rooms made here, and real ones where the data is.
std::vector<Place> places() {
    std::vector<Place> all{
        {"room", map_outline("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))")},
        {"room and corridor", map_outline(kRoomAndCorridor)},
        {"corridor", map_outline("POLYGON ((0 0, 20 0, 20 2, 12 2, 12 12, 10 12, 10 2, 0 2, 0 0))")},
        {"notch", notch_room()},
        {"pillars", map_outline("POLYGON ((0 0, 12 0, 12 8, 0 8, 0 0), (3 2, 4 2, 4 3, 3 3, 3 2), "
                                "(7 4, 8 5, 7 6, 6 5, 7 4), (9 1, 10 1, 10 3, 9 3, 9 1))")},
        {"thin walls", map_outline("GEOMETRYCOLLECTION (POLYGON ((0 0, 12 0, 12 8, 0 8, 0 0)), LINESTRING (4 0, 4 6), "
                                   "LINESTRING (8 8, 8 2, 6 2))")},
    };
    const std::filesystem::path indoor = data_folder() / "maps" / "indoor";
    if (std::filesystem::exists(indoor)) {
        all.push_back({"BUW foyer", read_map(indoor / "jupedsim_BUW.wkt")});
        all.push_back({"ISO office", import_map((indoor / "jupedsim_ISO-Office.dxf").string()).outline});
    }
    return all;
}

/// One who sees nobody else.
ProfileSpec alone(PathMethod method) {
    ProfileSpec walker =
        profile("walker", "constant_velocity", {{"radius", kRadius}, {"pref_speed", kSpeed}, {"goal_radius", 0.05}});
    walker.route.name = name_of(method);
    return walker;
}

struct Ratios {
    double median = 0, largest = 0;
};
Ratios ratios_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {values[values.size() / 2], values.back()};
}

struct Walked {
    std::vector<double> length, time;  ///< by agent, up to where it was last seen
    std::vector<Vec2d> last;
    std::size_t arrived = 0;
    double creeping = 0;  ///< s below a third of the preferred speed, longest of all
};

Walked walk(const Scenario& s) {
    Simulation simulation(s);
    Walked w;
    for (const AgentState& a : simulation.agents()) w.last.push_back(a.position);
    std::vector<double> slow(w.last.size());
    w.length.resize(w.last.size());
    w.time.resize(w.last.size());
    while (!simulation.finished()) {
        simulation.step();
        for (const AgentState& a : simulation.agents()) {
            const std::size_t i = a.id - 1;
            const double step = norm(a.position - w.last[i]);
            w.length[i] += step;
            w.last[i] = a.position;
            w.time[i] = simulation.time();
            slow[i] = step < kSpeed * s.dt / 3 ? slow[i] + s.dt : 0;
            w.creeping = std::max(w.creeping, slow[i]);
        }
    }
    w.arrived = w.last.size() - simulation.agents().size();
    return w;
}

class WalkedWays : public testing::TestWithParam<PathMethod> {};

// `flat` and `hierarchical` are measured by the taut string through the portals they chose, the others by the shortest
// way there is.
TEST_P(WalkedWays, AreTaut) {
    for (const Place& place : places()) {
        const PlanningMap ground(place.outline);
        PathFinder finder(ground, {.method = GetParam(), .radius = kRadius});
        Scenario s = scene(alone(GetParam()), 400, 0.05);
        set_map(s, BuiltMap::from_outline(place.outline));
        std::vector<double> shortest;
        for (std::uint64_t i = 0; shortest.size() < 40; ++i) {
            const Vec2d from = ground.random_place(7, 2 * i, kRadius + 0.01);
            const Vec2d to = ground.random_place(7, 2 * i + 1, kRadius + 0.01);
            const bool taken = std::any_of(s.agents.begin(), s.agents.end(), [&](const AgentSpec& a) {
                return norm(*a.position - from) < 2.1 * kRadius;
            });
            const Path path = finder.find(from, to);
            if (taken || path.status != PathStatus::found || path.length < 3) continue;
            put(s, from, to_point(to, true)).walking = true;
            shortest.push_back(path.length);
        }
        Walked w = walk(s);
        for (std::size_t i = 0; i < shortest.size(); ++i) {
            // Whoever is within reach of its goal is gone before it is there.
            const double left = norm(s.agents[i].target.value - w.last[i]);
            w.length[i] = (w.length[i] + left) / shortest[i];
            w.time[i] = (w.time[i] + left / kSpeed) * kSpeed / shortest[i];
        }
        const Ratios length = ratios_of(w.length), time = ratios_of(w.time);
        std::printf("%-17s %-12s length %.3f, largest %.3f, time %.3f, largest %.3f, creeping %.2f s\n",
                    place.name.c_str(), std::string(name_of(GetParam())).c_str(), length.median, length.largest,
                    time.median, time.largest, w.creeping);
        SCOPED_TRACE(place.name);
        EXPECT_EQ(w.arrived, shortest.size());
        EXPECT_LE(length.median, 1.01);
        EXPECT_LE(length.largest, 1.05);
        EXPECT_GE(length.median, 0.97) << "nobody walks through corners";
        EXPECT_LE(time.largest, 1.05);
        EXPECT_LE(w.creeping, 0.11);
    }
}

// To a region one walks where it is nearest, or at most `spread` farther.
TEST_P(WalkedWays, ToARegionAreNearlyTheShortest) {
    const auto border = [](const Polygon& region) {
        std::vector<Vec2d> points;
        for (std::size_t i = 0; i < region.size(); ++i) {
            const Vec2d a = region[i], b = region[(i + 1) % region.size()];
            for (double t = 0; t < 1; t += 0.02) points.push_back(a + (b - a) * t);
        }
        return points;
    };
    struct Case {
        const char* wkt;
        Polygon region;
    };
    const Case cases[] = {
        {kRoomAndCorridor, box(13, 4.4, 14, 5.6)},
        {"POLYGON ((0 0, 20 0, 20 10, 14 10, 14 14, 4 14, 4 10, 0 10, 0 0))", box(4, 13, 14, 14)},
        {"GEOMETRYCOLLECTION (POLYGON ((0 0, 20 0, 20 12, 0 12, 0 0)), LINESTRING (0 6, 16 6))", box(2, 9, 16, 10)}};
    for (const Case& one : cases) {
        SCOPED_TRACE(one.wkt);
        const PlanningMap ground(map_outline(one.wkt));
        PathFinder finder(ground, {.method = PathMethod::exact, .radius = kRadius});
        Scenario s = scene(alone(GetParam()), 100, 0.05);
        s.map.wkt = one.wkt;
        s.goals = {{.name = "out", .region = one.region, .exit = true}};
        std::vector<double> shortest;
        for (std::uint64_t i = 0; shortest.size() < 30; ++i) {
            const Vec2d from = ground.random_place(3, i, kRadius + 0.01);
            const bool taken = std::any_of(s.agents.begin(), s.agents.end(), [&](const AgentSpec& a) {
                return norm(*a.position - from) < 2.1 * kRadius;
            });
            double least = kUnlimited;
            for (const Vec2d to : border(one.region)) {
                if (ground.clearance(to, 1) < kRadius) continue;
                const Path path = finder.find(from, to);
                if (path.status == PathStatus::found) least = std::min(least, path.length);
            }
            if (taken || least < 3) continue;
            put(s, from, to_goal(0)).walking = true;
            shortest.push_back(least);
        }
        const Walked w = walk(s);
        EXPECT_EQ(w.arrived, shortest.size());
        for (std::size_t i = 0; i < shortest.size(); ++i) {
            EXPECT_LE(w.time[i] * kSpeed, 1.05 * shortest[i] + kSpeed * s.dt)
                << s.agents[i].position->x << ", " << s.agents[i].position->y;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, WalkedWays, testing::ValuesIn(path_methods().begin(), path_methods().end()),
                         [](const auto& one) { return std::string(name_of(one.param)); });

TEST(WalkedWays, TheConeLeadsRound) {
    // The paper's way of looking, on the same walk.
    double length[2];
    for (const int look : {0, 1}) {
        ProfileSpec walker = alone(PathMethod::hierarchical);
        set_parameter(walker, "look", Distribution::fixed(look));
        Scenario s = scene(walker, 60);
        s.map.wkt = kRoomAndCorridor;
        put(s, {6, 9}, to_point({13.5, 5}, true));
        const Walked w = walk(s);
        ASSERT_EQ(w.arrived, 1u);
        length[look] = w.length[0];
    }
    EXPECT_GT(length[1], 1.15 * length[0]);
}

}  // namespace
}  // namespace sidestep
