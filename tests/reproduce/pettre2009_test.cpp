// The whole chain with a tenth of the trials; the command with all of them is a test of its own.
#include <gtest/gtest.h>

#include <set>

#include "reproduce/crossing_trials.h"
#include "sidestep/reproduce.h"
#include "sidestep/scene.h"

namespace sidestep {
namespace {

Scenario shipped(const std::string& name) {
    return load_scene(SIDESTEP_SOURCE_DIR "/scenes/" + name + ".json");
}
ReproduceOptions options(std::string part, int threads = 2) {
    ReproduceOptions o;
    o.part = std::move(part);
    o.seeds = 1;
    o.threads = threads;
    o.scene = shipped;
    return o;
}

TEST(Pettre2009, RequiredClaimsHold) {
    std::set<std::string> ids;
    for (const std::string part : {"crossing", "models", "scenes", "likelihood"}) {
        const Reproduction result = reproduce("pettre2009", options(part));
        EXPECT_EQ(result.paper, "pettre2009");
        EXPECT_FALSE(result.claims.empty());
        for (const Claim& claim : result.claims) {
            EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " appears twice";
            EXPECT_TRUE(claim.id.starts_with(part)) << claim.id;
            ASSERT_TRUE(claim.ours.has_value()) << claim.id;
            EXPECT_FALSE(claim.rule.empty() || claim.unit.empty()) << claim.id;
            EXPECT_TRUE(claim.holds || !claim.required) << claim.id << ": " << *claim.ours << "; " << claim.note;
        }
        for (const ReproducedTable& table : result.tables) {
            EXPECT_EQ(table.part, part);
            for (const auto& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size()) << row.label;
        }
    }
    for (const char* id : {"crossing.asymmetry", "crossing.no_adaptation_beyond_1m", "crossing.default_is_early",
                           "crossing.delayed_start", "crossing.first_adapts", "scenes.three_walkers",
                           "likelihood.recovered", "likelihood.unseen_pairs"}) {
        EXPECT_TRUE(ids.contains(id)) << id;
    }
}

TEST(Pettre2009, FiguresOfCrossingsAndOfEveryModel) {
    std::set<std::string> names;
    for (const std::string part : {"crossing", "models"}) {
        for (const ReproducedFigure& f : reproduce("pettre2009", options(part)).figures) {
            EXPECT_TRUE(names.insert(f.name).second) << f.name;
            EXPECT_TRUE(f.svg.starts_with("<svg")) << f.name;
            EXPECT_EQ(f.svg.find("no data"), std::string::npos) << f.name;
        }
    }
    for (const char* name : {"adaptation_first", "adaptation_second", "density_nobody_reacts",
                             "density_experiment_based", "density_orca", "density_social_force"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST(Pettre2009, ThreadsChangeNothing) {
    for (const std::string part : {"crossing", "likelihood"}) {
        const Reproduction a = reproduce("pettre2009", options(part, 1)), b = reproduce("pettre2009", options(part, 4));
        ASSERT_EQ(a.claims.size(), b.claims.size());
        for (std::size_t i = 0; i < a.claims.size(); ++i)
            EXPECT_EQ(*a.claims[i].ours, *b.claims[i].ours) << a.claims[i].id;
    }
}

TEST(CrossingTrials, NobodySeesAnybodyBeforeTheWallEnds) {
    CrossingTrials trials(shipped("crossing_429"), 2);
    for (const CrossingTrial& t : trials.run("", 40)) {
        ASSERT_TRUE(t.meeting);
        // Four seconds at 1.4 m/s; speeds and starts vary.
        EXPECT_GT(t.meeting->seen, 1.5);
        EXPECT_NEAR(t.meeting->closest - t.meeting->seen, 4, 1.6);
        EXPECT_LT(t.meeting->effort(0), 1e-3) << "they walk straight";
    }
}

TEST(CrossingTrials, HiddenParametersMatchTheirOwnWalkersBest) {
    CrossingTrials trials(shipped("crossing_429"), 2);
    const auto made = trials.make_up(4, false, 5);
    ASSERT_EQ(made.size(), 4u);
    for (const CrossingTrial& t : made) {
        const Likelihood own = trials.match(t, t.parameters);
        EXPECT_LT(own.rms, 0.08) << "nothing but noise";
        EXPECT_GT(own.normalised, 0.94);
        Point other = t.parameters;
        other[0] = other[0] > 0.5 ? 0 : 1;  // turns instead of braking, or the reverse
        EXPECT_LT(trials.match(t, other).log, own.log);
    }
    EXPECT_NE(made[0].parameters, made[1].parameters);
    const auto alike = trials.make_up(2, true, 5);
    EXPECT_EQ(alike[0].parameters, alike[1].parameters);
}

}  // namespace
}  // namespace sidestep
