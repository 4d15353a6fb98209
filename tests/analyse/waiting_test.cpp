// How long people waited in line, by hand.
#include "sidestep/waiting.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sidestep/metric.h"

namespace sidestep {
namespace {

TrajectoryInfo info_of(std::vector<QueueUse> queues) {
    TrajectoryInfo info;
    info.metadata[std::string(kQueuesKey)] = to_json(queues);
    return info;
}

using enum Visit::Outcome;

TEST(WaitingTimes, OfThreeWhoComeOneAfterTheOther) {
    const TrajectoryInfo info =
        info_of({{"desk", 1, 8, {{1, 0, 0, 0, 2, served}, {2, 0, 1, 2, 4, served}, {3, 0, 2, 4, 6, served}}}});
    const WaitingTimes w = waiting_of(info).at(0);
    EXPECT_EQ(w.queue, "desk");
    EXPECT_EQ(w.waited, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(w.service, (std::vector<double>{2, 2, 2}));
    EXPECT_EQ(w.mean_wait(), 1);
    EXPECT_EQ(w.within(0.5), 1);
    EXPECT_EQ(w.within(0.9), 2);
    EXPECT_EQ(w.longest(), 1u) << "the second is served when the third comes";
    EXPECT_EQ(w.mean_length(), 3.0 / 8);
    EXPECT_EQ(w.busy, 6.0 / 8);
    EXPECT_EQ(w.came, 3u);
    EXPECT_EQ(w.served, 3u);
    EXPECT_EQ(w.waiting, 0u);
}

TEST(WaitingTimes, OfThoseWhoGiveUpOrStillWait) {
    const double never = Visit::kNever;
    const TrajectoryInfo info = info_of({{"a",
                                          2,
                                          10,
                                          {{1, 0, 0, 1, never, served},
                                           {2, 0, 0, never, 4, gave_up},
                                           {3, 0, 2, never, never, waits},
                                           {4, 0, 3, never, 5, left}}},
                                         {"b", 1, 10, {}}});
    const std::vector<WaitingTimes> all = waiting_of(info);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].waited, (std::vector<double>{1}));
    EXPECT_EQ(all[0].gave_up, 1u);
    EXPECT_EQ(all[0].waiting, 1u);
    EXPECT_EQ(all[0].served, 0u) << "the first is being served";
    EXPECT_EQ(all[0].longest(), 3u);
    EXPECT_DOUBLE_EQ(all[0].busy, 9.0 / 20);
    EXPECT_DOUBLE_EQ(all[0].mean_length(), (1 + 4 + 8 + 2) / 10.0);
    EXPECT_TRUE(std::isnan(all[1].mean_wait()));
    EXPECT_EQ(all[1].longest(), 0u);
    EXPECT_EQ(all_waiting(info).came, 4u);
}

TEST(WaitingTimes, AreReadAsTheyWereWritten) {
    const std::vector<QueueUse> queues{
        {"desk \"1\"", 3, 12.5, {{7, 2, 0.1 + 0.2, Visit::kNever, 4.25, gave_up}, {8, 0, 1, 2, Visit::kNever, served}}},
        {"gate", 1, 12.5, {}}};
    std::vector<QueueUse> read = queues_of(info_of(queues));
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(read[0].visits[0].came, 0.3) << "without the dust of sums";
    read[0].visits[0].came = queues[0].visits[0].came;
    EXPECT_EQ(read, queues);
    for (const char* text : {"", "[]", "{\"a\": 1}", "{\"a\": {\"points\": 1, \"end\": 1, \"visits\": [[1, 2]]}}",
                             "{\"a\": {\"points\": 1, \"end\": 1, \"visits\": [[1, null, 2, 3, 0, \"served\"]]}}",
                             "{\"a\": {\"points\": 1, \"end\": 1, \"visits\": [[1, 1, 2, 3, 0, \"eaten\"]]}}"}) {
        TrajectoryInfo info;
        info.metadata[std::string(kQueuesKey)] = text;
        EXPECT_TRUE(queues_of(info).empty()) << text;
    }
    EXPECT_TRUE(queues_of(TrajectoryInfo{}).empty());
}

TEST(WaitingTimes, AreMetrics) {
    Trajectory t;
    t.info = info_of({{"desk", 1, 3, {{1, 0, 0, 0, 2, served}, {2, 0, 1, 2, 4, served}}}});
    for (const AgentId id : {1u, 2u}) {
        Track track;
        track.id = id;
        for (std::uint32_t frame = 0; frame <= 30; ++frame) {
            track.frame.push_back(frame);
            track.position.push_back({0.1 * frame, double(id)});
        }
        t.tracks.push_back(track);
    }
    const Measurement m(t, {});
    const auto value = [&](std::string_view name) { return require_metric(name).measure(m); };
    ASSERT_EQ(value("queue_wait").size(), 2u);
    EXPECT_EQ(value("queue_wait")[1].value, 1);
    EXPECT_EQ(value("queue_wait")[1].a, 2u);
    EXPECT_EQ(value("queue_wait_95")[0].value, 1);
    EXPECT_EQ(value("queue_longest")[0].value, 1);
    EXPECT_EQ(value("queue_gave_up")[0].value, 0);
    double most = 0;
    for (const MetricValue& v : value("queue_length")) most = std::max(most, v.value);
    EXPECT_EQ(most, 1);
    t.info.metadata.clear();
    EXPECT_TRUE(require_metric("queue_length").measure(Measurement(t, {})).empty());
}

}  // namespace
}  // namespace sidestep
