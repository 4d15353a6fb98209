// What the quality of motion of recorded people is, to be printed beside that of simulated ones.
// docs/quality_of_motion.md has the commands that give each number.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sidestep/export.h"
#include "sidestep/motion_quality.h"

namespace SIDESTEP_EXPORT sidestep {

/// Means over the people of one recording, sampled every kDefaultSampling. With every recorded step they would measure
/// the camera, so those are left out.
struct RecordedPeople {
    std::string_view name;
    std::string_view file;  ///< in the folder of recordings
    /// Places were clicked or tracked often enough for accelerations; else they lie on a curve through few of them.
    bool accelerations = true;
    MotionQuality mean{};
};
std::span<const RecordedPeople> recorded_people();

/// Least and greatest mean of the recordings.
struct PeopleRange {
    double low = 0, high = 0;
};
/// Nothing for a metric that was not measured on people, and for another sampling interval than kDefaultSampling.
std::optional<PeopleRange> people_range(std::string_view metric, double sampling);
/// "0.58-5.5", or nothing.
std::string people_text(std::string_view metric, double sampling);

}  // namespace SIDESTEP_EXPORT sidestep
