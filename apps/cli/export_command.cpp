// sidestep export: a recording as something to look at without this program.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "arguments.h"
#include "commands.h"
#include "output.h"
#include "output_file.h"
#include "picture.h"
#include "require_page.h"
#include "view/export_html.h"

namespace sidestep::cli {

namespace {

struct ExportCommand {
    std::string recording;
    std::string output;
    std::size_t every = 1;  ///< frame of a page
    PictureOptions picture;
    bool force = false;
    bool json = false;
};

int export_command(const ExportCommand& command) {
    refuse_extension(command.output, {".html", ".svg", ".png", ".pdf"});
    const std::array inputs{command.recording, command.picture.recording.map};
    refuse_replacing(command.output, inputs);
    refuse_existing(command.output, command.force);
    const bool page = std::filesystem::path(command.output).extension() == ".html";
    const std::string content = page ? view::export_html(open_recording(command.recording, command.picture.recording),
                                                         command.recording, require_page(), command.every)
                                     : recording_picture(command.output, command.recording, command.picture);
    write_file(command.output, content);
    if (command.json) {
        print(Json{{"recording", command.recording}, {"output", command.output}, {"bytes", content.size()}});
    } else {
        print(fmt::format("wrote {} ({:.1f} MB)\n", command.output, static_cast<double>(content.size()) / 1e6));
    }
    return kHealthy;
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
    CLI::App* command =
        app.add_subcommand("export", "write a recording as a page that shows it anywhere, or as a picture");
    ExportCommand& page =
        arguments_of(*command, action, std::make_shared<ExportCommand>(), [command](const auto& given) {
            const bool is_page = given.output.ends_with(".html");
            refuse_idle(*command, is_page, {"--width", "--colour", "--from", "--until"}, "for .svg and .png");
            refuse_idle(*command, !is_page, {"--every"}, "for .html");
            return export_command(given);
        });
    command->add_option("RESULT", page.recording, "recording: " + trajectory_extensions())->required();
    command->add_option("-o,--output", page.output, "FILE.html, or FILE.svg or FILE.png: paths over the map")
        ->required();
    command->add_option("--every", page.every, ".html: keep every N-th frame")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    PictureOptions& picture = page.picture;
    command->add_option("--width", picture.width, ".svg, .png: pixels")
        ->check(CLI::Range(300, 10000))
        ->capture_default_str();
    command->add_option("--colour", picture.colour, ".svg, .png: of paths, by direction, profile or time")
        ->check(CLI::IsMember({"direction", "profile", "time"}))
        ->capture_default_str();
    command->add_option("--from", picture.from, ".svg, .png: seconds, leave out what was before")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--until", picture.to, ".svg, .png: seconds, leave out what came after")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--map", picture.recording.map, kMapHelp);
    add_reading(*command, picture.recording);
    command->add_flag("--force", page.force, "overwrite an existing output");
    command->add_flag("--json", page.json, kJsonHelp);
}

}  // namespace sidestep::cli
