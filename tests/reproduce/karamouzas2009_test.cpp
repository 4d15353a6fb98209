// The whole chain at once: scene, engine, models, paths, measures, statistics. Two runs instead of ten, so that it is
// quick; the command with all ten is a test of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sidestep/error.h"
#include "sidestep/reproduce.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

ReproduceOptions options(std::string part, int seeds = 2) {
    ReproduceOptions o;
    o.part = std::move(part);
    o.seeds = seeds;
    o.threads = 2;
    o.scene = [](const std::string& name) { return load_scene(SIDESTEP_SOURCE_DIR "/scenes/" + name + ".json"); };
    return o;
}

void expect_well_formed(const Reproduction& result) {
    EXPECT_EQ(result.paper, "karamouzas2009");
    EXPECT_FALSE(result.claims.empty());
    std::set<std::string> ids;
    for (const Claim& claim : result.claims) {
        EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " appears twice";
        EXPECT_TRUE(claim.ours.has_value()) << claim.id;
        EXPECT_FALSE(claim.unit.empty()) << claim.id;
        EXPECT_FALSE(claim.rule.empty()) << claim.id;
    }
    for (const ReproducedTable& table : result.tables) {
        for (const auto& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size()) << row.label;
    }
}

TEST(Karamouzas2009, RequiredClaimsOfTable1Hold) {
    const Reproduction result = reproduce("karamouzas2009", options("table1"));
    expect_well_formed(result);
    int required = 0;
    for (const Claim& claim : result.claims) {
        required += claim.required;
        EXPECT_TRUE(claim.holds || !claim.required)
            << claim.id << ": " << *claim.ours << ", wanted " << claim.rule << "; " << claim.note;
    }
    EXPECT_EQ(required, 4 + 6 + 5);  // arrivals, Helbing, targets
    EXPECT_TRUE(result.ok());
    // Every statement about RVO is tested against RVO itself and against ORCA.
    for (const std::string rival : {"rvo", "orca"}) {
        int claims = 0;
        for (const Claim& claim : result.claims) claims += claim.id.starts_with("table1." + rival + ".");
        EXPECT_EQ(claims, 6) << rival;
    }
}

TEST(Karamouzas2009, ModelsAreCalibratedBeforeTheyAreCompared) {
    const Reproduction result = reproduce("karamouzas2009", options("calibration", 1));
    expect_well_formed(result);
    ASSERT_EQ(result.tables.size(), 4u);  // constants, test cases, reactions, the hallway
    const ReproducedTable &constants = result.tables[0], &cases = result.tables[1];
    for (const std::string model : {"predictive", "social_force", "rvo"}) {
        const auto row = std::find_if(constants.rows.begin(), constants.rows.end(),
                                      [&](const auto& r) { return r.label == model + " score"; });
        ASSERT_NE(row, constants.rows.end()) << model;
        EXPECT_LE(row->cells[1]->mean, row->cells[0]->mean) << model << " scores worse than as published";
    }
    // Predictive as published walks everybody past everybody.
    for (const auto& row : cases.rows) {
        if (row.label == "collisions per head" || row.label == "not arrived") {
            EXPECT_EQ(row.cells[0]->mean, 0);
        }
        if (row.label == "length") {
            EXPECT_NEAR(row.cells[0]->mean, 24, 1);  // from -12 to 12 m
        }
    }
    // In front of somebody who comes straight at them, Predictive's people are the first to react.
    const Claim& early = *std::find_if(result.claims.begin(), result.claims.end(),
                                       [](const Claim& c) { return c.id == "calibration.early"; });
    EXPECT_EQ(early.paper, 6);
    EXPECT_GE(*early.ours, 4);
}

TEST(Karamouzas2009, FreshSeedsAreOthers) {
    const Reproduction known = reproduce("karamouzas2009", options("table1", 1)),
                       other = reproduce("karamouzas2009", options("fresh", 1));
    expect_well_formed(other);
    for (const Claim& claim : other.claims) {
        if (claim.id.starts_with("fresh.helbing")) {
            EXPECT_TRUE(claim.holds) << claim.id << ": " << *claim.ours << "; " << claim.note;
        }
    }
    const ReproducedTable &a = known.tables[0], &b = other.tables[0];
    ASSERT_EQ(a.columns, b.columns);
    for (std::size_t i = 0; i < a.columns.size(); ++i) {
        if (a.columns[i] == "Predictive") {
            EXPECT_EQ(a.rows[0].cells[i]->mean, b.rows[0].cells[i]->mean);
        }
        if (a.columns[i] == "predictive") {
            EXPECT_NE(a.rows[0].cells[i]->mean, b.rows[0].cells[i]->mean);
        }
    }
}

TEST(Karamouzas2009, WhoWouldHitABackPassesBehindIt) {
    const Reproduction result = reproduce("karamouzas2009", options("evasion", 1));
    const auto behind = std::find_if(result.claims.begin(), result.claims.end(),
                                     [](const Claim& c) { return c.id == "evasion.behind"; });
    ASSERT_NE(behind, result.claims.end());
    EXPECT_TRUE(behind->holds) << *behind->ours << "; " << behind->note;
    std::set<std::string> names;
    for (const ReproducedFigure& figure : result.figures) {
        names.insert(figure.name);
        EXPECT_TRUE(figure.svg.starts_with("<svg")) << figure.name;
    }
    EXPECT_EQ(names, (std::set<std::string>{"figure1_predictive", "figure1_helbing", "figure2_force"}));
}

TEST(Karamouzas2009, MotionsDoNotOscillate) {
    const Reproduction result = reproduce("karamouzas2009", options("scenarios", 1));
    expect_well_formed(result);
    for (const Claim& claim : result.claims) {
        if (claim.id.starts_with("scenarios.oscillation")) {
            EXPECT_TRUE(claim.holds) << claim.id << ": " << *claim.ours;
        }
    }
    std::set<std::string> names;
    for (const ReproducedFigure& figure : result.figures) names.insert(figure.name);
    EXPECT_TRUE(names.contains("figure3_crossing4"));
}

TEST(Karamouzas2009, LanesForm) {
    const Reproduction result = reproduce("karamouzas2009", options("lanes"));
    expect_well_formed(result);
    EXPECT_TRUE(result.ok()) << *result.claims[0].ours;
    // Wherever streams meet, order is above chance.
    int elsewhere = 0;
    for (const Claim& claim : result.claims) {
        if (claim.id == "lanes.index" || claim.id == "lanes.bands") continue;
        EXPECT_GT(*claim.ours, 0.2) << claim.id;
        ++elsewhere;
    }
    EXPECT_EQ(elsewhere, 5);
}

TEST(Karamouzas2009, TheOtherPartsAreWellFormed) {
    for (const std::string part : {"evasion", "colliders", "park1000"}) {
        SCOPED_TRACE(part);
        const Reproduction result = reproduce("karamouzas2009", options(part, 1));
        expect_well_formed(result);
        for (const ReproducedTable& table : result.tables) EXPECT_EQ(table.part, part);
    }
}

TEST(Karamouzas2009, ThreadsChangeNothing) {
    ReproduceOptions one = options("evasion"), many = one;
    one.threads = 1;
    many.threads = 4;
    const Reproduction a = reproduce("karamouzas2009", one), b = reproduce("karamouzas2009", many);
    ASSERT_EQ(a.claims.size(), b.claims.size());
    for (std::size_t i = 0; i < a.claims.size(); ++i) EXPECT_EQ(*a.claims[i].ours, *b.claims[i].ours) << a.claims[i].id;
}

TEST(Karamouzas2009, RivalsStartFromTheSamePlaces) {
    const ReproduceOptions o = options("table1");
    const Scenario scenario = o.scene("hallway100");
    // What the comparison rests on: placing depends on common values, and the scene states those that models differ in.
    for (const Common common : {kRadius, kPrefSpeed, kMaxSpeed}) {
        ASSERT_LT(common, scenario.profiles[0].common.size());
        EXPECT_TRUE(scenario.profiles[0].common[common].has_value());
    }
    const Simulation predictive(scenario);
    Scenario other = scenario;
    other.profiles[0].avoid = {"orca"};
    const Simulation orca(other);
    const auto a = predictive.agents(), b = orca.agents();
    ASSERT_EQ(a.size(), 100u);
    ASSERT_EQ(b.size(), 100u);
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].position, b[i].position);
        EXPECT_EQ(a[i].velocity, b[i].velocity);
        EXPECT_EQ(a[i].radius, b[i].radius);
    }
}

TEST(Reproduce, RefusesWhatItDoesNotKnow) {
    try {
        reproduce("nobody1999", options(""));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().value, "nobody1999");
        EXPECT_NE(error.problem().allowed.find("karamouzas2009"), std::string::npos);
    }
    try {
        reproduce("karamouzas2009", options("table9"));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().value, "table9");
        EXPECT_NE(error.problem().allowed.find("lanes"), std::string::npos);
    }
}

}  // namespace
}  // namespace sidestep
