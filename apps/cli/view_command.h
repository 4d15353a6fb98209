// sidestep view: a recording, a run or a map in the browser.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recording.h"

namespace sidestep::cli {

struct ViewCommand {
    std::string subject;  ///< recording, map or scene
    RecordingChoice recording{};
    std::uint16_t port = 0;
    int threads = 0;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> settings;
    bool json = false;
};

/// Until SIGINT or SIGTERM.
int view_command(const ViewCommand& command);

}  // namespace sidestep::cli
