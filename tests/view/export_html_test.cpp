#include "view/export_html.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "sidestep/error.h"
#include "sidestep/trajectory.h"

namespace sidestep::view {
namespace {

class ExportHtml : public testing::Test {
protected:
    void SetUp() override {
        path_ = std::filesystem::temp_directory_path() / ("sidestep_export_" + std::to_string(::getpid()) + ".sqlite");
        const auto writer = open_trajectory_writer(path_, {}, true);
        for (std::uint32_t f = 0; f < 200; ++f) {
            // Squares modulo a prime: hard to compress.
            TrajectoryFrame frame{.frame = f, .rows = {}};
            for (AgentId id = 1; id <= 20; ++id) {
                frame.rows.push_back(
                    {id, {static_cast<double>(f * f * id % 997), static_cast<double>(f * id % 991)}, {1, 0}});
            }
            writer->write(frame);
        }
        writer->finish();
    }
    void TearDown() override { std::filesystem::remove(path_); }

    std::string path_;
};

constexpr std::string_view kPage = "<html><script></script></html>";

TEST_F(ExportHtml, RefusesWhatBrowsersDoNotOpenAndSaysHowItFits) {
    const std::string whole = export_html(path_, kPage, 1);
    EXPECT_LT(export_html(path_, kPage, 4).size(), whole.size() / 2);
    EXPECT_EQ(export_html(path_, kPage, 1, whole.size()), whole);
    try {
        export_html(path_, kPage, 1, whole.size() - 1);
        ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
        EXPECT_NE(error.problem().remedy.find("--every 2"), std::string::npos) << error.what();
        EXPECT_EQ(error.problem().file, path_);
    }
}

TEST_F(ExportHtml, APageWithoutScriptIsOurFault) {
    EXPECT_THROW(export_html(path_, "<html></html>", 1), std::runtime_error);
}

}  // namespace
}  // namespace sidestep::view
