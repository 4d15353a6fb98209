// GeoJSON (RFC 7946): footprints of buildings in longitude and latitude, or plans in metres.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/nesting.h"
#include "import/footprints.h"
#include "import/plan_places.h"
#include "import/readers.h"
#include "outline/text.h"

namespace sidestep {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 32;
// A map of people who walk ends within two degrees; a plan in metres does not begin there.
constexpr double kWidestInDegrees = 2;

class GeoJson {
public:
    GeoJson(const ImportOptions& options, ImportReport& report) : options_(options), report_(report) {}

    Drawing read(const std::string& text) {
        const Json document = parse(text);
        object(document, 0);
        if (drawing_.polygons.empty() && drawing_.lines.empty()) {
            refuse("the GeoJSON contains no polygon and no line", "",
                   "Polygon, MultiPolygon, LineString, MultiLineString",
                   "Choose a file with buildings, floors or walls.");
        }
        const bool degrees = in_degrees(document);
        const Drawing::Role unsaid = options_.polygons == PolygonsAre::floor       ? Drawing::Role::floor
                                     : options_.polygons == PolygonsAre::obstacles ? Drawing::Role::obstacle
                                     : degrees                                     ? Drawing::Role::obstacle
                                                                                   : Drawing::Role::floor;
        for (std::size_t i = 0; i < drawing_.polygons.size(); ++i) {
            const bool decided = options_.polygons == PolygonsAre::automatic && roles_[i].has_value();
            drawing_.polygons[i].role = decided ? *roles_[i] : unsaid;
        }
        if (degrees) {
            drop_roads();
            project(drawing_, report_);
        } else {
            scale();
        }
        name_places(drawing_.places, options_.snap);
        for (const auto& [polygon, ring] : unclosed_) {
            add(report_, RepairKind::unclosed_ring, drawing_.polygons[polygon].rings[ring].back());
        }
        const bool floor = std::any_of(drawing_.polygons.begin(), drawing_.polygons.end(),
                                       [](const auto& polygon) { return polygon.role == Drawing::Role::floor; });
        drawing_.keep_all = floor;
        drawing_.plan = drawing_.polygons.empty();
        if (!drawing_.plan) add_ground(drawing_, options_.margin);
        return std::move(drawing_);
    }

private:
    static Json parse(const std::string& text) {
        if (nests_too_deep(text)) {
            refuse("the GeoJSON is nested too deeply", "", fmt::format("{} brackets inside each other", kDeepestText),
                   "Take collections out of each other.");
        }
        try {
            return Json::parse(text);
        } catch (const Json::parse_error& error) {
            Text place(text);
            place.seek(error.byte > 0 ? error.byte - 1 : 0);
            const bool early = error.byte >= text.size();
            refuse(early ? "the GeoJSON ends too early" : "the file is not JSON", place.excerpt(), "GeoJSON",
                   early ? "The file was not written or copied completely." : "Correct the file at this place.",
                   place.line(), place.column());
        } catch (const Json::exception& error) {
            refuse(fmt::format("the file is not JSON: {}", error.what()), "", "GeoJSON", "Correct the file.");
        }
    }

    [[noreturn]] static void wrong(const std::string& message, const Json& value) {
        std::string shown = value.dump(-1, ' ', true, Json::error_handler_t::replace);
        if (shown.size() > 80) shown.resize(80), shown += "…";
        refuse(message, std::move(shown), "GeoJSON as RFC 7946 describes it", "Correct the file.");
    }

    static const Json* member(const Json& object, const char* name) {
        if (!object.is_object()) return nullptr;
        const auto found = object.find(name);
        return found == object.end() ? nullptr : &*found;
    }

    void object(const Json& value, int depth) {
        if (depth > kDeepest) wrong("the GeoJSON is nested too deeply", Json());
        const Json* type = member(value, "type");
        if (type == nullptr || !type->is_string()) wrong("an object of the GeoJSON has no type", value);
        const std::string& name = type->get_ref<const std::string&>();
        if (name == "FeatureCollection") {
            const Json* features = member(value, "features");
            if (features == nullptr || !features->is_array()) wrong("a FeatureCollection has no features", value);
            for (const Json& feature : *features) object(feature, depth + 1);
        } else if (name == "Feature") {
            const Json* geometry = member(value, "geometry");
            const Json* properties = member(value, "properties");
            if (geometry == nullptr || geometry->is_null()) {
                ignore(report_, "features without geometry");
                return;
            }
            place_ = place_of(properties);
            role_ = role_of(properties);
            barrier_ = properties != nullptr && member(*properties, "barrier") != nullptr;
            object(*geometry, depth + 1);
            role_.reset();
            place_.reset();
            barrier_ = false;
        } else if (name == "GeometryCollection") {
            const Json* parts = member(value, "geometries");
            if (parts == nullptr || !parts->is_array()) wrong("a GeometryCollection has no geometries", value);
            for (const Json& part : *parts) object(part, depth + 1);
        } else {
            geometry(name, value);
        }
    }

    void geometry(const std::string& name, const Json& value) {
        if (name == "Point" || name == "MultiPoint") {
            ignore(report_, "points");
            return;
        }
        const Json* coordinates = member(value, "coordinates");
        if (coordinates == nullptr || !coordinates->is_array()) wrong("a geometry has no coordinates", value);
        if (coordinates->empty()) {
            ignore(report_, "empty geometries");
        } else if (name == "Polygon") {
            polygon(*coordinates);
        } else if (name == "MultiPolygon") {
            for (const Json& part : *coordinates) polygon(part);
        } else if (name == "LineString") {
            line(*coordinates);
        } else if (name == "MultiLineString") {
            for (const Json& part : *coordinates) line(part);
        } else {
            wrong("a geometry has an unknown type", value);
        }
    }

    /// What the properties of OpenStreetMap say.
    static std::optional<Drawing::Role> role_of(const Json* properties) {
        if (properties == nullptr || !properties->is_object()) return std::nullopt;
        const auto says = [&](const char* name) {
            const Json* value = member(*properties, name);
            return value != nullptr && !value->is_null() && *value != "no" && *value != false;
        };
        if (says("building") || says("building:part")) return Drawing::Role::obstacle;
        if (says("area:highway")) return Drawing::Role::floor;
        const Json* indoor = member(*properties, "indoor");
        if (indoor == nullptr) return std::nullopt;
        if (*indoor == "room" || *indoor == "area" || *indoor == "corridor") return Drawing::Role::floor;
        if (*indoor == "wall") return Drawing::Role::obstacle;
        return std::nullopt;
    }

    /// What its layer says, as programs that convert drawings write it; or plainly "exit".
    static std::optional<PlanPlace> place_of(const Json* properties) {
        if (properties == nullptr || !properties->is_object()) return std::nullopt;
        const auto text = [&](const char* name) {
            const Json* value = member(*properties, name);
            return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
        };
        std::string layer = text("layer");
        if (layer.empty()) layer = text("Layer");
        std::optional<PlaceUse> use = place_use_of(lower_case(layer));
        const Json* exit = member(*properties, "exit");
        if (exit != nullptr && !exit->is_null() && *exit != "no" && *exit != false) use = PlaceUse::exit;
        if (!use) return std::nullopt;
        std::string name = text("name");
        if (name.empty()) name = layer.empty() ? std::string(name_of(*use)) : layer;
        return PlanPlace{std::move(name), *use, {}, false};
    }
    void add_place(std::vector<Vec2d> corners, bool closed) {
        PlanPlace place = *place_;
        place.points = std::move(corners);
        place.closed = closed;
        drawing_.places.push_back(std::move(place));
    }

    std::vector<Vec2d> points(const Json& list) {
        if (!list.is_array()) wrong("a list of positions is something else", list);
        std::vector<Vec2d> result;
        result.reserve(list.size());
        for (const Json& position : list) {
            if (!position.is_array() || position.size() < 2 || !position[0].is_number() || !position[1].is_number()) {
                wrong("a position is not two numbers", position);
            }
            result.push_back({position[0].get<double>(), position[1].get<double>()});
        }
        return result;
    }

    void polygon(const Json& rings) {
        if (!rings.is_array()) wrong("a polygon is not a list of rings", rings);
        Drawing::Polygon polygon;
        for (const Json& ring : rings) {
            std::vector<Vec2d> corners = points(ring);
            if (place_) {
                if (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
                add_place(std::move(corners), true);
                return;
            }
            if (corners.size() > 1 && corners.front() == corners.back()) {
                corners.pop_back();
            } else if (corners.size() > 2) {
                unclosed_.push_back({drawing_.polygons.size(), polygon.rings.size()});
            }
            polygon.rings.push_back(std::move(corners));
        }
        if (polygon.rings.empty()) {
            ignore(report_, "empty geometries");
            return;
        }
        drawing_.polygons.push_back(std::move(polygon));
        roles_.push_back(role_);
    }

    void line(const Json& list) {
        if (place_) {
            add_place(points(list), false);
            return;
        }
        drawing_.lines.push_back(points(list));
        barriers_.push_back(barrier_);
    }

    bool in_degrees(const Json& document) const {
        if (options_.coordinates != Coordinates::automatic) return options_.coordinates == Coordinates::degrees;
        // RFC 7946 knows degrees alone, but older files name another system.
        const Json* crs = member(document, "crs");
        if (crs != nullptr && !crs->is_null()) {
            const std::string name = crs->dump(-1, ' ', true, Json::error_handler_t::replace);
            return name.find("CRS84") != std::string::npos || name.find("4326") != std::string::npos;
        }
        Vec2d lower{1e300, 1e300}, upper{-1e300, -1e300};
        const auto include = [&](const std::vector<Vec2d>& chain) {
            for (const Vec2d p : chain) {
                lower = {std::min(lower.x, p.x), std::min(lower.y, p.y)};
                upper = {std::max(upper.x, p.x), std::max(upper.y, p.y)};
            }
        };
        for (const Drawing::Polygon& polygon : drawing_.polygons) {
            for (const auto& ring : polygon.rings) include(ring);
        }
        for (const auto& line : drawing_.lines) include(line);
        const bool on_earth = lower.x >= -180 && upper.x <= 180 && lower.y >= -90 && upper.y <= 90;
        if (!on_earth) return false;
        if (upper.x - lower.x <= kWidestInDegrees && upper.y - lower.y <= kWidestInDegrees) return true;
        report_.warnings.push_back(
            "coordinates were taken for metres, because as degrees the map would be wider than 200 km");
        return false;
    }

    /// Lines of a city are streets and rivers; only barriers are walls.
    void drop_roads() {
        std::vector<std::vector<Vec2d>> walls;
        for (std::size_t i = 0; i < drawing_.lines.size(); ++i) {
            if (barriers_[i]) walls.push_back(std::move(drawing_.lines[i]));
        }
        ignore(report_, "lines that are no barrier", drawing_.lines.size() - walls.size());
        drawing_.lines = std::move(walls);
    }

    void scale() {
        report_.unit = options_.unit.value_or(1);
        for (Drawing::Polygon& polygon : drawing_.polygons) {
            for (auto& ring : polygon.rings) {
                for (Vec2d& p : ring) p = p * report_.unit;
            }
        }
        for (auto& line : drawing_.lines) {
            for (Vec2d& p : line) p = p * report_.unit;
        }
        for (PlanPlace& place : drawing_.places) {
            for (Vec2d& p : place.points) p = p * report_.unit;
        }
    }

    const ImportOptions& options_;
    ImportReport& report_;
    Drawing drawing_;
    std::vector<std::optional<Drawing::Role>> roles_;
    std::vector<bool> barriers_;
    std::vector<std::pair<std::size_t, std::size_t>> unclosed_;
    std::optional<Drawing::Role> role_;
    std::optional<PlanPlace> place_;  ///< that the feature is, without its points
    bool barrier_ = false;
};

}  // namespace

Drawing draw_geojson(const std::string& text, const ImportOptions& options, ImportReport& report) {
    return GeoJson(options, report).read(text);
}

}  // namespace sidestep
