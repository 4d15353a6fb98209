// The city, its paths, the encounters and the graph's links: what the paper's rules say must be seen. Times are the
// command's business.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "sidestep/reproduce.h"
#include "sidestep/run.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "support/scenes.h"

namespace sidestep {
namespace {

Reproduction expect_required(const std::string& part, int expected) {
    ReproduceOptions o;
    o.part = part;
    o.seeds = 1;
    o.threads = 1;
    o.scene = [](const std::string& name) { return load_scene(SIDESTEP_SOURCE_DIR "/scenes/" + name + ".json"); };
    Reproduction result = reproduce("lamarche2004", o);
    EXPECT_EQ(result.paper, "lamarche2004");
    std::set<std::string> ids;
    int required = 0;
    for (const Claim& claim : result.claims) {
        EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " appears twice";
        EXPECT_TRUE(claim.ours.has_value()) << claim.id;
        EXPECT_FALSE(claim.rule.empty()) << claim.id;
        required += claim.required;
        EXPECT_TRUE(claim.holds || !claim.required) << claim.id << ": " << *claim.ours << "; " << claim.note;
    }
    EXPECT_EQ(required, expected);
    EXPECT_TRUE(result.ok());
    for (const ReproducedTable& table : result.tables) {
        for (const auto& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size()) << row.label;
    }
    return result;
}

const ReproducedTable::Row& row_of(const ReproducedTable& table, const std::string& label) {
    const auto row = std::ranges::find(table.rows, label, &ReproducedTable::Row::label);
    if (row == table.rows.end()) throw std::runtime_error("no row " + label);
    return *row;
}

TEST(Lamarche2004, TheCityHasAsManyCells) {
    expect_required("city", 2);
}

TEST(Lamarche2004, TheTreeFindsTheSamePaths) {
    expect_required("paths", 2);
}

TEST(Lamarche2004, SteeringAsDescribed) {
    const Reproduction result = expect_required("steering", 6);
    // ε over time: what lacks of it is what the closest approach says, and only who comes closer is there for a while.
    const ReproducedTable& encounters = result.tables.front();
    const auto &closest = row_of(encounters, "closest centres"), &lacks = row_of(encounters, "most that lacks of ε"),
               &below = row_of(encounters, "closer than ε");
    for (std::size_t i = 0; i < encounters.columns.size(); ++i) {
        EXPECT_NEAR(lacks.cells[i]->mean, std::max(0.0, 0.6 - closest.cells[i]->mean), 1.001e-3)
            << encounters.columns[i];
        EXPECT_EQ(below.cells[i]->mean > 0, lacks.cells[i]->mean > 0) << encounters.columns[i];
    }
    int figures = 0;
    for (const ReproducedFigure& figure : result.figures) {
        if (!figure.name.starts_with("margin_")) continue;
        ++figures;
        for (const char* line : {"facing", "crossing", "overtaking", "circle", "ε"}) {
            EXPECT_NE(figure.svg.find(std::string(">") + line + "<"), std::string::npos) << figure.name << ": " << line;
        }
    }
    EXPECT_EQ(figures, 2);
}

TEST(Lamarche2004, LanesInATwoWayCorridor) {
    // 10 m × 4 m, closed upon itself; both streams 10 people. Lanes above what chance gives, over seeds.
    double sum = 0;
    constexpr int kSeeds = 5;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        Scenario s = test::scene(test::profile("walker", "reactive"), 60);
        s.seed = static_cast<std::uint64_t>(seed);
        s.map.wkt = "MULTILINESTRING ((0 0, 10 0), (0 4, 10 4))";
        s.map.periodic = {10, 0};
        test::put_many(s, test::box(0, 0.3, 10, 3.7), 10, test::by_offset({200, 0}), 0.6).walking = true;
        test::put_many(s, test::box(0, 0.3, 10, 3.7), 10, test::by_offset({-200, 0}), 0.6).walking = true;
        LaneOptions options;
        options.from = 20;
        double mean = 0;
        const auto samples = lane_index(run_in_memory(s).trajectory, options);
        ASSERT_GT(samples.size(), 20u);
        for (const LaneSample& sample : samples) mean += sample.lanes() / static_cast<double>(samples.size());
        sum += mean / kSeeds;
    }
    EXPECT_GT(sum, 0.3);
}

}  // namespace
}  // namespace sidestep
