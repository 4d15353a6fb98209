// The same numbers as PedPy's on two recordings.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "../support/pedpy.h"
#include "sidestep/area_measures.h"
#include "sidestep/line_measures.h"

namespace sidestep {
namespace {

/// What its authors' program was given (shared/review/pedpy/README.md).
struct Case {
    const char* name;
    const char* recording;
    const char* map;
    double speed_over;
    MeasureArea area;
    MeasureLine line;
};
const Case kCases[] = {
    {"uo-180-180-180",
     "corridor_uo180/uo-180-180-180.txt",
     "corridor_uo180/uo-180-180-180_walkable.wkt",
     1.0,
     {"area", {{0, -2}, {1.8, -2}, {1.8, 2}, {0, 2}}},
     {"line", {1.8, 0}, {0, 0}}},
    {"wuppertal_040_c_56_h-",
     "bottleneck_wuppertal2018/040_c_56_h-.txt",
     "bottleneck_wuppertal2018/walkable.wkt",
     0.8,
     {"area", {{-0.4, 0.5}, {0.4, 0.5}, {0.4, 1.3}, {-0.4, 1.3}}},
     {"line", {0.25, -0.5}, {-0.25, -0.5}}},
};

class PedPy : public testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(test::pedpy_folder() / (std::string(GetParam().name) + "_frames.csv"))) {
            GTEST_SKIP() << "no numbers of PedPy at " << test::pedpy_folder() << "; set SIDESTEP_DATA";
        }
        trajectory_ = read_trajectory((test::data_folder() / GetParam().recording).string());
        trajectory_.info.wkt = to_wkt(test::read_map(test::data_folder() / GetParam().map));
        plan_.areas = {GetParam().area};
        plan_.lines = {GetParam().line};
        plan_.speed_over = GetParam().speed_over;
    }
    static std::map<std::string, std::vector<double>> theirs(const char* table) {
        return test::read_columns(test::pedpy_folder() / (std::string(GetParam().name) + "_" + table + ".csv"));
    }
    /// Theirs have ten digits.
    static void expect_same(double ours, double theirs, const std::string& what) {
        EXPECT_NEAR(ours, theirs, 1e-6 * std::abs(theirs) + 1e-11) << what;
    }
    Trajectory trajectory_;
    MeasurePlan plan_;
};

TEST_P(PedPy, HasTheSameDensityAndSpeedInAnArea) {
    const AllAreas ours = measure_areas(trajectory_, plan_);
    auto frames = theirs("frames");
    ASSERT_EQ(ours.areas.at(0).samples.size(), frames["frame"].size());
    for (std::size_t i = 0; i < frames["frame"].size(); ++i) {
        const AreaSample& s = ours.areas[0].samples[i];
        const std::string what = "frame " + std::to_string(s.frame);
        ASSERT_EQ(s.frame, frames["frame"][i]);
        expect_same(s.density, frames["classic_density"][i], what + ", classic density");
        expect_same(s.voronoi_density, frames["voronoi_density"][i], what + ", Voronoi density");
        expect_same(s.voronoi_speed, frames["voronoi_speed"][i], what + ", Voronoi speed");
        // Of nobody the mean is 0 there and none here.
        expect_same(s.people > 0 ? s.speed : 0, frames["mean_speed"][i], what + ", mean speed");
    }
    EXPECT_EQ(ours.beside, 0u);
}

TEST_P(PedPy, HasTheSameSpeedAndCellOfEverybody) {
    std::map<std::pair<AgentId, std::uint32_t>, IndividualSample> ours;
    for (const IndividualSample& s : measure_areas(trajectory_, plan_, {.individuals = true}).individuals) {
        ours[{s.id, s.frame}] = s;
    }
    auto speeds = theirs("speed_sample");
    auto cells = theirs("voronoi_sample");
    ASSERT_GT(speeds["id"].size(), 200u);
    ASSERT_GT(cells["id"].size(), 200u);
    const auto find = [&](auto& table, std::size_t i) {
        return ours.at({static_cast<AgentId>(table["id"][i]), static_cast<std::uint32_t>(table["frame"][i])});
    };
    for (std::size_t i = 0; i < speeds["id"].size(); ++i) {
        expect_same(find(speeds, i).speed, speeds["speed"][i], "speed, row " + std::to_string(i));
    }
    for (std::size_t i = 0; i < cells["id"].size(); ++i) {
        expect_same(1 / find(cells, i).area, cells["density"][i], "density, row " + std::to_string(i));
    }
}

TEST_P(PedPy, CountsTheSamePassings) {
    const LineMeasures ours = measure_line(trajectory_, plan_, plan_.lines[0]);
    auto crossings = theirs("crossings");
    std::map<AgentId, std::uint32_t> frame_of;
    for (std::size_t i = 0; i < crossings["id"].size(); ++i) {
        frame_of[static_cast<AgentId>(crossings["id"][i])] = static_cast<std::uint32_t>(crossings["frame"][i]);
    }
    std::size_t n = 0;
    for (const LinePassing& p : ours.passings) {
        if (!p.first) continue;
        ++n;
        ASSERT_TRUE(frame_of.contains(p.id)) << p.id;
        EXPECT_EQ(p.frame, frame_of[p.id]) << "of " << p.id;
    }
    EXPECT_EQ(n, frame_of.size());
    auto frames = theirs("frames");
    for (std::size_t i = 0; i < frames["frame"].size(); ++i) {
        const auto passed = std::ranges::count_if(
            ours.passings, [&](const LinePassing& p) { return p.first && p.frame <= frames["frame"][i]; });
        ASSERT_EQ(static_cast<double>(passed), frames["n_t"][i]) << "frame " << frames["frame"][i];
    }
}

TEST_P(PedPy, HasTheSameFlow) {
    const LineMeasures ours = measure_line(trajectory_, plan_, plan_.lines[0]);
    auto flow = theirs("flow");
    ASSERT_EQ(ours.windows.size(), flow["flow"].size());
    for (std::size_t i = 0; i < ours.windows.size(); ++i) {
        expect_same(ours.windows[i].flow, flow["flow"][i], "flow of window " + std::to_string(i));
        expect_same(ours.windows[i].speed, flow["mean_speed"][i], "speed of window " + std::to_string(i));
    }
}

INSTANTIATE_TEST_SUITE_P(Recordings, PedPy, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.index == 0 ? "corridor" : "bottleneck"); });

}  // namespace
}  // namespace sidestep
