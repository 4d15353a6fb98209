// The whole chain with a tenth of the trials; the command with all of them is a test of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

#include "reproduce/crossing_people.h"
#include "sidestep/reproduce.h"
#include "sidestep/scene.h"
#include "support/maps.h"

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
                           "crossing.calibration", "crossing.first_adapts", "scenes.crossing_hesitation",
                           "scenes.three_walkers", "likelihood.recovered", "likelihood.unseen_pairs"}) {
        EXPECT_TRUE(ids.contains(id)) << id;
    }
}

TEST(Pettre2009, FiguresOfCrossingsAndOfEveryModel) {
    std::set<std::string> names;
    for (const std::string part : {"crossing", "models", "scenes"}) {
        for (const ReproducedFigure& f : reproduce("pettre2009", options(part)).figures) {
            EXPECT_TRUE(names.insert(f.name).second) << f.name;
            EXPECT_TRUE(f.svg.starts_with("<svg")) << f.name;
            EXPECT_EQ(f.svg.find("no data"), std::string::npos) << f.name;
        }
    }
    for (const char* name :
         {"adaptation_first", "adaptation_second", "speeds", "hesitation", "density_nobody_reacts",
          "density_experiment_based", "density_calibrated", "density_orca", "density_social_force"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST(Pettre2009, RecordedPeopleJudgeEveryModel) {
    ReproduceOptions o = options("people");
    o.data = test::data_folder().string();
    if (!std::filesystem::is_directory(o.data + "/zara01"))
        GTEST_SKIP() << "no recordings at " << o.data << "; set SIDESTEP_DATA";
    const Reproduction result = reproduce("pettre2009", o);
    ASSERT_EQ(result.tables.size(), 1u);
    const ReproducedTable& table = result.tables[0];
    ASSERT_EQ(table.rows.size(), 9u) << "three who see nobody, the model twice, four rivals";
    for (const auto& row : table.rows) {
        for (const std::size_t column : {1u, 2u}) {
            ASSERT_TRUE(row.cells[column]) << row.label;
            EXPECT_GT(row.cells[column]->mean, 0) << row.label;
            EXPECT_LT(row.cells[column]->mean, 1) << row.label;
        }
    }
    EXPECT_EQ(result.claims.size(), 7u);
    for (const Claim& claim : result.claims) {
        EXPECT_TRUE(claim.id.starts_with("people.")) << claim.id;
        EXPECT_FALSE(claim.required) << claim.id << ": recorded people are whoever they are";
    }
}

TEST(Pettre2009, SaysThatThereAreNoRecordings) {
    ReproduceOptions o = options("people");
    o.data = "no such folder";
    const Reproduction result = reproduce("pettre2009", o);
    EXPECT_TRUE(result.claims.empty());
    ASSERT_EQ(result.tables.size(), 1u);
    EXPECT_FALSE(result.tables[0].remark.empty());
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
    for (const CrossingTrial& t : trials.run("", {1, 40})) {
        ASSERT_TRUE(t.meeting);
        // Four seconds at 1.4 m/s; speeds and starts vary.
        EXPECT_GT(t.meeting->seen, 1.5);
        EXPECT_NEAR(t.meeting->closest - t.meeting->seen, 4, 1.6);
        EXPECT_LT(t.meeting->effort(0), 1e-3) << "they walk straight";
    }
}

TEST(CrossingTrials, FromRestOnAllFourSidesAtTheSpeedTheyWishWhenSeen) {
    CrossingTrials trials(shipped("crossing_429"), 2);
    std::set<std::pair<int, int>> sides;
    for (const CrossingTrial& t : trials.run("", {1, 8})) {
        ASSERT_TRUE(t.meeting);
        Vec2d between{};
        for (const Track& track : t.walked.tracks) {
            const auto speed = [&](double time) {
                const auto i = static_cast<std::size_t>(std::lround(time * t.walked.info.fps));
                return norm(track.position[i + 1] - track.position[i]) * t.walked.info.fps;
            };
            EXPECT_LT(speed(0), 0.2) << "they set out";
            EXPECT_NEAR(speed(t.meeting->seen), speed(t.meeting->closest), 0.002) << "and have their speed when seen";
            EXPECT_GT(speed(t.meeting->seen), 0.85);
            between += track.position.front() * 0.5;
        }
        sides.emplace(std::lround(between.x / 7.5), std::lround(between.y / 7.5));
    }
    EXPECT_EQ(sides, (std::set<std::pair<int, int>>{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}));
}

/// A pair whose predicted distance is `low` until `observed` and `high` from `reacted` on.
CrossingTrial with_periods(double observed, double reacted, double low, double high) {
    CrossingTrial t;
    t.meeting.emplace();
    t.meeting->seen = 1, t.meeting->closest = 5, t.meeting->least = high;
    for (int i = 0; i <= 400; ++i) {
        const double left = 1 - i / 400.0;
        const double share = std::clamp((observed - left) / (observed - reacted), 0.0, 1.0);
        t.meeting->samples.push_back({.time = 1 + 4 * (1 - left), .left = left, .mpd = low + share * (high - low)});
    }
    return t;
}

TEST(CrossingPeople, MeetingsAreReadTogether) {
    // The one in the middle counts; who would have passed at a distance does not.
    const auto all = together({with_periods(0.9, 0.7, 0.2, 0.9), with_periods(0.8, 0.4, 0.2, 0.9),
                               with_periods(0.5, 0.2, 0.2, 0.9), with_periods(0.9, 0.8, 1, 2)});
    ASSERT_TRUE(all);
    EXPECT_NEAR(all->observed, 0.76, 0.011);  // a tenth of the way from 0.8 to 0.4
    EXPECT_NEAR(all->reacted, 0.44, 0.011);
    EXPECT_NEAR(all->phase, 4, 1e-9);
    EXPECT_NEAR(all->closest, 0.9, 1e-9);
    EXPECT_NEAR(all->reaction_time(), 1.28, 0.09);
    const double a = all->observed - 0.8, b = all->reacted - 0.4;
    EXPECT_NEAR(all->off_people(), 100 * (a * a + b * b + 0.01), 1e-9);
    EXPECT_FALSE(together({with_periods(0.9, 0.8, 1, 2)}));
    EXPECT_FALSE(together({}));
}

TEST(CrossingPeople, WhoPassesFirstAdaptsOnlyWherePeopleDiffer) {
    CrossingTrials trials(shipped("crossing_429"), 2);
    const auto first_adapting = [&](const DifferingPeople& people) {
        int adapting = 0;
        for (const CrossingTrial& t : trials.run(people.parameters(), {1, 120})) {
            EXPECT_GT(t.meeting->least, 0.5) << t.seed;
            EXPECT_LT(t.meeting->effort(t.meeting->b_first ? 1 : 0), 0.7) << t.seed;
            adapting += t.meeting->effort(t.meeting->b_first ? 1 : 0) > 0.05;
        }
        return adapting;
    };
    EXPECT_EQ(first_adapting({}), 0);
    EXPECT_LE(first_adapting({.beta = 0.8, .gamma = 1.3, .spread = 0}), 1);
    EXPECT_GE(first_adapting({.beta = 0.8, .gamma = 1.3, .spread = 0.6}), 3);
}

TEST(CrossingPeople, FitComesNearerThanTheDefaults) {
    CrossingTrials trials(shipped("crossing_429"), 2);
    const TrialRange fitted{500, 40}, others{1, 80};
    const DifferingPeople found = fit_people(trials, fitted, 31);
    const auto off = [&](const DifferingPeople& people, TrialRange range) {
        return together(trials.run(people.parameters(), range))->off_people();
    };
    EXPECT_LT(off(found, fitted), 0.3 * off({}, fitted));
    EXPECT_LT(off(found, others), 0.5 * off({}, others)) << "on trials that it has not seen";
}

TEST(Hesitation, WhoSetsOffLaterTriesToPassFirstAndThenGivesWay) {
    const Trajectory w = run_in_memory(shipped("crossing_hesitation")).trajectory;
    const auto across = [&](std::size_t i) {  // m/s; the later one walks along y, the other comes from the left
        return (w.tracks[1].position[i + 1].x - w.tracks[1].position[i].x) * w.info.fps;
    };
    const auto meeting = pair_meeting(w.tracks[0], w.tracks[1], w.info.fps, {.cutoff = 0});
    ASSERT_TRUE(meeting);
    EXPECT_FALSE(meeting->b_first);
    double most = 0, least = 0, predicted = 1;
    std::size_t tried = 0, gave = 0;
    for (std::size_t i = 0; i < meeting->samples.size(); ++i) {
        predicted = std::min(predicted, meeting->samples[i].mpd);
        if (across(i) > most) most = across(i), tried = i;
        if (across(i) < least) least = across(i), gave = i;
    }
    EXPECT_GT(most, 0.02) << "runs away from who comes from the left";
    EXPECT_LT(least, -0.1) << "passes behind it";
    EXPECT_LT(tried, gave);
    EXPECT_LT(predicted, 0.02) << "meanwhile they would run into each other";
    EXPECT_GT(meeting->least, 0.7);
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
