#include "export_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "output.h"
#include "output_file.h"
#include "require_page.h"
#include "view/export_html.h"

namespace sidestep::cli {

namespace {

std::string html(const ExportCommand& command) {
    return view::export_html(open_recording(command.recording, command.picture.recording), command.recording,
                             require_page(), command.every);
}

std::string svg(const ExportCommand& command) {
    return svg_picture(command.recording, command.picture);
}

std::string png(const ExportCommand& command) {
    return png_picture(command.recording, command.picture);
}

struct Format {
    std::string_view extension;
    std::string (*make)(const ExportCommand&);
};
constexpr std::array kFormats{Format{".html", html}, Format{".svg", svg}, Format{".png", png}};

const Format& format_of(const ExportCommand& command) {
    const std::string extension = std::filesystem::path(command.output).extension().string();
    const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                    [&](const Format& format) { return format.extension == extension; });
    if (found != kFormats.end()) return *found;
    InputProblem problem;
    problem.message = fmt::format("\"{}\" does not say what to make", command.output);
    problem.file = command.output;
    problem.value = extension;
    for (const Format& format : kFormats) {
        problem.allowed += fmt::format("{}{}", problem.allowed.empty() ? "" : ", ", format.extension);
    }
    problem.remedy = "Give the output one of these extensions.";
    throw InputError(problem);
}

}  // namespace

int export_command(const ExportCommand& command) {
    const Format& format = format_of(command);
    const std::array inputs{command.recording, command.picture.recording.map};
    refuse_replacing(command.output, inputs);
    refuse_existing(command.output, command.force);
    const std::string content = format.make(command);
    write_file(command.output, content);
    if (command.json) {
        print(Json{{"recording", command.recording}, {"output", command.output}, {"bytes", content.size()}});
    } else {
        print(fmt::format("wrote {} ({:.1f} MB)\n", command.output, static_cast<double>(content.size()) / 1e6));
    }
    return kHealthy;
}

}  // namespace sidestep::cli
