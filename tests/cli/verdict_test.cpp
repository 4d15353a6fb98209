// Commands name everything there is to say about a run.
#include "verdict.h"

#include <gtest/gtest.h>

#include "support/verdicts.h"

namespace sidestep::cli {
namespace {

TEST(PrintedVerdict, HasEverySentence) {
    for (const auto& [name, health] : test::every_finding()) {
        const std::string text = verdict_text(health);
        EXPECT_TRUE(text.starts_with("NOT HEALTHY")) << name;
        for (const std::string& sentence : to_sentences(health)) {
            EXPECT_NE(text.find("\n  " + sentence + "\n"), std::string::npos) << name;
        }
    }
    EXPECT_EQ(verdict_text(RunHealth{}), "healthy\n");
}

TEST(PrintedVerdict, OfSeveralRunsHasEverySentenceToo) {
    const std::vector<StudyJob> jobs{{nullptr, 3}, {nullptr, 4, "orca"}};
    for (const auto& [name, health] : test::every_finding()) {
        std::vector<StudyResult> results(2);
        results[0].done = results[1].done = true;
        results[1].summary.health = health;
        const std::string text = verdict_text(jobs, results);
        EXPECT_TRUE(text.starts_with("1 of 2 runs NOT HEALTHY")) << name;
        EXPECT_EQ(text.find("seed 3"), std::string::npos);
        for (const std::string& sentence : to_sentences(health)) {
            EXPECT_NE(text.find("\n  orca, seed 4: " + sentence + "\n"), std::string::npos) << name;
        }
    }
}

TEST(PrintedVerdict, CountsWhatIsNotShown) {
    const std::vector<StudyJob> jobs(9);
    std::vector<StudyResult> results(9);
    EXPECT_EQ(verdict_text(jobs, results), "") << "none is done";
    for (StudyResult& result : results) result.done = true;
    EXPECT_EQ(verdict_text(jobs, results), "all runs healthy\n");
    for (StudyResult& result : results) result.summary.health.ok = false;
    EXPECT_NE(verdict_text(jobs, results).find("and 4 more"), std::string::npos);
}

}  // namespace
}  // namespace sidestep::cli
