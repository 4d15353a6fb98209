#include "export_command.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "output.h"
#include "output_file.h"
#include "require_page.h"
#include "view/export_html.h"

namespace sidestep::cli {

int export_command(const ExportCommand& command) {
    refuse_extension(command.output, {".html", ".svg", ".png"});
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

}  // namespace sidestep::cli
