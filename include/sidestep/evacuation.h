// From a building's plan to a scene in which everybody leaves it: where the exits are, who stands where, who sets out
// when. docs/evacuation.md says what is assumed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/import.h"
#include "sidestep/names.h"
#include "sidestep/scenario.h"

namespace SIDESTEP_EXPORT sidestep {

enum class ExitSource : std::uint8_t {
    layer,    ///< drawn on a layer that names exits
    opening,  ///< a gap in the walls around the plan
    given,    ///< by whoever asks
};
template <>
struct NamesOf<ExitSource> {
    static constexpr std::string_view all[] = {"layer", "opening", "given"};
};
struct PlanExit {
    std::string name;
    ExitSource source = ExitSource::layer;
    Polygon region;    ///< whoever sets foot in it has left
    double width = 0;  ///< m; of an area its longest side
    Vec2d middle{};
    std::optional<std::array<Vec2d, 2>> line{};  ///< from end to end, of those that are lines
};

/// What a program assumes of people in a building where nobody says otherwise. All of it is a choice, to be replaced
/// by what is known of the building (docs/evacuation.md#what-is-assumed).
struct EvacuationOptions {
    std::uint32_t people = 100;
    std::uint64_t seed = 1;
    std::string model = "rvo";
    Distribution radius = Distribution::fixed(0.2);                        ///< m
    Distribution speed{Distribution::Kind::normal, 1.34, 0.26, 0.6, 2.0};  ///< m/s, when nothing is in the way
    Distribution premovement = Distribution::log_normal(30, 20, 0, 300);   ///< s before somebody sets out
    double duration = 1800;                                                ///< s, unless everybody is out before
    /// Lines, from one end of an exit to the other, instead of the exits that the plan has.
    std::vector<std::array<Vec2d, 2>> exits{};
    /// A place inside, where exits divide the floor; unset: the largest part is inside.
    std::optional<Vec2d> inside{};
    /// People start in the areas that the plan has for that (PlaceUse::start), instead of anywhere.
    bool in_start_areas = false;
};

struct EvacuationScene {
    Scenario scenario;
    std::vector<PlanExit> exits;
    double area = 0;                     ///< m², floor from which an exit can be reached
    double cut_off = 0;                  ///< m², floor from which none can: nobody starts there
    double beyond = 0;                   ///< m², floor on the other side of exits: nor there
    std::vector<std::string> remarks{};  ///< sentences: exits that were left out, and the like
};

/// Exits that the plan itself has, on layers or as openings of its walls, for bodies up to this radius (m); may be
/// none.
std::vector<PlanExit> find_exits(const ImportedMap& plan, double radius);
/// An ordinary scene: everybody on the floor from which an exit can be reached, heading for the exit that is nearest by
/// the way to walk. Throws InputError where there is no exit, or no room for so many.
EvacuationScene evacuation_scene(const ImportedMap& plan, const std::string& name, const EvacuationOptions& options);

}  // namespace SIDESTEP_EXPORT sidestep
