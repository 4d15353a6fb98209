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

const double kRadius = getenv("RR")?atof(getenv("RR")):0.2, kSpeed = 1.3;

struct Place {
    std::string name;
    MapOutline outline;
};

/// Small rooms made here, and real ones where the data is.
std::vector<Place> places() {
    std::vector<Place> all{
        {"room", map_outline("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))")},
        {"room and corridor", map_outline("POLYGON ((0 0, 10 0, 10 4.4, 14 4.4, 14 5.6, 10 5.6, 10 10, 0 10, 0 0))")},
        {"corridor", map_outline("POLYGON ((0 0, 20 0, 20 2, 12 2, 12 12, 10 12, 10 2, 0 2, 0 0))")},
        {"notch", notch_room()},
        {"pillars", map_outline("POLYGON ((0 0, 12 0, 12 8, 0 8, 0 0), (3 2, 4 2, 4 3, 3 3, 3 2), (7 4, 8 5, 7 6, 6 5, "
                                "7 4), (9 1, 10 1, 10 3, 9 3, 9 1))")},
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

struct Ratios {
    double median, largest;
};
Ratios ratios_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {values[values.size() / 2], values.back()};
}

struct Walked {
    Ratios length, time;  ///< over those of the planned way at the preferred speed
    std::size_t walks = 0, arrived = 0;
    double creeping = 0;  ///< s below a third of the preferred speed, longest of all
};

/// Walkers who see nobody, between places drawn at random.
Walked walked(const Place& place, PathMethod method, std::string_view model, int walkers) {
    const PlanningMap ground(place.outline);
    PathFinder finder(ground, {.method = method, .radius = kRadius});
    ProfileSpec walker = profile("walker", model, {{"radius", kRadius}, {"pref_speed", kSpeed}, {"goal_radius", 0.05}});
    walker.route.name = name_of(method);
    Scenario s = scene(walker, 400, getenv("DT")?atof(getenv("DT")):0.05);
    set_map(s, BuiltMap::from_outline(place.outline));
    std::vector<double> shortest;
    for (std::uint64_t i = 0; shortest.size() < static_cast<std::size_t>(walkers); ++i) {
        const Vec2d from = ground.random_place(7, 2 * i, kRadius + 0.01);
        const Vec2d to = ground.random_place(7, 2 * i + 1, kRadius + 0.01);
        const Path path = finder.find(from, to);
        const bool taken = std::any_of(s.agents.begin(), s.agents.end(),
                                       [&](const AgentSpec& a) { return norm(*a.position - from) < 2.1 * kRadius; });
        if (taken || path.status != PathStatus::found || path.length < 3) continue;
        put(s, from, to_point(to, true)).walking = true;
        shortest.push_back(path.length);
    }
    Simulation simulation(s);
    std::vector<double> length(shortest.size()), time(shortest.size()), slow(shortest.size());
    std::vector<Vec2d> last;
    for (const AgentState& a : simulation.agents()) last.push_back(a.position);
    Walked result;
    while (!simulation.finished()) {
        simulation.step();
        for (const AgentState& a : simulation.agents()) {
            const std::size_t i = a.id - 1;
            const double step = norm(a.position - last[i]);
            length[i] += step;
            last[i] = a.position; if (getenv("TR") && place.name==getenv("PL") && int(a.id)==atoi(getenv("TR"))) printf("TR %.2f %.4f %.4f\n", simulation.time(), a.position.x, a.position.y);
            time[i] = simulation.time();
            slow[i] = step < kSpeed * s.dt / 3 ? slow[i] + s.dt : 0;
            // The first tenths of a second are spent on getting up speed.
            if (simulation.time() > 1 && norm(a.position - a.goal_point) > 0.3) {
                result.creeping = std::max(result.creeping, slow[i]);
            }
        }
    }
    result.walks = shortest.size();
    result.arrived = result.walks - simulation.agents().size();
    for (std::size_t i = 0; i < shortest.size(); ++i) {
        // Whoever is within reach of its goal is gone before it is there.
        const double left = norm(s.agents[i].target.value - last[i]);
        length[i] = (length[i] + left) / shortest[i];
        if (length[i] > 1.02) printf("long %s %zu from %.4f,%.4f to %.4f,%.4f ratio %.3f of %.2f\n", place.name.c_str(), i+1, s.agents[i].position->x, s.agents[i].position->y, s.agents[i].target.value.x, s.agents[i].target.value.y, length[i], shortest[i]);
        time[i] = (time[i] + left / kSpeed) * kSpeed / shortest[i];
    }
    result.length = ratios_of(length);
    result.time = ratios_of(time);
    return result;
}

class WalkedWays : public testing::TestWithParam<PathMethod> {};

TEST_P(WalkedWays, AreTaut) {
    for (const Place& place : places()) { if (getenv("PL") && place.name != getenv("PL")) continue;
        const Walked w = walked(place, GetParam(), "constant_velocity", getenv("NW")?atoi(getenv("NW")):40);
        std::printf("%-18s %-13s length %.3f (largest %.3f), time %.3f (%.3f), creeping %.2f s\n", place.name.c_str(),
                    std::string(name_of(GetParam())).c_str(), w.length.median, w.length.largest, w.time.median,
                    w.time.largest, w.creeping);
        SCOPED_TRACE(place.name);
        EXPECT_EQ(w.arrived, w.walks);
        EXPECT_LE(w.length.median, 1.01);
        EXPECT_LE(w.length.largest, 1.05);
        EXPECT_LE(w.time.largest, 1.05);
        EXPECT_LE(w.creeping, 0.15);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, WalkedWays, testing::ValuesIn(path_methods().begin(), path_methods().end()),
                         [](const auto& one) { return std::string(name_of(one.param)); });

}  // namespace
}  // namespace sidestep
