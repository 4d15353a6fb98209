// Lanes, waiting, arches and the circle: every model is looked at, and the required claims hold.
#include <gtest/gtest.h>

#include "sidestep/reproduce.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

TEST(Emergence, RequiredClaimsHoldAndEveryModelHasItsRow) {
    ReproduceOptions o;
    o.seeds = 2;
    o.threads = 0;
    o.scene = [](const std::string& name) { return load_scene(SIDESTEP_SOURCE_DIR "/scenes/" + name + ".json"); };
    const Reproduction result = reproduce("emergence", o);
    ASSERT_EQ(result.tables.size(), 4u);
    for (const ReproducedTable& table : result.tables) {
        ASSERT_EQ(table.rows.size(), models().size()) << table.title;
        for (const auto& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size()) << row.label;
    }
    for (const Claim& claim : result.claims) {
        EXPECT_TRUE(claim.holds || !claim.required)
            << claim.id << ": " << claim.ours.value_or(-1) << "; " << claim.note;
    }
    EXPECT_TRUE(result.ok());
    // The baseline reacts to nobody: no lanes, and through whoever stands in its way.
    for (std::size_t i = 0; i < models().size(); ++i) {
        if (models()[i]->name != "constant_velocity") continue;
        EXPECT_LT(result.tables[0].rows[i].cells[0]->mean, 0.1);
        EXPECT_GT(result.tables[1].rows[i].cells[0]->mean, 0.3);
    }
}

}  // namespace
}  // namespace sidestep
