// Pages are told everything there is to say about a run.
#include "view/verdict.h"

#include <gtest/gtest.h>

#include "support/verdicts.h"

namespace sidestep::view {
namespace {

TEST(ToldVerdict, HasEverySentence) {
    for (const auto& [name, health] : test::every_finding()) {
        const Json told = verdict_json(health);
        EXPECT_EQ(told["sentences"].get<std::vector<std::string>>(), to_sentences(health)) << name;
        EXPECT_TRUE(told.contains(name));
    }
}

TEST(ToldVerdict, OfARunThatGoesOnIsThatOfItsEndButForThoseOnTheirWay) {
    for (const auto& [name, health] : test::every_finding()) {
        const RunHealth now = so_far(health);
        EXPECT_EQ(now.ok, name == "never_arrived" || is_healthy(health)) << name;
        EXPECT_EQ(to_sentences(now).empty(), name == "never_arrived") << name;
    }
}

}  // namespace
}  // namespace sidestep::view
