// One reader per format: the content of a file as a drawing, in metres.
#pragma once

#include <string>

#include "import/drawing.h"

namespace sidestep {

// All throw InputError where the text is not what it should be.
Drawing draw_wkt(const std::string& text, const ImportOptions& options, ImportReport& report);
Drawing draw_geojson(const std::string& text, const ImportOptions& options, ImportReport& report);
Drawing draw_osm(const std::string& text, const ImportOptions& options, ImportReport& report);
Drawing draw_dxf(const std::string& text, const ImportOptions& options, ImportReport& report);
Drawing draw_obj(const std::string& text, const ImportOptions& options, ImportReport& report);
Drawing draw_ifc(const std::string& text, const ImportOptions& options, ImportReport& report);
/// Any other format of assimp.
Drawing draw_mesh(const std::string& path, const ImportOptions& options, ImportReport& report);

}  // namespace sidestep
