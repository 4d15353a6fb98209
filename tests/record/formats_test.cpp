// The table of formats is what everybody goes by.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "record/fixtures.h"
#include "sidestep/error.h"
#include "sidestep/trajectory.h"

namespace sidestep {
namespace {

TEST(Formats, EachIsFoundByItsExtension) {
    std::set<std::string_view> extensions, names;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        EXPECT_TRUE(extensions.insert(format->extension).second);
        EXPECT_TRUE(names.insert(format->name).second);
        EXPECT_EQ(find_trajectory_format("some.where/run" + std::string(format->extension)), format);
        EXPECT_NE(trajectory_extensions().find(format->extension), std::string::npos);
    }
    EXPECT_EQ(find_trajectory_format("RUN.SQLITE"), find_trajectory_format("run.sqlite"));
    EXPECT_EQ(find_trajectory_format("run.json"), nullptr);
    EXPECT_EQ(find_trajectory_format("sqlite"), nullptr);
}

TEST(Formats, AnUnknownOneNamesThoseThereAre) {
    try {
        require_trajectory_format("run.docx");
        ADD_FAILURE();
    } catch (const InputError& error) {
        for (const TrajectoryFormat* format : trajectory_formats()) {
            EXPECT_NE(error.problem().allowed.find(format->extension), std::string::npos);
            EXPECT_NE(error.problem().remedy.find(format->name), std::string::npos);
        }
    }
}

TEST(Formats, EachKeepsWhatItSays) {
    const TempFolder folder;
    for (const TrajectoryFormat* format : trajectory_formats()) {
        if (format->open_writer == nullptr) continue;  // other_formats_test.cpp
        const std::string file = folder.file("run" + std::string(format->extension));
        TrajectoryFrame frame{0, {{1, {2, 3}, {1, 0}}}};
        frame.newcomers = {{.id = 1, .radius = 0.25f, .profile = "p"}};
        if (format->keeps_explanations) frame.explanations = {{1, 0, "m", {2, 3}, {}}};
        const auto writer = open_trajectory_writer(file, {}, false);
        writer->write(frame);
        writer->finish();
        const Trajectory read = read_trajectory(file);
        ASSERT_EQ(read.tracks.size(), 1u) << format->name;
        EXPECT_EQ(read.tracks[0].position[0], (Vec2d{2, 3})) << format->name;
        EXPECT_EQ(!read.tracks[0].heading.empty(), format->keeps_headings) << format->name;
        EXPECT_EQ(!read.agents.empty(), format->keeps_agents) << format->name;
        EXPECT_EQ(!read.explanations.empty(), format->keeps_explanations) << format->name;
        EXPECT_EQ(open_trajectory(file)->frames().size(), 1u) << format->name;
    }
}

TEST(Formats, EachIsInTheDocument) {
    std::ifstream in(SIDESTEP_SOURCE_DIR "/docs/result_files.md");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const TrajectoryFormat* format : trajectory_formats()) {
        EXPECT_NE(text.find("| `" + std::string(format->extension) + "` |"), std::string::npos) << format->extension;
    }
}

}  // namespace
}  // namespace sidestep
