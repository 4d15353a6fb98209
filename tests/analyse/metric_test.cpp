// The table of metrics: each measures something, each is documented.
#include "sidestep/metric.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "analyse/files.h"
#include "analyse/walks.h"
#include "sidestep/departures.h"
#include "sidestep/error.h"
#include "sidestep/queue_visits.h"

namespace sidestep {
namespace {

/// Two streams of ten along x and along y, through each other.
Trajectory crowd() {
    Trajectory t;
    t.info.fps = 10;
    ExitUse exit{"out", {}};
    QueueUse queue{"gate", 1, 9, {}};
    for (AgentId i = 0; i < 40; ++i) {
        const double way = i % 2 ? 1.2 : -1.2, side = 0.45 * (i / 4), start = i % 2 ? -6 : 6;
        const bool across = i % 4 < 2;
        t.tracks.push_back(walk(i + 1, 10, 9, [&](double s) {
            const Vec2d p{start + way * s, side + 0.1 * std::sin(s)};
            return across ? Vec2d{p.y, p.x} : p;
        }));
        t.agents.push_back({.id = i + 1, .radius = 0.2f, .group = fmt::format("group {}", i / 4)});
        exit.left.push_back({i + 1, 9});
        queue.visits.push_back({i + 1, 0, 0.1 * i, 0.2 * i, 0.2 * i + 0.1, Visit::Outcome::served});
    }
    t.info.metadata[std::string(kExitsKey)] = to_json({&exit, 1});
    t.info.metadata[std::string(kQueuesKey)] = to_json({&queue, 1});
    MeasurePlan plan;
    plan.areas = {{"middle", {{-2, -1}, {4, -1}, {4, 4}, {-2, 4}}}};
    plan.lines = {{"across both streams", {-1, -1}, {6, 6}}};
    t.info.metadata["measure"] = to_json(plan);
    return t;
}

/// Twenty who wait before a door, packed into a half disc, and go through it one by one.
Trajectory door() {
    Trajectory t = crowd();
    t.tracks.resize(20);
    MeasurePlan plan;
    plan.lines = {{"door", {-0.5, 0}, {0.5, 0}}};
    t.info.metadata["measure"] = to_json(plan);
    for (AgentId i = 0; i < 20; ++i) {
        const double ring = 0.5 * (1 + i / 7), angle = 0.45 * (i % 7) + 0.2;
        const Vec2d place{ring * std::cos(angle), ring * std::sin(angle)};
        t.tracks[i] = walk(i + 1, 10, 40, [&](double s) {
            const double gone = std::clamp(s - 5 - i, 0.0, 2.0);
            return place + gone * (Vec2d{0.2 * place.x, -2} - place) / 2;
        });
    }
    return t;
}

/// Forty in single file round a periodic axis, with a wave going round.
Trajectory single_file() {
    Trajectory t = crowd();
    const Dip dip{.again = 40 * 0.8};
    t.info.periodic.x = 40 * dip.headway;
    for (std::uint32_t i = 0; i < 40; ++i) {
        t.tracks[i] = walk(i + 1, 10, 60, [&](double s) {
            const double x = dip.at(i, s);
            return Vec2d{x - 48 * std::floor(x / 48), 3};
        });
    }
    return t;
}

TEST(Metrics, EachMeasuresSomething) {
    const Trajectory t = crowd(), file = single_file(), queue = door();
    const Measurement of_crowd(t), of_file(file), of_queue(queue);
    for (const Metric& metric : metrics()) {
        const Measurement& measurement = metric.needs.file             ? of_file
                                         : metric.name == "queue_arch" ? of_queue
                                                                       : of_crowd;
        const std::vector<MetricValue> values = metric.measure(measurement);
        ASSERT_FALSE(values.empty()) << metric.name;
        for (const MetricValue& v : values) EXPECT_TRUE(std::isfinite(v.value)) << metric.name;
        EXPECT_FALSE(metric.meaning.empty()) << metric.name;
        EXPECT_FALSE(metric.unit.empty()) << metric.name;
        switch (metric.per) {
            case MetricPer::walker:
                if (metric.name == "time_gap") {  // the first has nobody before it
                    EXPECT_EQ(values.size(), 39u);
                    break;
                }
                EXPECT_EQ(values.size(), 40u) << metric.name;
                EXPECT_EQ(values[2].a, 3u) << metric.name;
                break;
            case MetricPer::pair:
                EXPECT_LT(values[0].a, values[0].b) << metric.name;
                break;
            case MetricPer::frame:
                EXPECT_LT(values.front().frame, values.back().frame) << metric.name;
                break;
            case MetricPer::crowd:
                EXPECT_EQ(values.size(), 1u) << metric.name;
        }
    }
}

TEST(Metrics, NothingComesOfNobody) {
    const Trajectory nobody;
    const Measurement measurement(nobody);
    for (const Metric& metric : metrics()) EXPECT_TRUE(metric.measure(measurement).empty()) << metric.name;
}

TEST(Metrics, NamesAreKnownAndUnique) {
    std::set<std::string_view> names;
    for (const Metric& metric : metrics()) {
        EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
        EXPECT_EQ(&require_metric(metric.name), &metric);
    }
    EXPECT_THROW(require_metric("tiem"), InputError);
}

TEST(Metrics, AreChosenByName) {
    const std::vector<std::string> two{"closest", "time", "closest"}, all{"time", "all"}, none, bad{"tiem"};
    const auto chosen = choose_metrics(two);
    ASSERT_EQ(chosen.size(), 2u);
    EXPECT_EQ(chosen[0]->name, "closest");
    EXPECT_EQ(choose_metrics(all).size(), metrics().size());
    const auto usual = choose_metrics(none);
    EXPECT_TRUE(std::ranges::all_of(usual, [](const Metric* m) { return m->usual; }));
    EXPECT_GT(usual.size(), 8u);
    EXPECT_THROW(choose_metrics(bad), InputError);
}

TEST(Metrics, EachIsInTheDocument) {
    std::ifstream in(SIDESTEP_SOURCE_DIR "/docs/metrics.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const Metric& metric : metrics()) {
        const std::string row = fmt::format("| `{}` | {} | {} |", metric.name, metric.unit, name_of(metric.per));
        EXPECT_NE(text.find(row), std::string::npos) << row;
    }
}

TEST(Metrics, SamplingFollowsTheFrames) {
    const TrajectoryInfo often{.fps = 10}, seldom{.fps = 1};
    EXPECT_EQ(sampling_for(often, {}), 0.5);
    EXPECT_EQ(sampling_for(seldom, {}), 1);
    EXPECT_EQ(sampling_for(seldom, {2.0}), 2);
    EXPECT_THROW(sampling_for(seldom, {0.5}), InputError);
    EXPECT_THROW(sampling_for(often, {0.0}), InputError);
    EXPECT_THROW(sampling_for(often, {std::nan("")}), InputError);
}

TEST(Metrics, SayWhatTheyMiss) {
    Trajectory t = crowd();
    EXPECT_EQ(missing_for(require_metric("collisions"), Measurement(t)), "");
    EXPECT_NE(missing_for(require_metric("predicted"), Measurement(t)), "");
    t.info.wkt = "LINESTRING (20 0, 20 5)";
    EXPECT_EQ(missing_for(require_metric("predicted"), Measurement(t)), "");
    EXPECT_EQ(missing_for(require_metric("group_distance"), Measurement(t)), "");
    t.agents.clear();
    EXPECT_NE(missing_for(require_metric("collisions"), Measurement(t)), "");
    EXPECT_NE(missing_for(require_metric("group_distance"), Measurement(t)), "");
    EXPECT_EQ(missing_for(require_metric("time"), Measurement(t)), "");
}

std::vector<double> measured(const Metric& metric, const Trajectory& t) {
    const Measurement measurement(t);
    return numbers_of(metric.measure(measurement));
}

/// What a recording may lack, and which need says so.
MeasurePlan plan_of(const Trajectory& t) {
    return measure_plan_inside(t.info.metadata.at("measure"));
}
void only(Trajectory& t, const MeasurePlan& plan) {
    t.info.metadata["measure"] = to_json(plan);
}

struct Lack {
    bool Metric::Needs::* need;
    void (*strip)(Trajectory&);
};
constexpr Lack kLacks[] = {
    {&Metric::Needs::walls, [](Trajectory& t) { t.info.wkt.clear(), t.info.map.reset(); }},
    {&Metric::Needs::radii,
     [](Trajectory& t) {
         for (AgentInfo& a : t.agents) a.radius = 0;
     }},
    {&Metric::Needs::labels,
     [](Trajectory& t) {
         for (AgentInfo& a : t.agents) a = {.id = a.id, .radius = a.radius};
     }},
    {&Metric::Needs::file,
     [](Trajectory& t) {
         for (Track& track : t.tracks) {
             for (Vec2d& p : track.position) p.y += static_cast<double>(track.id % 3);
         }
     }},
    {&Metric::Needs::areas, [](Trajectory& t) { only(t, {.lines = plan_of(t).lines}); }},
    {&Metric::Needs::lines, [](Trajectory& t) { only(t, {.areas = plan_of(t).areas}); }},
};

TEST(Metrics, NeedWhatTheySayAndNothingElse) {
    for (const Metric& metric : metrics()) {
        Trajectory whole = metric.needs.file ? single_file() : metric.name == "queue_arch" ? door() : crowd();
        // Between the streams, so that some do not see each other; wide bodies, so that the usual radius is another
        // one.
        whole.info.wkt = "MULTILINESTRING ((-1 -3, -1 3), (2 -3, 2 3), (-3 1, 3 1))";
        for (AgentInfo& a : whole.agents) a.radius = 0.4f;
        const std::vector<double> values = measured(metric, whole);
        EXPECT_EQ(missing_for(metric, Measurement(whole)), "") << metric.name;
        for (const Lack& lack : kLacks) {
            // Who walks side by side walks otherwise, so everything changes.
            if (lack.need == &Metric::Needs::file && !metric.needs.file) continue;
            Trajectory lacking = whole;
            lack.strip(lacking);
            const bool needs = metric.needs.*lack.need;
            EXPECT_EQ(measured(metric, lacking) != values, needs) << metric.name << ": " << (&lack - kLacks);
            EXPECT_EQ(missing_for(metric, Measurement(lacking)).empty(), !needs)
                << metric.name << ": " << (&lack - kLacks);
        }
    }
    // A need that is not in the list above would go unchecked.
    const auto [walls, radii, labels, file, areas, lines] = Metric::Needs{true, true, true, true, true, true};
    EXPECT_TRUE(walls && radii && labels && file && areas && lines);
    EXPECT_EQ(names_of({true, true, true, true, true, true}).size(), std::size(kLacks));
}

TEST(Metrics, WhoStandsAtItsGoalIsMeasuredWhileItStands) {
    Trajectory t = {};
    t.info.fps = 10;
    t.tracks.push_back(walk(1, 10, 20, [](double s) { return Vec2d{std::min(s, 10.0), 0}; }));
    const Measurement measurement(t);
    EXPECT_NEAR(require_metric("time").measure(measurement)[0].value, 20, 1e-9);
    EXPECT_NEAR(require_metric("avg_speed").measure(measurement)[0].value, 0.5, 1e-9);
}

}  // namespace
}  // namespace sidestep
