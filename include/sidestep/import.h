// Plans, footprints and 3D models of other programs as maps: read, mended, and every mend told. docs/maps.md says what
// each format may contain and what is made of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/names.h"
#include "sidestep/outline.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

enum class MapFormat : std::uint8_t { wkt, geojson, osm, dxf, obj, ifc, mesh };
template <>
struct NamesOf<MapFormat> {  // mesh: anything else assimp reads, glTF for one
    static constexpr std::string_view all[] = {"wkt", "geojson", "osm", "dxf", "obj", "ifc", "mesh"};
};

enum class UpAxis : std::uint8_t { automatic, y, z };
/// GeoJSON in longitude and latitude, or in metres.
enum class Coordinates : std::uint8_t { automatic, degrees, metres };
/// What polygons of GeoJSON are.
enum class PolygonsAre : std::uint8_t { automatic, floor, obstacles };
/// Regions that walls separate: keep one of them, or all.
enum class KeepRegions : std::uint8_t { automatic, one, all };

struct ImportOptions {
    std::optional<double> unit;   ///< metres per unit of the file; unset: what the file says, else 1
    std::optional<Vec2d> inside;  ///< a walkable place, m: its region is kept; unset: the largest
    KeepRegions regions = KeepRegions::automatic;
    double snap = 0.01;  ///< m; walls nearer to each other are joined
    double margin = 10;  ///< m of walkable ground round buildings that come without ground
    // 3D models
    UpAxis up = UpAxis::automatic;
    std::optional<double> floor;  ///< m, height of the floor; unset: found
    double slice_height = 1.8;    ///< m above the floor; what is higher is no obstacle
    double step = 0.02;           ///< m; what rises less above the floor is floor
    // plans and footprints
    std::vector<std::string> layers;  ///< of DXF that are walls; empty: chosen
    Coordinates coordinates = Coordinates::automatic;
    PolygonsAre polygons = PolygonsAre::automatic;
};

/// What was mended, or found and left alone.
enum class RepairKind : std::uint8_t {
    zero_length,      ///< a repeated point, or a wall shorter than `snap`: gone
    unclosed_ring,    ///< closed
    short_ring,       ///< encloses nothing: kept as a wall, or gone where it is a single point
    crossing_ring,    ///< a ring that crosses itself or another of its polygon: even-odd rule
    hole_outside,     ///< a hole outside its polygon: ignored
    overlap,          ///< polygons that cross: united
    crossing,         ///< walls that cross between their ends: split
    duplicate,        ///< a wall drawn twice: once
    nearly_touching,  ///< nearer than `snap`: joined
    dangling,         ///< a wall that ends freely: kept
    dropped_region,   ///< walkable but cut off from the region that is kept: gone
    dropped_wall,     ///< a wall outside the walkable area: gone
};
template <>
struct NamesOf<RepairKind> {
    static constexpr std::string_view all[] = {"zero_length",     "unclosed_ring", "short_ring",     "crossing_ring",
                                               "hole_outside",    "overlap",       "crossing",       "duplicate",
                                               "nearly_touching", "dangling",      "dropped_region", "dropped_wall"};
};
inline constexpr std::size_t kRepairKinds = names<RepairKind>().size();
/// One line for people: "walls that cross between their ends, split".
std::string_view meaning_of(RepairKind kind);

/// Where (0, 0) of the map is, degrees.
struct GeoOrigin {
    double longitude = 0, latitude = 0;
};

struct SlicedModel {
    UpAxis up = UpAxis::z;
    double floor = 0;  ///< m
    std::size_t triangles = 0;
};

/// What a place drawn in a plan is for: the name of its layer says so.
enum class PlaceUse : std::uint8_t { exit, start, waypoint, journey };
template <>
struct NamesOf<PlaceUse> {
    static constexpr std::string_view all[] = {"exit", "start", "waypoint", "journey"};
};
/// A place that a plan has besides floor and walls.
struct PlanPlace {
    std::string name;  ///< the layer's, with a number behind it where the layer has several
    PlaceUse use = PlaceUse::exit;
    std::vector<Vec2d> points;  ///< m; the first is not repeated
    bool closed = false;        ///< an area; else a line
};
/// Its corners; of a line, those of a strip of 0.1 m on either side.
std::vector<Vec2d> polygon_of(const PlanPlace& place);

struct ImportReport {
    MapFormat format = MapFormat::wkt;
    struct Ignored {
        std::string what;
        std::size_t count = 0;
    };
    /// Where each kind of repair was made, m, by kind.
    std::array<std::vector<Vec2d>, kRepairKinds> repairs;
    std::vector<Ignored> ignored;       ///< things in the file that are no part of a map
    std::vector<std::string> warnings;  ///< sentences
    double unit = 1;                    ///< metres per unit of the file that was used
    std::size_t read_points = 0;        ///< corners as drawn
    /// Walls enclose no large area: the floor is what lies around them, up to 1 m beyond the plan, where nothing
    /// stands.
    bool open = false;
    /// A sentence, where a map of this size is hardly one of people: the unit of the file is probably another. It is
    /// among the warnings too.
    std::string unit_doubt;

    std::optional<GeoOrigin> origin;   ///< of files in longitude and latitude
    std::optional<SlicedModel> model;  ///< of 3D models

    const std::vector<Vec2d>& places(RepairKind kind) const { return repairs[static_cast<std::size_t>(kind)]; }
    std::size_t count(RepairKind kind) const { return places(kind).size(); }
};

struct ImportedMap {
    MapOutline outline;  ///< valid: rings are simple and do not cross, walls meet only at their ends
    ImportReport report;
    std::vector<PlanPlace> places;  ///< as drawn, whether walkable or not
};

/// By extension (.wkt .geojson .json .osm .osm.gz .dxf .obj .ifc .glb .gltf …), or by content where that is not known.
/// Throws InputError.
ImportedMap import_map(const std::string& path, const ImportOptions& options = {});
/// The content of a file, uncompressed. Not for MapFormat::mesh, which may consist of several files. Throws InputError.
ImportedMap import_text(MapFormat format, const std::string& text, const ImportOptions& options = {});

/// Models other than OBJ and IFC are read by assimp, which ends the process on some damaged files and never ends on
/// others. Therefore another process does it, with limits on time and memory: the program named here, else by the
/// environment's SIDESTEP_MODEL_HELPER, else `sidestep` where this library is installed. Where there is none, the
/// calling process reads the file itself. Safe to use from any thread.
void use_model_helper(std::string program);
/// To begin main with, in a program that is to be its own helper: where it was started as one, reads the model and
/// returns the exit code; else names itself with use_model_helper and returns nothing.
std::optional<int> serve_as_model_helper(int argc, char** argv);

/// Walkable area, m².
double area_of(const MapOutline& outline);

}  // namespace SIDESTEP_EXPORT sidestep
