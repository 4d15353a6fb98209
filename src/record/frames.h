// A trajectory turned round: who is where in a given frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

class Frames {
public:
    /// Keeps a reference to the trajectory.
    explicit Frames(const Trajectory& trajectory);

    struct Sample {
        std::uint32_t track;  ///< index into Trajectory::tracks
        std::uint32_t index;  ///< of the sample in its track
    };
    /// Frames in which somebody is present, ascending.
    std::span<const std::uint32_t> numbers() const { return numbers_; }
    /// Who is in the i-th of them, in order of id.
    std::span<const Sample> at(std::size_t i) const {
        return std::span(samples_).subspan(start_[i], start_[i + 1] - start_[i]);
    }

    AgentId id(Sample s) const { return trajectory_.tracks[s.track].id; }
    Vec2d position(Sample s) const { return trajectory_.tracks[s.track].position[s.index]; }
    const Track& track(Sample s) const { return trajectory_.tracks[s.track]; }
    const TrajectoryInfo& info() const { return trajectory_.info; }

private:
    const Trajectory& trajectory_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::size_t> start_;  // of each frame in samples_, and the end
    std::vector<Sample> samples_;
};

}  // namespace SIDESTEP_EXPORT sidestep
