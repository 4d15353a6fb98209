// Reports of ordinary and of odd recordings.
#include "sidestep/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "sidestep/error.h"
#include "sidestep/simulation.h"
#include "support/verdicts.h"

namespace sidestep {
namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

/// `people` walk along x at 1.5 m/s for `frames` frames, every other one back.
Trajectory walkers(std::uint32_t people, std::uint32_t frames) {
    Trajectory t;
    for (std::uint32_t i = 0; i < people; ++i) {
        Track track;
        track.id = i + 1;
        for (std::uint32_t f = 0; f < frames; ++f) {
            track.frame.push_back(f);
            track.position.push_back({(i % 2 ? 20 - 0.15 * f : 0.15 * f), 1.0 * i});
        }
        t.tracks.push_back(std::move(track));
    }
    return t;
}

std::string report(Trajectory trajectory, const std::string& name = "walk.sqlite") {
    const ReportInput input{name, std::move(trajectory)};
    return report_html({&input, 1});
}

TEST(Report, SaysWhoGotOutWhen) {
    Trajectory t = walkers(6, 40);
    EXPECT_FALSE(has(report(t), "Who got out when")) << "nothing is known of exits";
    t.info.metadata["exits"] = R"({"east": [[1, 2.5], [3, 3]], "<west>": [[2, 4]], "roof": []})";
    RunHealth health;
    health.stuck = {{5, StuckCause::no_route, "too narrow"}};
    t.info.metadata["health"] = to_json(health);
    t.tracks[5].position.assign(40, {3, 3});
    const std::string page = report(t);
    EXPECT_TRUE(has(page, "Who got out when"));
    EXPECT_TRUE(has(page, "<tr><th>all</th><td>3</td><td>50 %</td><td>2.5</td><td>4.0</td><td>–</td>"));
    EXPECT_TRUE(has(page, "<tr><th>east</th><td>2</td><td>33 %</td><td>2.5</td><td>2.5</td><td>3.0</td>"));
    EXPECT_TRUE(has(page, "&lt;west&gt;")) << "a name is somebody else's text";
    EXPECT_FALSE(has(page, "<west>"));
    EXPECT_TRUE(has(page, "<tr><th>roof</th><td>0</td><td>0 %</td><td>–</td>"));
    EXPECT_TRUE(has(page, "3 people were still inside"));
    EXPECT_TRUE(has(page, ": no route: too narrow</li>"));
    EXPECT_TRUE(has(page, "<li>6 at (3.00 3.00): had not set out when the run ended</li>"));
    EXPECT_TRUE(has(page, "on its way when the run ended"));
}

/// Twelve round a circle of 4 m, one after the other; `dip` m/s slower for 2 s, each 0.8 s after the one ahead.
Trajectory in_single_file(double dip) {
    Trajectory t;
    for (std::uint32_t i = 0; i < 12; ++i) {
        Track track;
        track.id = i + 1;
        double along = -2.1 * i;
        for (std::uint32_t f = 0; f < 400; ++f) {
            const double since = 0.1 * f - 10 - 0.8 * i;
            along += 0.1 * (1 - (since > 0 && since < 2 ? dip : 0));
            track.frame.push_back(f);
            track.position.push_back({4 * std::cos(along / 4), 4 * std::sin(along / 4)});
        }
        t.tracks.push_back(std::move(track));
    }
    return t;
}

TEST(Report, ShowsASingleFile) {
    EXPECT_FALSE(has(report(walkers(6, 40)), "In single file"));
    const std::string even = report(in_single_file(0)), wave = report(in_single_file(0.6));
    for (const std::string& page : {even, wave}) {
        EXPECT_TRUE(has(page, "In single file"));
        EXPECT_TRUE(has(page, "a loop of 25.1"));
        EXPECT_TRUE(has(page, "Speed over headway"));
        EXPECT_TRUE(has(page, "Places along the line over time"));
        EXPECT_FALSE(has(page, "nan"));
    }
    EXPECT_TRUE(has(even, "<tr><th>Waves</th><td class=\"text\">none</td>"));
    EXPECT_TRUE(has(wave, "waves (1)"));
}

TEST(Report, HasEverythingAndNothingFromOutside) {
    Trajectory t = walkers(6, 40);
    t.info.wkt = "POLYGON ((-1 -1, 21 -1, 21 7, -1 7, -1 -1))";
    t.info.metadata = {{"scene_name", "hall"},
                       {"seed", "7"},
                       {"sidestep_version", "0.1.0"},
                       {"parameters", "walker.model=orca\nwalker.radius=0.25\n"},
                       {"health", R"({"ok":true,"overlaps":0,"deepest_m":0,"wall_contacts":0,"never_arrived":0,
                                      "speed_outliers":0,"accel_outliers":0,"stuck":[]})"}};
    const std::string html = report(t);
    for (const char* part :
         {"<h1>hall</h1>", "Healthy run", "Closest approach: ", "orca (walker)", "sidestep 0.1.0", "Trajectories: hall",
          ">Density<", ">Mean speed<", ">People over time<", ">Mean speed over time<", ">Travel time<", ">Path length<",
          "density [1/m²]", "speed [m/s]", "<th>smoothness</th><td>1/m</td>", "@page", "prefers-color-scheme:dark"}) {
        EXPECT_TRUE(has(html, part)) << part;
    }
    // Nine figures, and no address but their namespace.
    EXPECT_EQ(occurrences(html, "<svg"), 9u);
    EXPECT_EQ(occurrences(html, "http"), 9u);
    EXPECT_FALSE(has(html, "<script"));
    EXPECT_FALSE(has(html, "nan"));
    EXPECT_EQ(html, report(t)) << "the same bytes every time";
    EXPECT_TRUE(has(html, "<tr><th>avg_speed</th><td>m/s</td><td>1.5</td>"));
}

TEST(Report, UnhealthyRunsSaySoFirst) {
    Trajectory t = walkers(2, 10);
    t.info.metadata["health"] = R"({"ok":false,"overlaps":3,"deepest_m":0.12,"wall_contacts":0,"never_arrived":2,
                                    "stuck":[{"id":4,"cause":"deadlock"},{"id":9,"cause":"<i>"}]})";
    const std::string html = report(t);
    EXPECT_TRUE(has(html, "Not healthy"));
    EXPECT_TRUE(has(html, "overlapped 3 times, deepest 0.120 m"));
    EXPECT_TRUE(has(html, "2 people did not reach their goal"));
    EXPECT_TRUE(has(html, "Stuck: 4 (deadlock), 9 (blocked: &lt;i&gt;)."));
}

TEST(Report, VerdictsThatAreNotOnes) {
    for (const char* text : {"", "nonsense", "[]", "{}", R"({"ok":"yes"})", "7"}) {
        Trajectory t = walkers(2, 10);
        t.info.metadata["health"] = text;
        EXPECT_TRUE(has(report(t), "Measured from a recording: no verdict of a run")) << text;
        t.info.metadata["sidestep_version"] = "0.1.0";
        EXPECT_TRUE(has(report(t), "carries no verdict")) << text;
    }
    Trajectory t = walkers(2, 10);
    t.info.metadata["health"] = R"({"ok":false,"overlaps":"many","stuck":[1,{"id":"x"},{}]})";
    EXPECT_TRUE(has(report(t), "Not healthy"));
}

TEST(Report, NamesEveryFinding) {
    for (const auto& [name, health] : test::every_finding()) {
        Trajectory t = walkers(2, 10);
        t.info.metadata["health"] = to_json(health);
        const std::string html = report(t);
        EXPECT_TRUE(has(html, "Not healthy")) << name;
        for (const std::string& sentence : to_sentences(health)) {
            EXPECT_TRUE(has(html, "<li>" + sentence + "</li>")) << sentence;
        }
    }
}

TEST(Report, OddRecordings) {
    EXPECT_TRUE(has(report({}), "nobody was recorded"));
    EXPECT_TRUE(has(report(walkers(1, 1)), "Nobody ever had company"));
    EXPECT_TRUE(has(report(walkers(30, 1)), "30 with a single sample left out"));
    EXPECT_FALSE(has(report(walkers(1, 50)), "nan"));
    Trajectory t = walkers(2, 5);
    t.info.wkt = "POLYGON ((0 0, 1 1))";
    EXPECT_TRUE(has(report(t), "the map inside the result cannot be read"));
    t = walkers(2, 5);
    t.info.metadata["scene"] = "{\"sidestep\":99}";
    EXPECT_TRUE(has(report(t), "<svg"));
}

TEST(Report, NamesAreText) {
    Trajectory t = walkers(2, 5);
    const std::string evil = "\"><script>alert(1)</script>";
    t.info.metadata = {{"scene_name", evil},
                       {"seed", evil},
                       {"dt", evil},
                       {"sidestep_version", evil},
                       {"parameters", evil + ".model=" + evil + "\n"}};
    const std::string html = report(t, evil);
    EXPECT_FALSE(has(html, "<script"));
    EXPECT_FALSE(has(html, "Trajectories: \""));
}

TEST(Report, TwoResultsAreCompared) {
    const ReportInput inputs[] = {{"a.csv", walkers(5, 30)}, {"b.csv", walkers(7, 40)}};
    const std::string html = report_html(inputs);
    EXPECT_TRUE(has(html, "<h2>A: a.csv</h2>"));
    EXPECT_TRUE(has(html, "<h2>B: b.csv</h2>"));
    EXPECT_TRUE(has(html, "<h2>Comparison</h2>"));
    EXPECT_EQ(occurrences(html, "<svg"), 18u);
    // Ids of one page are unique.
    std::size_t ids = 0;
    for (std::size_t at = html.find(" id=\""); at != std::string::npos; at = html.find(" id=\"", at + 1), ++ids) {
        const std::string id = html.substr(at, html.find('"', at + 5) - at + 1);
        EXPECT_EQ(occurrences(html, id), 1u) << id;
    }
    EXPECT_GT(ids, 6u);
}

TEST(Report, SaysWhoseItIsAndWhoWalked) {
    Trajectory t = walkers(4, 30);
    t.info.metadata = {
        {"project", "Foyer"}, {"author", "of the scene"}, {"parameters", "adult.model=orca\nadult.radius=0.25\n"}};
    for (const Track& track : t.tracks) {
        t.agents.push_back({track.id, track.id == 4 ? 0.15f : 0.25f, track.id < 3 ? "adult" : "child", "north", ""});
    }
    const ReportInput input{"walk.sqlite", t};
    const std::string html = report_html({&input, 1}, {.author = "of the report", .date = "2026-03-01"});
    for (const char* part : {"<dt>Project</dt><dd>Foyer</dd>", "<dt>Author</dt><dd>of the report</dd>",
                             "<dt>Date of this report</dt><dd>2026-03-01</dd>",
                             "<tr><th>adult</th><td class=\"text\">north</td><td>2</td><td>0.5</td></tr>",
                             "<tr><th>child</th><td class=\"text\">north</td><td>2</td><td>0.3 to 0.5</td></tr>",
                             "<tr><th>adult</th><td class=\"text\">radius</td><td class=\"text\">0.25</td></tr>"}) {
        EXPECT_TRUE(has(html, part)) << part;
    }
}

TEST(Report, ThreeResultsAreComparedWithTheFirst) {
    const ReportInput inputs[] = {{"a.csv", walkers(5, 30)}, {"b.csv", walkers(7, 40)}, {"c.csv", walkers(3, 20)}};
    const std::string html = report_html(inputs);
    EXPECT_EQ(occurrences(html, "<svg"), 27u);
    EXPECT_TRUE(has(html, "<h2>Comparison of A and C</h2>"));
    EXPECT_TRUE(has(html, "A: a.csv; C: c.csv"));
}

TEST(Report, NumbersArePlain) {
    Trajectory t = walkers(2, 30);
    t.info.fps = 0.001;  // half an hour is 3e+04 s
    const std::string html = report(t);
    EXPECT_FALSE(has(html, "e+0"));
    EXPECT_TRUE(has(html, "29\u202f000 s"));
}

TEST(Report, LargeResultsStaySmall) {
    EXPECT_LT(report(walkers(20000, 3)).size(), 600000u);
    const ReportInput input{"x", walkers(5, 50)};
    EXPECT_THROW(report_html({&input, 1}, {kDefaultSampling, 1e-5}), InputError);
}

TEST(Paths, ColourByDirection) {
    Trajectory t;
    const auto add = [&](AgentId id, Vec2d from, Vec2d to) { t.tracks.push_back({id, {0, 10}, {from, to}, {}}); };
    add(1, {0, 0}, {5, 1});
    add(2, {0, 0}, {-5, 1});
    add(3, {0, 0}, {1, 5});
    add(4, {0, 0}, {1, -5});
    add(5, {0, 0}, {0.1, 0.1});
    const plot::PathMap map = path_map(t, {}, PathColour::direction, "x");
    ASSERT_EQ(map.paths.size(), 5u);
    const char* expected[] = {"to the right", "to the left", "up", "down", "stayed"};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(map.categories.at(map.paths[i].category), expected[i]);
}

TEST(Paths, ColourByProfileAndTime) {
    Trajectory t = walkers(3, 5);
    t.agents = {{1, 0.2f, "adult", "", ""}, {3, 0.2f, "child", "", ""}};
    const plot::PathMap map = path_map(t, {}, PathColour::profile, "x");
    EXPECT_EQ(map.categories, (std::vector<std::string>{"adult", "unknown", "child"}));
    EXPECT_EQ(map.paths[2].category, 2u);
    t.tracks[1].frame = {20, 21, 22, 23, 24};
    const plot::PathMap timed = path_map(t, {}, PathColour::time, "x");
    EXPECT_EQ(timed.paths[1].value, 2);
    EXPECT_TRUE(timed.value);
}

TEST(Paths, AreInterruptedOutOfSightAndRoundPeriodicAxes) {
    Trajectory t;
    t.info.fps = 10;
    t.tracks.push_back({1, {0, 10, 40, 50}, {{0, 0}, {1, 0}, {4, 0}, {5, 0}}, {}});
    t.tracks.push_back({2, {0, 1, 2}, {{9, 1}, {9.8, 1}, {0.6, 1}}, {}});
    EXPECT_EQ(path_map(t, {}, PathColour::direction, "x").paths[0].pieces.size(), 2u);
    EXPECT_EQ(path_map(t, {}, PathColour::direction, "x").paths[1].pieces.size(), 1u);
    t.info.periodic = {10, 0};
    const plot::PathMap map = path_map(t, {}, PathColour::direction, "x");
    EXPECT_EQ(map.paths[1].pieces.size(), 2u);
    EXPECT_EQ(map.categories.at(map.paths[1].category), "to the right");
}

TEST(Paths, Between) {
    Trajectory t = walkers(2, 30);
    t.tracks[1].frame = {50};
    t.tracks[1].position = {{0, 0}};
    const Trajectory part = between(t, 0.5, 1.0);
    ASSERT_EQ(part.tracks.size(), 1u);
    EXPECT_EQ(part.tracks[0].frame, (std::vector<std::uint32_t>{5, 6, 7, 8, 9, 10}));
}

TEST(Ground, GoalsComeFromTheScene) {
    TrajectoryInfo info;
    info.wkt = "POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0))";
    info.metadata["scene"] = R"({"sidestep":1,"map":{},"profiles":{"walker":{"model":"orca"}},
        "agents":[{"profile":"walker","position":[2,2],"goal":"east"},{"profile":"walker","position":[3,2],"goal":[5,5]},
                  {"profile":"walker","position":[4,2],"goal":[5,5]}],
        "goals":{"east":{"region":[[18,1],[19,1],[19,2]],"exit":true}}})";
    const ResultGround ground = result_ground(info);
    EXPECT_EQ(ground.ground.outline.floor.size(), 1u);
    ASSERT_EQ(ground.ground.goals.size(), 2u);
    EXPECT_EQ(ground.ground.goals[0].name, "east");
    EXPECT_EQ(ground.ground.goals[0].polygon.size(), 3u);
    EXPECT_EQ(ground.ground.goals[1].point, (Vec2d{5, 5}));
    EXPECT_TRUE(result_ground({}).ground.goals.empty());
}

}  // namespace
}  // namespace sidestep
