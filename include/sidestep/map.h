// A map made ready: parsed, cut and prepared once, shared by everybody who walks there, measures or draws it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/outline.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// One floor of a building. Walls, cells and places belong to a storey; a portal may join cells of two.
struct Storey {
    std::string name{};
    double elevation = 0;  ///< m
    MapOutline outline{};
};
/// Which of BuiltMap::storeys().
using StoreyNumber = std::uint16_t;

/// A place on a storey; a plain place is one on the first.
struct MapPlace {
    Vec2d at{};
    StoreyNumber storey = 0;
    MapPlace() = default;
    MapPlace(Vec2d place, StoreyNumber on = 0) : at(place), storey(on) {}
    friend bool operator==(const MapPlace&, const MapPlace&) = default;
};

/// A map as a value: it never changes, and may be asked from any thread. What takes time is made when somebody first
/// needs it and then belongs to all: walls are sorted once, and the floor is cut into cells once for every set of
/// doors. Today every map has one storey.
class BuiltMap {
public:
    /// Empty text is an open plane. Throws InputError.
    static std::shared_ptr<const BuiltMap> from_wkt(std::string wkt);
    /// From polygons of a program: overlapping ones are united, rings that cross themselves are refused, as in text.
    /// Throws InputError.
    static std::shared_ptr<const BuiltMap> from_outline(const MapOutline& outline);
    /// A built map file (`sidestep map`, PlanningMap::save): its cells and trees are used as they are wherever no doors
    /// are asked for. Throws InputError.
    static std::shared_ptr<const BuiltMap> load(const std::string& file);

    /// One at least.
    std::span<const Storey> storeys() const;
    const MapOutline& outline(StoreyNumber storey = 0) const { return storeys()[storey].outline; }
    /// What results carry: the text it was made of, or text that says the same.
    const std::string& wkt() const;
    /// Whether a place lies inside the walkable polygons; true everywhere when there are none, false on a storey there
    /// is not.
    bool walkable(MapPlace place) const;
    /// Distance to the nearest wall, or `at_most` where none is nearer; 0 on a storey there is not.
    double clearance(MapPlace place, double at_most) const;

    /// What the engine's own folders see (src/map/built_map.h).
    struct Parts;
    const Parts& parts() const { return *parts_; }
    explicit BuiltMap(std::unique_ptr<const Parts> parts);
    ~BuiltMap();
    BuiltMap(const BuiltMap&) = delete;
    BuiltMap& operator=(const BuiltMap&) = delete;

private:
    std::unique_ptr<const Parts> parts_;
};

struct Scenario;
/// The scenario's map: the one it holds as long as that is of its text, else made of the text now. Throws InputError,
/// with the place in the scene file where there is one.
std::shared_ptr<const BuiltMap> built_map(const Scenario& scenario);
/// The same for text that something else carries, perhaps with the map it was made from.
std::shared_ptr<const BuiltMap> built_map(const std::string& wkt, const std::shared_ptr<const BuiltMap>& made = {});
/// Gives a scenario a map. All copies share it; periodic axes stay as they are.
void set_map(Scenario& scenario, std::shared_ptr<const BuiltMap> map);

/// What a map looks like to somebody of a certain width. Cells are convex; they meet at free segments, and a body
/// passes those that are longer than it is wide.
struct MapStatistics {
    struct Passage {
        Vec2d a, b;
        double width;  ///< m
    };
    double width = 0;               ///< of the body, m
    double area = 0;                ///< walkable, m²
    Vec2d lower{}, upper{};         ///< bounds of the walkable area
    std::size_t walls = 0;          ///< sides of cells that block; those that block on both sides count twice
    std::size_t free_segments = 0;  ///< doors included
    std::size_t doors = 0;          ///< free segments that are doors or parts of them
    std::size_t cells = 0;
    std::size_t closed = 0, dead_ends = 0, passages = 0,
                crossroads = 0;        ///< cells by free segments that are wide enough
    std::size_t components = 0;        ///< parts between which there is no way, whatever the width
    std::size_t components_wide = 0;   ///< the same for this width; parts of one cell only count too
    std::vector<Passage> narrowest{};  ///< free segments, narrowest first
};

/// Subdivides the outline. Throws InputError where it cannot be: crossing walls, wider than 16 km.
MapStatistics map_statistics(const MapOutline& outline, double width = 0.5, std::size_t narrowest = 10);

}  // namespace SIDESTEP_EXPORT sidestep
