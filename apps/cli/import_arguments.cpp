#include "import_arguments.h"

#include "arguments.h"
#include "place.h"

namespace sidestep::cli {

ImportOptions options_of(const ImportArguments& arguments) {
    ImportOptions options = arguments.options;
    if (!arguments.inside.empty()) options.inside = parse_place(arguments.inside, "walkable place");
    if (arguments.up != "auto") options.up = arguments.up == "y" ? UpAxis::y : UpAxis::z;
    if (arguments.regions != "auto") options.regions = arguments.regions == "one" ? KeepRegions::one : KeepRegions::all;
    if (arguments.coordinates != "auto") {
        options.coordinates = arguments.coordinates == "degrees" ? Coordinates::degrees : Coordinates::metres;
    }
    if (arguments.polygons != "auto") {
        options.polygons = arguments.polygons == "floor" ? PolygonsAre::floor : PolygonsAre::obstacles;
    }
    return options;
}

void add_reading(CLI::App& command, ImportArguments& reading) {
    ImportOptions& options = reading.options;
    command.add_option("--unit", options.unit, "metres per unit of the file, instead of what the file says");
    command.add_option("--inside", reading.inside, "X,Y: a walkable place; its region is kept instead of the largest");
    command.add_option("--regions", reading.regions, "keep one region, or all of them")
        ->check(CLI::IsMember({"auto", "one", "all"}))
        ->capture_default_str();
    command.add_option("--snap", options.snap, "metres; walls nearer to each other are joined")->capture_default_str();
    command.add_option("--margin", options.margin, "metres of ground round buildings without ground")
        ->capture_default_str();
    command.add_option("--up", reading.up, "3D: the axis that points upwards")
        ->check(CLI::IsMember({"auto", "y", "z"}))
        ->capture_default_str();
    command.add_option("--floor", options.floor, "3D: height of the floor, m; found without");
    command.add_option("--slice", options.slice_height, "3D: metres above the floor; what is higher is no obstacle")
        ->capture_default_str();
    command.add_option("--step", options.step, "3D: metres; what rises less above the floor is floor")
        ->capture_default_str();
    command.add_option("--layers", options.layers, "DXF: layers that are walls, separated by commas; chosen without")
        ->delimiter(',');
    command.add_option("--coordinates", reading.coordinates, "GeoJSON: degrees of longitude and latitude, or metres")
        ->check(CLI::IsMember({"auto", "degrees", "metres"}))
        ->capture_default_str();
    command.add_option("--polygons", reading.polygons, "GeoJSON: polygons are floor or obstacles")
        ->check(CLI::IsMember({"auto", "floor", "obstacles"}))
        ->capture_default_str();
}

}  // namespace sidestep::cli
