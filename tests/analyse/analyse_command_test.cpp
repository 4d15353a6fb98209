// The command from outside: what it prints, what it returns, what it leaves alone.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analyse/walks.h"
#include "record/fixtures.h"

namespace sidestep {
namespace {

struct Answer {
    int exit = -1;
    std::string text;
};

class AnalyseCommand : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(kCommand)) GTEST_SKIP() << "the command was not built";
        write("circle.csv", 12, on_circle);
        write("straight.sqlite", 12, [](double t) { return Vec2d{kSpeed * t, 0}; });
    }

    /// `agents` walk the same curve side by side, each a little further than the last.
    template <class F>
    void write(const std::string& name, std::uint32_t agents, F&& where) {
        const auto writer = open_trajectory_writer(folder_.file(name), {}, false);
        for (std::uint32_t frame = 0; frame < 60; ++frame) {
            TrajectoryFrame rows{frame, {}};
            for (std::uint32_t i = 0; i < agents; ++i) {
                if (frame < 40 + i) rows.rows.push_back({i, where(frame / 10.0) + Vec2d{0, 2.0 * i}, {}});
            }
            writer->write(rows);
        }
        writer->finish();
    }

    Answer run(const std::string& arguments) const {
        const std::string line = std::string(kCommand) + " analyse " + arguments + " 2>" + folder_.file("stderr");
        Answer answer;
        std::FILE* pipe = popen(line.c_str(), "r");
        if (pipe == nullptr) return answer;
        char bytes[4096];
        for (std::size_t n; (n = std::fread(bytes, 1, sizeof bytes, pipe)) > 0;) answer.text.append(bytes, n);
        const int status = pclose(pipe);
        answer.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        return answer;
    }

    static constexpr const char* kCommand = SIDESTEP_BINARY_DIR "/sidestep";
    TempFolder folder_;
};

TEST_F(AnalyseCommand, OneResult) {
    const Answer answer = run(folder_.file("straight.sqlite"));
    EXPECT_EQ(answer.exit, 0);
    EXPECT_NE(answer.text.find("12 agents, 51 frames at 10 fps"), std::string::npos) << answer.text;
    EXPECT_NE(answer.text.find("resampled every 0.5 s"), std::string::npos);
    EXPECT_NE(answer.text.find("avg_speed       m/s"), std::string::npos);
}

TEST_F(AnalyseCommand, TwoResultsAsJson) {
    const Answer answer =
        run(folder_.file("straight.sqlite") + " " + folder_.file("circle.csv") + " --json --sampling 1");
    EXPECT_EQ(answer.exit, 0);
    const auto document = nlohmann::json::parse(answer.text);
    EXPECT_EQ(document.at("sampling_s"), 1);
    EXPECT_EQ(document.at("results").size(), 2u);
    EXPECT_NEAR(document.at("results")[0].at("metrics").at("avg_speed").at("mean").get<double>(), kSpeed, 1e-9);
    EXPECT_NEAR(document.at("results")[0].at("closest").at("distance_m").get<double>(), 2, 1e-9);
    EXPECT_EQ(document.at("results")[0].at("metrics").at("degrees").at("unit"), "deg");
    EXPECT_EQ(document.at("results")[1].at("metrics").at("degrees").at("sampling_s"), 1);
    EXPECT_LT(document.at("comparison").at("degrees").at("welch").at("p").get<double>(), 1e-6);
    EXPECT_LT(document.at("comparison").at("degrees").at("mann_whitney").at("p").get<double>(), 1e-3);
    EXPECT_NEAR(document.at("comparison").at("time").at("welch").at("p").get<double>(), 1, 1e-9);
}

TEST_F(AnalyseCommand, NobodyIsNull) {
    write("nobody.txt", 0, on_circle);
    const Answer answer = run(folder_.file("nobody.txt") + " --json");
    EXPECT_EQ(answer.exit, 0);
    const auto document = nlohmann::json::parse(answer.text);
    EXPECT_TRUE(document.at("results")[0].at("metrics").at("time").at("mean").is_null());
    EXPECT_TRUE(document.at("results")[0].at("closest").is_null());
    EXPECT_EQ(run(folder_.file("nobody.txt")).exit, 0);
}

TEST_F(AnalyseCommand, OneRowPerAgent) {
    const std::string table = folder_.file("agents.csv");
    EXPECT_EQ(run(folder_.file("circle.csv") + " --per-agent " + table).exit, 0);
    const std::string text = contents(table);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 13);
    EXPECT_TRUE(text.starts_with("result,id,sampling_s,time [s],length [m]"));
    EXPECT_EQ(run(folder_.file("straight.sqlite") + " --per-agent " + table).exit, 2);
    EXPECT_EQ(contents(table), text);
    EXPECT_NE(contents(folder_.file("stderr")).find("--force"), std::string::npos);
    EXPECT_EQ(run(folder_.file("straight.sqlite") + " --force --per-agent " + table).exit, 0);
    EXPECT_NE(contents(table), text);
    // A recording without groups has no distances to them.
    const std::string metrics = " --metric group_distance --metric time";
    EXPECT_EQ(run(folder_.file("circle.csv") + metrics + " --force --per-agent " + table).exit, 0);
    EXPECT_NE(contents(table).find("0.5,,"), std::string::npos) << contents(table);
}

TEST_F(AnalyseCommand, DoesNotReplaceItsInput) {
    const std::string result = folder_.file("circle.csv"), before = contents(result);
    EXPECT_EQ(run(result + " --force --per-agent " + result).exit, 2);
    EXPECT_EQ(contents(result), before);
}

TEST_F(AnalyseCommand, BadArguments) {
    const std::string result = folder_.file("circle.csv");
    EXPECT_EQ(run(result + " --sampling 0.05").exit, 2);
    EXPECT_NE(contents(folder_.file("stderr")).find("at least 0.1 s"), std::string::npos);
    EXPECT_EQ(run(result + " --sampling 0").exit, 2);
    EXPECT_EQ(run(result + " --sampling 0.1").exit, 0);
    EXPECT_EQ(run(result + " " + result + " " + result).exit, 0);
    EXPECT_EQ(run(folder_.file("none.txt")).exit, 2);
    const Answer missing = run(folder_.file("none.txt") + " --json");
    EXPECT_EQ(nlohmann::json::parse(missing.text).at("error").at("file"), folder_.file("none.txt"));
}

}  // namespace
}  // namespace sidestep
