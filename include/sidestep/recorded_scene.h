// A recording as a scene: the same people come where and when they came, and go where they went, on the same ground.
// docs/recorded_scenes.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/evaluate.h"
#include "sidestep/export.h"
#include "sidestep/names.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

/// Where people of a recording go in the scene made of it.
enum class RecordedGoals : std::uint8_t {
    places,  ///< to where they were last seen
    exits,   ///< to the region in which they and others left the picture; who did not leave in one, to its last place
    ways,    ///< along the corners of their way, to where they were last seen
    entry,   ///< straight on as they came, as far as they walked: nothing is known of where they went
};
template <>
struct NamesOf<RecordedGoals> {
    static constexpr std::string_view all[] = {"places", "exits", "ways", "entry"};
};

/// How fast they want to walk.
enum class RecordedSpeeds : std::uint8_t {
    recorded,  ///< everybody as fast as it walked (walking_speed): in a jam that is not what it wanted
    usual,     ///< as the profile has it
};
template <>
struct NamesOf<RecordedSpeeds> {
    static constexpr std::string_view all[] = {"recorded", "usual"};
};

/// How large they are.
enum class RecordedBodies : std::uint8_t {
    fitted,  ///< as usual, but that nobody overlaps anybody or a wall where it comes: all come to their places
    usual,   ///< as the recording or the profile has it: who does not fit comes beside its place
};
template <>
struct NamesOf<RecordedBodies> {
    static constexpr std::string_view all[] = {"fitted", "usual"};
};

struct RecordedSceneOptions {
    RecordedGoals goals = RecordedGoals::places;
    RecordedSpeeds speeds = RecordedSpeeds::recorded;
    RecordedBodies bodies = RecordedBodies::fitted;
    std::optional<double> from{}, until{};  ///< s of the recording; unset: all of it
    std::string model{};                    ///< empty: the default, with all that a scene which names none gets besides
    double more = 20;                       ///< s beyond the recording, for those who are slower
};

struct RecordedScene {
    Scenario scenario;
    std::vector<AgentId> people;      ///< of the recording, in order of the scene's newcomers
    double begin = 0;                 ///< s of the recording at which the scene begins
    std::size_t groups = 0;           ///< with two people and more in the scene
    std::size_t exits = 0;            ///< regions
    std::size_t to_exits = 0;         ///< people who go to one
    std::size_t by_ways = 0;          ///< people who walk by corners of their way
    std::size_t staying = 0;          ///< people who stay where they came, for as long as they did
    std::size_t elsewhere = 0;        ///< were never on the ground, or not for two samples
    std::size_t cut = 0;              ///< were beside the ground at first or at last: the scene has what was on it
    std::size_t smaller = 0;          ///< people with smaller bodies than usual, so that they fit where they came
    double smallest = 0;              ///< m, the smallest of these radii
    std::size_t too_fast = 0;         ///< people whose speed no profile can have: they walk as fast as one can
    double slowest = 0, fastest = 0;  ///< m/s, of recorded speeds
};

/// The ground is that of the recording (TrajectoryInfo::wkt). Throws InputError where nobody is left and for a ground
/// that is none.
RecordedScene recorded_scene(const FilmedPeople& people, const RecordedSceneOptions& options = {});

/// How fast somebody walks when it can, m/s: what nine tenths of its speeds do not exceed, each that of the straight
/// way over a second around a sample, so that neither swaying nor a jump counts; of who was seen for less than that of
/// the whole way. Samples are [first, last].
double walking_speed(const Track& track, std::size_t first, std::size_t last, double fps);

}  // namespace SIDESTEP_EXPORT sidestep
