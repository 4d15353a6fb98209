// Small trajectories and throw-away folders for the tests of files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sidestep/error.h"
#include "sidestep/trajectory.h"

namespace sidestep {

class TempFolder {
public:
    TempFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "sidestep_test_XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for temporary files");
        path_ = name;
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }

private:
    std::filesystem::path path_;
};

inline void put(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

inline std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Numbers with long decimal expansions, far from and near zero.
inline TrajectoryFrame sample_frame(std::uint32_t frame, std::uint32_t agents) {
    TrajectoryFrame out;
    out.frame = frame;
    for (std::uint32_t i = 0; i < agents; ++i) {
        const double angle = 0.1 * frame + i;
        TrajectoryRow row;
        row.id = 1 + i;
        row.position = {1000.0 * std::sin(angle) / 3, std::cos(angle) * 1e-5};
        row.heading = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
        out.rows.push_back(row);
    }
    return out;
}

/// What read_trajectory says about `path`.
inline InputProblem problem_of(const std::string& path) {
    try {
        read_trajectory(path);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << path << " was read without an error";
    return {};
}

}  // namespace sidestep
