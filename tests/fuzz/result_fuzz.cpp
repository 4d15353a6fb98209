// Any bytes as a result file are either read or refused with an InputError: never a crash, never another exception.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "sidestep/error.h"
#include "sidestep/trajectory.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    static const std::array<std::string, 3> extensions{".csv", ".txt", ".sqlite"};
    // The first byte chooses the format.
    const std::string path =
        (std::filesystem::temp_directory_path() / ("sidestep_fuzz_" + std::to_string(::getpid()))).string() +
        extensions[data[0] % extensions.size()];
    {
        std::ofstream file(path, std::ios::binary);
        file.write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
    }
    try {
        static_cast<void>(sidestep::read_trajectory(path));
    } catch (const sidestep::InputError&) {}
    std::remove(path.c_str());
    return 0;
}
