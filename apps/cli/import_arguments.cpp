#include "import_arguments.h"

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

}  // namespace sidestep::cli
