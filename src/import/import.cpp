#include "sidestep/import.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "import/readers.h"
#include "import/repair.h"
#include "outline/text.h"

namespace sidestep {
namespace {

struct FormatName {
    std::string_view extension;
    MapFormat format;
};
constexpr std::array kExtensions{
    FormatName{".wkt", MapFormat::wkt},      FormatName{".geojson", MapFormat::geojson},
    FormatName{".json", MapFormat::geojson}, FormatName{".osm", MapFormat::osm},
    FormatName{".xml", MapFormat::osm},      FormatName{".dxf", MapFormat::dxf},
    FormatName{".obj", MapFormat::obj},      FormatName{".ifc", MapFormat::ifc},
    FormatName{".glb", MapFormat::mesh},     FormatName{".gltf", MapFormat::mesh},
    FormatName{".ply", MapFormat::mesh},     FormatName{".stl", MapFormat::mesh},
    FormatName{".dae", MapFormat::mesh},     FormatName{".fbx", MapFormat::mesh},
    FormatName{".3ds", MapFormat::mesh},
};
constexpr const char* kFormats =
    ".wkt, .geojson, .json, .osm, .dxf, .obj, .ifc (each also with .gz), .glb, .gltf, .ply, .stl, .dae, .fbx, .3ds";
// More than any map of a city; a few kilobytes can inflate to any size.
constexpr std::size_t kLargestText = std::size_t{4} << 30;

[[noreturn]] void refuse_file(const std::string& path, std::string message, std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = path;
    problem.value = path;
    problem.allowed = kFormats;
    problem.remedy = std::move(remedy);
    throw InputError(std::move(problem));
}

/// The whole file; gzip is undone.
std::string content_of(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        refuse_file(path, fmt::format("there is no file \"{}\"", path), "Check the name.");
    }
    if (std::filesystem::is_directory(path, error)) {
        refuse_file(path, fmt::format("\"{}\" is a directory", path), "Name a file in it.");
    }
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose_r);
    if (!file) refuse_file(path, fmt::format("\"{}\" cannot be read", path), "Check its permissions.");
    gzbuffer(file.get(), 1 << 18);
    std::string content, block(std::size_t{1} << 20, '\0');
    for (;;) {
        const int read = gzread(file.get(), block.data(), static_cast<unsigned>(block.size()));
        int code = Z_OK;
        const char* message = gzerror(file.get(), &code);
        if (read < 0 || (code != Z_OK && code != Z_STREAM_END)) {
            refuse_file(path, fmt::format("the compressed file \"{}\" is damaged or incomplete: {}", path, message),
                        "Copy or download it again.");
        }
        if (read == 0) break;
        content.append(block.data(), static_cast<std::size_t>(read));
        if (content.size() > kLargestText) {
            refuse_file(path, fmt::format("\"{}\" is larger than 4 GiB", path), "Cut out the part you need.");
        }
    }
    return content;
}

MapFormat format_by_content(const std::string& path, const std::string& content) {
    Text text(content);
    text.skip_blanks();
    const std::string_view start = text.rest().substr(0, 4096);
    if (start.starts_with("{")) return MapFormat::geojson;
    if (start.starts_with("<") && start.find("<osm") != std::string_view::npos) return MapFormat::osm;
    if (start.starts_with("ISO-10303-21")) return MapFormat::ifc;
    if (start.starts_with("glTF")) return MapFormat::mesh;
    const std::string word = upper_case(text.word());
    for (const char* type :
         {"POLYGON", "MULTIPOLYGON", "LINESTRING", "MULTILINESTRING", "GEOMETRYCOLLECTION", "SRID"}) {
        if (word.starts_with(type)) return MapFormat::wkt;
    }
    if (start.find("SECTION") != std::string_view::npos && (start.starts_with("0") || start.starts_with("999"))) {
        return MapFormat::dxf;
    }
    refuse_file(path, fmt::format("\"{}\" is no map of a known format", path), "Give the file its usual extension.");
}

void check(const ImportOptions& options) {
    const auto positive = [](const char* name, double value, bool zero) {
        if (std::isfinite(value) && (value > 0 || (zero && value == 0))) return;
        refuse(fmt::format("the {} is not usable", name), fmt::format("{}", value),
               zero ? "0 or a positive number" : "a positive number", "Correct it.");
    };
    positive("unit", options.unit.value_or(1), false);
    positive("snap distance", options.snap, true);
    positive("margin", options.margin, false);
    positive("slice height", options.slice_height, false);
    positive("step", options.step, true);
    if (!(options.step < options.slice_height)) {
        refuse("the step is not usable", fmt::format("{}", options.step), "less than the slice height", "Correct it.");
    }
    if (options.floor && !std::isfinite(*options.floor)) {
        refuse("the floor's height is not usable", fmt::format("{}", *options.floor), "a number", "Correct it.");
    }
    if (options.inside && !(std::isfinite(options.inside->x) && std::isfinite(options.inside->y))) {
        refuse("the walkable place is not usable", "", "two numbers", "Correct it.");
    }
}

ImportedMap import_mesh(const std::string& path, const ImportOptions& options) {
    check(options);
    ImportedMap map;
    map.report.format = MapFormat::mesh;
    map.outline = mended(draw_mesh(path, options, map.report), options, map.report);
    return map;
}

Drawing drawing_of(MapFormat format, const std::string& text, const ImportOptions& options, ImportReport& report) {
    switch (format) {
        case MapFormat::wkt:
            return draw_wkt(text, options, report);
        case MapFormat::geojson:
            return draw_geojson(text, options, report);
        case MapFormat::osm:
            return draw_osm(text, options, report);
        case MapFormat::dxf:
            return draw_dxf(text, options, report);
        case MapFormat::obj:
            return draw_obj(text, options, report);
        case MapFormat::ifc:
            return draw_ifc(text, options, report);
        case MapFormat::mesh:
            refuse("this format is not text", std::string(name_of(format)), "a text format",
                   "Import the file by its path.");
    }
    return {};
}

}  // namespace

std::string_view meaning_of(RepairKind kind) {
    constexpr std::array<std::string_view, kRepairKinds> kMeanings{
        "repeated points and walls shorter than the snap distance, left out",
        "rings that were not closed, closed",
        "rings that enclose nothing, kept as walls",
        "rings that cross themselves, split by the even-odd rule",
        "holes outside their polygon, ignored",
        "crossings of polygons that overlap, united",
        "walls that cross between their ends, split",
        "walls drawn more than once, kept once",
        "walls that nearly touch, joined",
        "walls that end freely, kept",
        "regions cut off from the one that is kept, left out",
        "walls outside the walkable area, left out"};
    return kMeanings[static_cast<std::size_t>(kind)];
}

ImportedMap import_text(MapFormat format, const std::string& text, const ImportOptions& options) {
    check(options);
    ImportedMap map;
    map.report.format = format;
    Drawing drawing = drawing_of(format, text, options, map.report);
    map.outline = mended(drawing, options, map.report);
    map.places = std::move(drawing.places);
    return map;
}

ImportedMap import_map(const std::string& path, const ImportOptions& options) {
    std::filesystem::path name(path);
    if (lower_case(name.extension().string()) == ".gz") name = name.stem();
    const std::string extension = lower_case(name.extension().string());
    const auto known = std::find_if(kExtensions.begin(), kExtensions.end(),
                                    [&](const FormatName& f) { return f.extension == extension; });
    try {
        if (known != kExtensions.end() && known->format == MapFormat::mesh) return import_mesh(path, options);
        const std::string content = content_of(path);
        if (content.empty()) refuse_file(path, fmt::format("\"{}\" is empty", path), "Choose another file.");
        const MapFormat format = known != kExtensions.end() ? known->format : format_by_content(path, content);
        if (format == MapFormat::mesh) return import_mesh(path, options);
        return import_text(format, content, options);
    } catch (const InputError& error) {
        InputProblem problem = error.problem();
        if (problem.file.empty()) problem.file = path;
        throw InputError(std::move(problem));
    }
}

double area_of(const MapOutline& outline) {
    const auto doubled = [](const std::vector<Vec2d>& ring) {
        double sum = 0;
        for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
            const Vec2d a = ring[i] - ring[0], b = ring[i + 1] - ring[0];
            sum += a.x * b.y - a.y * b.x;
        }
        return std::fabs(sum);
    };
    double area = 0;
    for (const MapOutline::Area& part : outline.floor) {
        area += doubled(part.outer);
        for (const auto& hole : part.holes) area -= doubled(hole);
    }
    return area / 2;
}

}  // namespace sidestep
