// Any bytes as a result file are either read or refused with an InputError: never a crash, never another exception. The
// same holds for looking at its frames, whatever read_trajectory says about the whole.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "sidestep/error.h"
#include "sidestep/trajectory.h"

namespace {

template <class Work>
void try_to(Work&& work) {
    try {
        work();
    } catch (const sidestep::InputError&) {}
}

void look_around(sidestep::FrameSource& source) {
    sidestep::TrajectoryFrame frame;
    const std::size_t frames = source.frames().size();
    for (const std::size_t index : {std::size_t{0}, frames / 2, frames - 1}) {
        if (index >= frames) continue;
        try_to([&] { source.read(index, frame); });
        try_to([&] { static_cast<void>(source.count(index)); });
    }
    const sidestep::AgentId somebody = frame.rows.empty() ? 1 : frame.rows.back().id;
    // A file of a few kilobytes may list frames by the thousand, but a fuzzer wants to get on.
    if (frames < 10'000) try_to([&] { static_cast<void>(source.track(somebody)); });
    try_to([&] {
        for (const sidestep::AgentId id : source.explained()) {
            if (frames > 0) static_cast<void>(source.explanation(id, source.frames()[frames / 2]));
        }
    });
}

// Some damaged HDF5 files are read until the reading process has used up its time, seconds each, and a fuzzer that has
// found one makes thousands of its kind. Unset: all of them.
long hdf5_allowed() {
    const char* const said = std::getenv("SIDESTEP_FUZZ_HDF5");
    return said == nullptr ? std::numeric_limits<long>::max() : std::strtol(said, nullptr, 10);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    static const std::array<std::string, 7> extensions{".csv",    ".txt",  ".sqlite",   ".h5",
                                                       ".ndjson", ".traj", "obsmat.txt"};
    static long hdf5_left = hdf5_allowed();
    // The first byte chooses the format. HDF5 starts a process for each file, so only one value stands for it.
    constexpr std::size_t kHdf5 = 3;
    std::size_t format = data[0] % extensions.size();
    if (format == kHdf5 && data[0] != kHdf5) format = 1;
    if (format == kHdf5 && hdf5_left-- <= 0) return 0;
    const std::string path =
        (std::filesystem::temp_directory_path() / ("sidestep_fuzz_" + std::to_string(::getpid()))).string() +
        extensions[format];
    {
        std::ofstream file(path, std::ios::binary);
        file.write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
    }
    // Most files of these formats say everything but their rate, if that; the others refuse it.
    const bool says_rate = sidestep::require_trajectory_format(path).keeps_fps;
    const sidestep::ReadOptions said = says_rate ? sidestep::ReadOptions{} : sidestep::ReadOptions{.fps = 10};
    try_to([&] { static_cast<void>(sidestep::read_trajectory(path, said)); });
    try_to([&] { look_around(*sidestep::open_trajectory(path, said)); });
    if (data[0] % 16 == 1) {
        const std::array rows{sidestep::RowKey{1, 1}};
        try_to([&] { static_cast<void>(sidestep::find_rows(path, rows, said)); });
    }
    std::remove(path.c_str());
    return 0;
}
