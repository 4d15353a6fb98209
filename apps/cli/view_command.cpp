#include "view_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "find_scene.h"
#include "output.h"
#include "require_page.h"
#include "sidestep/simulation.h"
#include "view/http_server.h"
#include "view/live.h"
#include "view/replay_service.h"

namespace sidestep::cli {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{150};     // for a step or a query under way when the end comes
constexpr milliseconds kOpeningTime{300};  // so that a bad file is refused before an address is printed

bool is_recording(const std::string& subject) {
    const std::string extension = std::filesystem::path(subject).extension().string();
    return extension == ".sqlite" || extension == ".txt" || extension == ".csv";
}

void announce(const view::Server& server, bool json) {
    if (json) {
        print(Json{{"address", server.address()}});
    } else {
        print(server.address() + "\n");
        fmt::print(stderr, "Open this address in a browser on this machine. Ctrl-C ends it.\n");
    }
}

/// Nothing is being written, so a thread that is busy need not be waited for; the threads would be, at a normal end.
[[noreturn]] void leave_at_once() {
    std::fflush(nullptr);
    std::_Exit(kHealthy);
}

void refuse_settings(const ViewCommand& command) {
    if (!command.seed && command.settings.empty()) return;
    InputProblem problem;
    problem.message = "--seed and --set change a run, and this is a recording";
    problem.file = command.subject;
    problem.remedy = "Leave them out, or name a scene.";
    throw InputError(problem);
}

int view_recording(const ViewCommand& command, const std::string& page) {
    refuse_settings(command);
    view::ReplayService replay(command.subject);
    view::Server server(page, command.port, replay);
    replay.open([&server] { server.stop(); });
    replay.wait_open(kOpeningTime);
    announce(server, command.json);
    server.run();
    replay.wait_open(milliseconds(0));  // says why, if that is what ended it
    if (!replay.stop(kPatience)) leave_at_once();
    return kHealthy;
}

int view_scene(const ViewCommand& command, const std::string& page) {
    Scenario scenario = load_scene(find_scene(command.subject));
    if (command.seed) scenario.seed = *command.seed;
    for (const std::string& setting : command.settings) apply_setting(scenario, setting);
    view::Live live(std::move(scenario), command.threads);
    view::Server server(page, command.port, live);
    live.start([&server] { server.wake(); });
    announce(server, command.json);
    server.run();
    if (!live.stop(kPatience)) leave_at_once();
    return kHealthy;
}

}  // namespace

int view_command(const ViewCommand& command) {
    const std::string page = require_page();
    return is_recording(command.subject) ? view_recording(command, page) : view_scene(command, page);
}

}  // namespace sidestep::cli
