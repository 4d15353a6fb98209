// People recorded in single file: which recordings there are, which of them fits may see, and how fast people walk at
// what density.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/single_file.h"

namespace sidestep {

/// A line, or part of one, during some seconds.
struct DensitySpeed {
    double density = 0;  ///< 1/m
    double speed = 0;    ///< m/s
};

/// One recording, or one run of a published cloud.
struct FileOfPeople {
    std::string set;                   ///< croma, palestine or reference
    std::string name;                  ///< of the recording, without its extension
    bool held_out = false;             ///< fits do not see it
    std::uint32_t people = 0;          ///< on the loop
    std::optional<SingleFile> file{};  ///< where paths are known
    std::vector<DensitySpeed> states{};
    DensitySpeed mean() const;
};
/// In order of set and name. Of each set every other one is held out, beginning with the second: that is the split,
/// made before anything was fitted. Sets that are not in the folder are left out.
std::vector<FileOfPeople> single_files_of_people(const std::filesystem::path& data);

enum class Half { learned, held_out, both };
/// Mean speed at about the same density. Every recording counts alike in a bin, however long it is; those with fewer
/// than five states there do not count.
struct PeopleBin {
    double density = 0, speed = 0;
    std::size_t recordings = 0;
};
inline constexpr double kPeopleBin = 0.2;  ///< 1/m
/// Of all sets, or of one.
std::vector<PeopleBin> people_bins(std::span<const FileOfPeople> files, Half half, std::string_view set = {});

}  // namespace sidestep
