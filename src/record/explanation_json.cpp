// Explanations as text: the form of docs/viewer_protocol.md, in result files and on the way to the viewer.
#include <limits>
#include <nlohmann/json.hpp>

#include "base/nesting.h"
#include "record/formats.h"
#include "sidestep/error.h"
#include "sidestep/explain.h"

namespace sidestep {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(Vec2d v) {
    return Json::array({v.x, v.y});
}

Json json_of(const Shape& shape) {
    Json json{{"kind", name_of(shape.kind)},
              {"role", name_of(shape.role)},
              {"a", json_of(shape.a)},
              {"b", json_of(shape.b)},
              {"value", shape.value}};
    if (shape.kind == Shape::Kind::polygon) {
        Json points = Json::array();
        for (const Vec2d p : shape.points) points.push_back(json_of(p));
        json["points"] = std::move(points);
    }
    json["label"] = shape.label;
    json["unit"] = shape.unit;
    json["about"] = shape.about;
    return json;
}

/// Reads one field after another and says which one is wrong.
class Fields {
public:
    Fields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
        if (!object.is_object()) fail(where_, object, "an object");
    }

    const Json& need(const char* key) const {
        const auto found = object_.find(key);
        if (found == object_.end()) fail(pointer(key), Json(), "a value");
        return *found;
    }
    std::string pointer(const char* key) const { return where_ + "/" + key; }

    std::string text(const char* key) const {
        const Json& json = need(key);
        if (!json.is_string()) fail(pointer(key), json, "a string");
        return json.get<std::string>();
    }
    std::uint32_t whole(const char* key) const {
        const Json& json = need(key);
        constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
        if (!json.is_number_unsigned() || json.get<std::uint64_t>() > kMost) {
            fail(pointer(key), json, "a whole number from 0 to " + std::to_string(kMost));
        }
        return json.get<std::uint32_t>();
    }
    double number(const char* key) const { return number(need(key), pointer(key)); }
    Vec2d point(const char* key) const { return point(need(key), pointer(key)); }
    std::vector<Vec2d> points(const char* key) const {
        const Json& json = need(key);
        if (!json.is_array()) fail(pointer(key), json, "an array of points");
        std::vector<Vec2d> all;
        for (const Json& p : json) all.push_back(point(p, pointer(key) + "/" + std::to_string(all.size())));
        return all;
    }
    /// The value of an enumeration with this name.
    template <class Enum>
    Enum one_of(const char* key) const {
        const std::string written = text(key);
        if (const auto value = named<Enum>(written)) return *value;
        std::string allowed;
        for (const std::string_view name : names<Enum>()) allowed += (allowed.empty() ? "" : ", ") + std::string(name);
        fail(pointer(key), Json(written), allowed);
    }

    [[noreturn]] static void fail(const std::string& pointer, const Json& value, const std::string& allowed) {
        throw InputError({.message = value.is_null() ? "an explanation lacks a value" : "an explanation cannot be read",
                          .pointer = pointer,
                          .value = value.is_null() ? std::string() : quotable(value.dump(-1, ' ', true, kReplace)),
                          .allowed = allowed,
                          .remedy = "Record the run again with --explain."});
    }
    static constexpr auto kReplace = Json::error_handler_t::replace;

private:
    static double number(const Json& json, const std::string& pointer) {
        if (!json.is_number()) fail(pointer, json, "a number");
        return json.get<double>();
    }
    static Vec2d point(const Json& json, const std::string& pointer) {
        if (!json.is_array() || json.size() != 2) fail(pointer, json, "two numbers");
        return {number(json[0], pointer + "/0"), number(json[1], pointer + "/1")};
    }

    const Json& object_;
    std::string where_;
};

Shape shape_of(const Json& json, const std::string& where) {
    const Fields fields(json, where);
    Shape shape;
    shape.kind = fields.one_of<Shape::Kind>("kind");
    shape.role = fields.one_of<Role>("role");
    shape.a = fields.point("a");
    shape.b = fields.point("b");
    shape.value = fields.number("value");
    if (shape.kind == Shape::Kind::polygon) shape.points = fields.points("points");
    shape.label = fields.text("label");
    shape.unit = fields.text("unit");
    shape.about = fields.whole("about");
    return shape;
}

}  // namespace

std::string to_json(const Explanation& explanation) {
    Json shapes = Json::array();
    for (const Shape& shape : explanation.shapes) shapes.push_back(json_of(shape));
    const Json json{{"id", explanation.id},
                    {"frame", explanation.frame},
                    {"model", explanation.model},
                    {"position", json_of(explanation.position)},
                    {"shapes", std::move(shapes)}};
    return json.dump(-1, ' ', false, Fields::kReplace);
}

Explanation explanation_from_json(const std::string& text) {
    const Json json = nests_too_deep(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        throw InputError({.message = "an explanation is not valid JSON",
                          .value = quotable(text),
                          .allowed = "an object as in docs/viewer_protocol.md",
                          .remedy = "Record the run again with --explain."});
    }
    const Fields fields(json, "");
    Explanation explanation;
    explanation.id = fields.whole("id");
    explanation.frame = fields.whole("frame");
    explanation.model = fields.text("model");
    explanation.position = fields.point("position");
    const Json& shapes = fields.need("shapes");
    if (!shapes.is_array()) Fields::fail("/shapes", shapes, "an array of shapes");
    for (const Json& shape : shapes) {
        explanation.shapes.push_back(shape_of(shape, "/shapes/" + std::to_string(explanation.shapes.size())));
    }
    return explanation;
}

}  // namespace sidestep
