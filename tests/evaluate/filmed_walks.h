// People drawn for tests, and recordings where there are any.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "sidestep/evaluate.h"

namespace sidestep::test {

/// Somebody who walks evenly, `fps` frames a second.
inline Track even_walk(AgentId id, Vec2d from, Vec2d velocity, std::uint32_t first, std::uint32_t frames,
                       double fps = 2.5) {
    Track track;
    track.id = id;
    for (std::uint32_t k = 0; k < frames; ++k) {
        track.frame.push_back(first + k);
        track.position.push_back(from + velocity * (k / fps));
    }
    return track;
}

inline FilmedPeople filmed(std::vector<Track> tracks, double fps = 2.5) {
    FilmedPeople people;
    people.name = "drawn";
    people.trajectory.info.fps = fps;
    people.trajectory.tracks = std::move(tracks);
    return people;
}

/// In $SIDESTEP_DATA or the folder beside the source tree; it need not exist.
inline std::string recording(const std::string& name) {
    const char* given = std::getenv("SIDESTEP_DATA");
    const std::filesystem::path folder =
        given != nullptr ? std::filesystem::path(given)
                         : std::filesystem::path(SIDESTEP_SOURCE_DIR).parent_path() / "shared" / "data";
    return (folder / name).string();
}

}  // namespace sidestep::test
