// The whole chain with one seed; the command with all of them is documented. What needs recordings is skipped where
// there are none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "reproduce/law_fit.h"
#include "reproduce/law_walker.h"
#include "reproduce/single_file_people.h"
#include "sidestep/reproduce.h"
#include "sidestep/scene.h"

namespace sidestep {
namespace {

ReproduceOptions options(std::string part, int seeds = 1) {
    ReproduceOptions o;
    o.part = std::move(part);
    o.seeds = seeds;
    o.threads = 2;
    o.scene = [](const std::string& name) { return load_scene(SIDESTEP_SOURCE_DIR "/scenes/" + name + ".json"); };
    o.data = "no_such_folder";
    return o;
}

void expect_claims(const Reproduction& result, const std::string& part) {
    std::set<std::string> ids;
    for (const Claim& claim : result.claims) {
        EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " appears twice";
        EXPECT_TRUE(claim.id.starts_with(part + ".")) << claim.id;
        ASSERT_TRUE(claim.ours.has_value()) << claim.id;
        EXPECT_FALSE(claim.rule.empty() || claim.unit.empty()) << claim.id;
        EXPECT_TRUE(claim.holds || !claim.required) << claim.id << ": " << *claim.ours << "; " << claim.note;
    }
    for (const ReproducedTable& table : result.tables) {
        EXPECT_EQ(table.part, part);
        for (const auto& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size()) << row.label;
    }
    for (const ReproducedFigure& figure : result.figures) {
        EXPECT_TRUE(figure.svg.starts_with("<svg")) << figure.name;
        EXPECT_EQ(figure.svg.find("no data"), std::string::npos) << figure.name;
    }
}

TEST(Bruneau2016, FollowingHoldsItsRequiredClaims) {
    const Reproduction result = reproduce("bruneau2016", options("following"));
    expect_claims(result, "following");
    std::set<std::string> figures;
    for (const ReproducedFigure& figure : result.figures) figures.insert(figure.name);
    for (const char* name :
         {"figure3_3_stable", "figure3_3_jerky", "figure3_4", "figure3_5", "figure3_7", "figure3_8_run", "figure3_9",
          "figure3_10_distance_distances", "figure3_10_delayed_places"}) {
        EXPECT_TRUE(figures.contains(name)) << name;
    }
}

TEST(Bruneau2016, EveryModelWalksInFile) {
    const Reproduction result = reproduce("bruneau2016", options("models"));
    expect_claims(result, "models");
    ASSERT_EQ(result.tables.size(), 2u);
    EXPECT_GT(result.tables[0].rows.size(), 17u);
}

TEST(Bruneau2016, SaysThatThereAreNoRecordings) {
    const Reproduction result = reproduce("bruneau2016", options("single_file"));
    EXPECT_TRUE(result.claims.empty());
    ASSERT_EQ(result.tables.size(), 1u);
    EXPECT_FALSE(result.tables[0].remark.empty());
}

LawWalker known_walker() {
    LawWalker w;
    w.constants.ttr = 0.9;
    w.standstill = 0.38;
    w.limits = {1.1, 1.32, 1, 2};
    w.noise = 0;
    return w;
}

TEST(LawWalker, RingHasTheDiagramOfTheLaw) {
    for (const double density : {0.5, 1.0, 1.5, 2.0}) {
        EXPECT_NEAR(ring_speed(known_walker(), {.length = 20 / density}), std::min(1.1, (1 / density - 0.38) / 0.9),
                    2e-3);
    }
}

TEST(LawFit, FindsTheConstantsOfADiagram) {
    std::vector<PeopleBin> bins;
    for (const double density : {0.5, 0.9, 1.2, 1.5, 1.9, 2.3}) {
        bins.push_back({density, std::min(1.1, (1 / density - 0.38) / 0.9), 1});
    }
    const LawFit fit = fit_to_diagram(FollowingLaw::distance, bins, 120, 2);
    EXPECT_LT(fit.cost, 0.02);
    EXPECT_NEAR(fit.walker.constants.ttr, 0.9, 0.08);
    EXPECT_NEAR(fit.walker.standstill, 0.38, 0.05);
    EXPECT_NEAR(fit.walker.limits.preferred, 1.1, 0.05);
    // Whoever knows speeds alone never sets out.
    EXPECT_GT(fit_to_diagram(FollowingLaw::speed, bins, 30, 2).cost, 0.3);
}

TEST(LawFit, FindsTheConstantsBehindALeader) {
    const SingleFile ring = walk_ring(known_walker(), {.people = 8, .length = 7, .spacing = 0.5});
    const std::vector<Episode> learned = episodes(ring, Half::learned), held_out = episodes(ring, Half::held_out);
    ASSERT_EQ(learned.size() + held_out.size(), 8u);
    EXPECT_EQ(learned.size(), 4u);
    const LawFit fit = fit_to_episodes(FollowingLaw::distance, learned, 1.1, 200, 2);
    EXPECT_LT(behind_errors(fit.walker, held_out).gap, 0.03);
    EXPECT_NEAR(fit.walker.constants.ttr, 0.9, 0.1);
    EXPECT_NEAR(fit.walker.standstill, 0.38, 0.06);
}

TEST(SingleFilePeople, EveryOtherRecordingIsHeldOutAndCountsOnce) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "single_file_people";
    std::filesystem::create_directories(folder / "fd_reference");
    std::ofstream csv(folder / "fd_reference" / "single_file_1D.csv");
    csv << "run,density,speed_mps\n";
    for (int i = 0; i < 50; ++i) csv << "n10,1.05,0.6\n";
    for (int i = 0; i < 5; ++i) csv << "n20,1.1,0.4\n";
    for (int i = 0; i < 5; ++i) csv << "n30,1.15,0.2\n";
    for (int i = 0; i < 4; ++i) csv << "n30,2.15,0.1\n";
    csv.close();
    const std::vector<FileOfPeople> files = single_files_of_people(folder);
    std::filesystem::remove_all(folder);
    ASSERT_EQ(files.size(), 3u);
    EXPECT_EQ(files[1].people, 20u);
    EXPECT_FALSE(files[0].held_out);
    EXPECT_TRUE(files[1].held_out);
    const std::vector<PeopleBin> learned = people_bins(files, Half::learned),
                                 held_out = people_bins(files, Half::held_out);
    ASSERT_EQ(learned.size(), 1u);
    EXPECT_NEAR(learned[0].speed, 0.4, 1e-9);
    EXPECT_EQ(learned[0].recordings, 2u);
    ASSERT_EQ(held_out.size(), 1u);
    EXPECT_NEAR(held_out[0].speed, 0.4, 1e-9);
    EXPECT_TRUE(people_bins(files, Half::both, "croma").empty());
}

}  // namespace
}  // namespace sidestep
