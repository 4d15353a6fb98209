// What is wrong with a recording is found, and nothing where all is well.
#include "sidestep/recording_check.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "analyse/walks.h"

namespace sidestep {
namespace {

Trajectory two_walkers(double fps = 10) {
    Trajectory t;
    t.info.fps = fps;
    t.tracks.push_back(walk(1, fps, 5, [](double time) { return Vec2d{1.3 * time, 0}; }));
    t.tracks.push_back(walk(2, fps, 5, [](double time) { return Vec2d{8 - 1.2 * time, 0.2 * time}; }));
    return t;
}

void cut(Track& track, std::size_t from, std::size_t to) {
    const auto erase = [&](auto& v) {
        v.erase(v.begin() + static_cast<std::ptrdiff_t>(from), v.begin() + static_cast<std::ptrdiff_t>(to));
    };
    erase(track.frame);
    erase(track.position);
}

std::set<std::string_view> kinds(const std::vector<Finding>& findings) {
    std::set<std::string_view> all;
    for (const Finding& finding : findings) all.insert(finding.kind);
    return all;
}

Finding only(const Trajectory& trajectory, std::string_view kind) {
    const auto findings = check_recording(trajectory);
    EXPECT_EQ(kinds(findings), (std::set<std::string_view>{kind}));
    return findings.empty() ? Finding{} : findings.front();
}

TEST(RecordingCheck, NothingWhereAllIsWell) {
    EXPECT_TRUE(check_recording(two_walkers()).empty());
    EXPECT_TRUE(check_recording({}).empty());
}

TEST(RecordingCheck, Gaps) {
    Trajectory t = two_walkers();
    cut(t.tracks[1], 10, 12);
    cut(t.tracks[1], 30, 35);
    cut(t.tracks[0], 40, 41);
    const Finding gaps = only(t, "gaps");
    EXPECT_EQ(gaps.people, 2u);
    EXPECT_EQ(gaps.times, 3u);
    EXPECT_EQ(gaps.row, (RowKey{2, 37}));
    EXPECT_NE(gaps.text.find("missing in 8 samples"), std::string::npos) << gaps.text;
    EXPECT_NE(gaps.text.find("agent 2 longest, in 5 after frame 31"), std::string::npos) << gaps.text;
}

TEST(RecordingCheck, StepsOfAnotherRhythm) {
    Trajectory t = two_walkers();
    for (Track& track : t.tracks) {
        for (std::uint32_t& frame : track.frame) frame *= 6;
    }
    EXPECT_TRUE(check_recording(t).empty());
    t.tracks[0].frame[20] += 1;
    const Finding uneven = only(t, "uneven");
    EXPECT_EQ(uneven.people, 1u);
    EXPECT_EQ(uneven.times, 2u);
    EXPECT_EQ(uneven.row, (RowKey{1, 121}));
}

TEST(RecordingCheck, Phases) {
    Trajectory t = two_walkers();
    t.tracks.push_back(walk(3, 10, 5, [](double time) { return Vec2d{time, 3}; }));
    for (Track& track : t.tracks) {
        for (std::uint32_t& frame : track.frame) frame = 6 * frame + (track.id == 2 ? 4 : 0);
    }
    const Finding phases = only(t, "phases");
    EXPECT_EQ(phases.people, 1u);
    EXPECT_EQ(phases.times, 2u);
    EXPECT_EQ(phases.row, (RowKey{2, 4}));
}

TEST(RecordingCheck, Teleports) {
    Trajectory t = two_walkers();
    for (std::size_t i = 25; i < 51; ++i) t.tracks[0].position[i] += Vec2d{0, 7};
    const Finding jumps = only(t, "jumps");
    EXPECT_EQ(jumps.people, 1u);
    EXPECT_EQ(jumps.times, 1u);
    EXPECT_EQ(jumps.row, (RowKey{1, 25}));
    // Round a periodic axis is no jump.
    Trajectory ring = two_walkers();
    ring.tracks.pop_back();
    for (Vec2d& p : ring.tracks[0].position) p.x = std::fmod(p.x, 4.0);
    EXPECT_EQ(kinds(check_recording(ring)), (std::set<std::string_view>{"jumps"}));
    ring.info.periodic = {4, 0};
    EXPECT_TRUE(check_recording(ring).empty());
}

TEST(RecordingCheck, CentimetresTakenForMetres) {
    Trajectory t = two_walkers();
    for (Track& track : t.tracks) {
        for (Vec2d& p : track.position) p = p * 100;
    }
    const Finding speed = only(t, "speed");
    EXPECT_NE(speed.text.find("--unit 0.01"), std::string::npos) << speed.text;
    EXPECT_EQ(speed.row, (RowKey{1, 1}));
    for (Track& track : t.tracks) {
        for (Vec2d& p : track.position) p = p / 10'000;
    }
    EXPECT_NE(only(t, "small").text.find("--unit 1"), std::string::npos);
}

TEST(RecordingCheck, ARateTenTimesTooHigh) {
    Trajectory t = two_walkers();
    t.info.fps = 100;
    EXPECT_EQ(only(t, "speed").people, 2u);
}

TEST(RecordingCheck, TracksWithoutLength) {
    Trajectory t = two_walkers();
    t.tracks.push_back({3, {7}, {{1, 1}}, {}});
    t.tracks.push_back({4, {7, 8, 9}, {{1, 1}, {1, 1}, {1, 1}}, {}});
    t.tracks.push_back({5, {7, 8, 9}, {{2, 1}, {2, 1}, {2, 1}}, {}});
    t.waits = {{5, 7, 9}};  // was told to
    const auto findings = check_recording(t);
    ASSERT_EQ(kinds(findings), (std::set<std::string_view>{"single", "still"}));
    EXPECT_EQ(findings[0].row, (RowKey{3, 7}));
    EXPECT_EQ(findings[1].row, (RowKey{4, 7}));
    EXPECT_EQ(findings[1].people, 1u);
}

/// Recordings that are known to be sound, and one that is known to have what is found.
TEST(RecordingCheck, OfRecordings) {
    const char* set = std::getenv("SIDESTEP_DATA");
    const std::filesystem::path data = set != nullptr ? set : SIDESTEP_SOURCE_DIR "/../shared/data";
    if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no recordings at " << data << "; set SIDESTEP_DATA";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
        if (entry.path().extension() != ".txt") continue;
        const auto found = kinds(check_recording(read_trajectory(entry.path().string())));
        for (const std::string_view kind : {"speed", "small", "uneven", "phases"}) {
            EXPECT_FALSE(found.contains(kind)) << entry.path() << ": " << kind;
        }
    }
}

}  // namespace
}  // namespace sidestep
