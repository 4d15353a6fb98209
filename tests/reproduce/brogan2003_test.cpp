// Small runs: what must hold whatever the size, and the walkers the reproduction makes up. The command's own run is
// larger.
#include "reproduce/brogan2003_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "map/map.h"
#include "sidestep/reproduce.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "support/maps.h"

namespace sidestep {
namespace {

Reproduction small(const std::string& part, const std::string& data = {}) {
    ReproduceOptions o;
    o.part = part;
    o.seeds = 1;
    o.threads = 2;
    o.data = data;
    Reproduction result = reproduce("brogan2003", o);
    EXPECT_EQ(result.paper, "brogan2003");
    std::set<std::string> ids;
    for (const Claim& claim : result.claims) {
        EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " appears twice";
        EXPECT_TRUE(claim.ours.has_value()) << claim.id;
        EXPECT_FALSE(claim.rule.empty()) << claim.id;
        EXPECT_TRUE(claim.holds || !claim.required) << claim.id << ": " << *claim.ours << "; " << claim.note;
    }
    for (const ReproducedTable& table : result.tables) {
        for (const auto& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size()) << row.label;
    }
    return result;
}

TEST(Brogan2003, ScenesBehave) {
    const Reproduction result = small("scenes");
    EXPECT_TRUE(result.ok());
    EXPECT_EQ(result.figures.size(), 7u);
    std::vector<std::string_view> names;
    for (const auto& room : brogan2003::rooms()) names.push_back(room.name);
    EXPECT_EQ(names, (std::vector<std::string_view>{"no_turn", "wide_turn", "sharp_turn", "u_turn", "s_turn",
                                                    "library_exit", "hallway"}));
}

TEST(Brogan2003, RoomsAreThoseOfTheShippedScenes) {
    for (const auto& room : brogan2003::rooms()) {
        const Scenario scene =
            load_scene(std::string(SIDESTEP_SOURCE_DIR "/scenes/") + std::string(room.name) + ".json");
        EXPECT_EQ(scene.map.wkt, room.wkt) << room.name;
    }
}

TEST(Brogan2003, HiddenParametersAreFoundAgain) {
    const Reproduction result = small("recovery");
    EXPECT_TRUE(result.ok());
    int required = 0;
    for (const Claim& claim : result.claims) required += claim.required;
    EXPECT_EQ(required, 2);
}

TEST(Brogan2003, TablesAreComplete) {
    const Reproduction result = small("tables");
    ASSERT_EQ(result.tables.size(), 4u);
    EXPECT_EQ(result.claims.size(), 6u);
    EXPECT_EQ(result.figures.size(), 7u);
    EXPECT_EQ(result.tables[1].rows.size(), 7u) << "with A* slowed as charts are";
}

TEST(Brogan2003, PeopleAreLeftOutWhereThereAreNoRecordings) {
    const Reproduction result = small("people", "/nowhere");
    EXPECT_TRUE(result.claims.empty());
    ASSERT_EQ(result.tables.size(), 2u);
    for (const ReproducedTable& table : result.tables) {
        EXPECT_NE(table.remark.find("SIDESTEP_DATA"), std::string::npos) << table.remark;
    }
}

TEST(Brogan2003, People) {
    const auto data = test::data_folder();
    if (!std::filesystem::is_directory(data / "single_walkers_itba")) {
        GTEST_SKIP() << "no recordings at " << data << "; set SIDESTEP_DATA";
    }
    const Reproduction result = small("people", data.string());
    EXPECT_EQ(result.claims.size(), 12u) << "single walkers, passers-by and two parts of them";
    ASSERT_EQ(result.tables.size(), 6u);
    EXPECT_NE(result.tables[3].remark.find("122 labelled"), std::string::npos) << result.tables[3].remark;
    EXPECT_GE(result.figures.size(), 2u);
}

TEST(Brogan2003, SmoothestWalkersAreSmoothAndKeepOff) {
    for (const brogan2003::Room& room : brogan2003::rooms()) {
        const Map map = Map::from_wkt(room.wkt);
        for (std::uint64_t who = 1; who <= 20; ++who) {
            const auto path = brogan2003::smooth_walker(room, who, 0, 0.066);
            ASSERT_GT(path.size(), 40u);
            for (std::size_t i = 1; i < path.size(); ++i) {
                EXPECT_TRUE(map.walkable(path[i])) << room.name << " " << who;
                EXPECT_FALSE(map.crosses_wall(path[i - 1], path[i])) << room.name << " " << who;
                EXPECT_LT(norm(path[i] - path[i - 1]) / 0.066, 2.6) << room.name << " " << who;
            }
            const auto seen = brogan2003::smooth_walker(room, who, 0.05, 0.066);
            EXPECT_GT(seen.size(), path.size() - 20) << "half a stride is lost at each end";
        }
    }
}

TEST(LeastJerk, IsTheKnownPolynomialBetweenRests) {
    // 10 τ³ − 15 τ⁴ + 6 τ⁵, and its peak of 1.875 times the mean speed in the middle.
    const std::vector<Vec2d> ends{{1, 2}, {4, -2}};
    const std::vector<double> times{0, 5};
    const auto path = brogan2003::least_jerk(ends, times, {}, {}, 0.01);
    ASSERT_EQ(path.size(), 501u);
    for (std::size_t i = 0; i < path.size(); i += 25) {
        const double u = static_cast<double>(i) / 500, share = u * u * u * (10 + u * (-15 + 6 * u));
        EXPECT_LT(norm(path[i] - (ends[0] + share * (ends[1] - ends[0]))), 1e-9);
    }
    EXPECT_NEAR(norm(path[251] - path[249]) / 0.02, 1.875 * 5 / 5, 1e-3);
}

TEST(LeastJerk, PassesThroughItsPlacesWithoutKinks) {
    const std::vector<Vec2d> places{{0, 0}, {2, 1}, {3, -1}, {5, 0}};
    const std::vector<double> times{0, 2, 3.5, 6};
    const auto path = brogan2003::least_jerk(places, times, {1, 0}, {0, 1}, 0.005);
    for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_LT(norm(path[static_cast<std::size_t>(std::lround(times[i] / 0.005))] - places[i]), 1e-9);
    }
    EXPECT_LT(norm((path[1] - path[0]) / 0.005 - Vec2d{1, 0}), 0.01);
    for (std::size_t i = 3; i < path.size(); ++i) {
        const Vec2d jerk = (path[i] - 3 * path[i - 1] + 3 * path[i - 2] - path[i - 3]) / (0.005 * 0.005 * 0.005);
        EXPECT_LT(norm(jerk), 60) << i;
    }
}

}  // namespace
}  // namespace sidestep
