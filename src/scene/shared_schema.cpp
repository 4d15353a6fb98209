#include "scene/shared_schema.h"

#include <functional>
#include <map>
#include <string>

namespace sidestep {
namespace {

/// What is shorter than a reference and its definition is left where it is.
constexpr std::size_t kWorthSharing = 60;

using Visit = std::function<void(Json&)>;

/// Calls `visit` with every schema directly inside of `schema`.
void visit_parts(Json& schema, const Visit& visit) {
    if (!schema.is_object()) return;
    for (const char* key : {"properties", "$defs"}) {
        if (!schema.contains(key)) continue;
        for (Json& part : schema[key]) visit(part);
    }
    for (const char* key : {"additionalProperties", "items", "not"}) {
        if (schema.contains(key) && schema[key].is_object()) visit(schema[key]);
    }
    for (const char* key : {"oneOf", "prefixItems"}) {
        if (!schema.contains(key)) continue;
        for (Json& part : schema[key]) visit(part);
    }
}

}  // namespace

Json with_shared_definitions(Json schema) {
    std::map<std::string, std::size_t> occurs;
    const Visit count = [&](Json& part) {
        visit_parts(part, count);
        ++occurs[part.dump()];
    };
    visit_parts(schema, count);

    // Innermost first: what is moved out of two equal parts leaves them equal.
    std::map<std::string, std::string> names;
    Json moved = Json::object();
    const Visit share = [&](Json& part) {
        const std::string text = part.dump();
        visit_parts(part, share);
        if (text.size() < kWorthSharing || occurs[text] < 2) return;
        const auto [entry, is_new] = names.try_emplace(text, "shared_" + std::to_string(names.size() + 1));
        if (is_new) moved[entry->second] = part;
        part = {{"$ref", "#/$defs/" + entry->second}};
    };
    visit_parts(schema, share);
    schema["$defs"].update(moved);
    return schema;
}

}  // namespace sidestep
