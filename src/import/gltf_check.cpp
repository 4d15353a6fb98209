#include "import/gltf_check.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/nesting.h"
#include "import/mesh_limits.h"

namespace sidestep {
namespace {

using Json = nlohmann::json;

/// The JSON of a .gltf, or of the first chunk of a .glb; empty where it is neither.
std::string document_of(const std::string& path) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) > kLargestPart || error) {
        refuse_mesh(path, "the file is too large", fmt::format("at most {} MiB", kLargestPart >> 20));
    }
    std::ifstream in(path, std::ios::binary);
    char head[20] = {};
    in.read(head, sizeof head);
    const auto got = static_cast<std::size_t>(in.gcount());
    if (got == sizeof head && std::memcmp(head, "glTF", 4) == 0) {
        std::uint32_t length = 0;
        std::memcpy(&length, head + 12, sizeof length);
        std::string text(std::min<std::size_t>(length, kLargestPart), '\0');
        in.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(in.gcount()));
        return text;
    }
    std::string text(head, got);
    text.append(std::istreambuf_iterator<char>(in), {});
    return text;
}

/// Who has whom inside it; nothing where the document is not what it should be, which the importer says better.
std::optional<std::vector<std::vector<std::size_t>>> children_in(const Json& document) {
    if (!document.is_object() || !document.contains("nodes") || !document["nodes"].is_array()) return std::nullopt;
    std::vector<std::vector<std::size_t>> children;
    for (const Json& node : document["nodes"]) {
        auto& own = children.emplace_back();
        if (!node.is_object() || !node.contains("children") || !node["children"].is_array()) continue;
        for (const Json& child : node["children"]) {
            if (child.is_number_unsigned()) own.push_back(child.get<std::size_t>());
        }
    }
    return children;
}

}  // namespace

void check_gltf(const std::string& path) {
    const std::string text = document_of(path);
    if (nests_too_deep(text)) {
        refuse_mesh(path, "its text is nested too deeply", fmt::format("{} brackets inside each other", kDeepestText));
    }
    const auto children = children_in(Json::parse(text, nullptr, false));
    if (!children) return;
    std::vector<bool> has_parent(children->size());
    for (const auto& own : *children) {
        for (const std::size_t child : own) {
            if (child >= children->size()) continue;
            if (has_parent[child]) {
                refuse_mesh(path, fmt::format("node {} is part of several others", child),
                            "nodes that are part of at most one other");
            }
            has_parent[child] = true;
        }
    }
    // With one parent each, what has no root is a ring.
    std::vector<std::pair<std::size_t, std::size_t>> open;  // node, depth
    std::size_t seen = 0;
    for (std::size_t i = 0; i < children->size(); ++i) {
        if (!has_parent[i]) open.emplace_back(i, 1);
    }
    while (!open.empty()) {
        const auto [node, depth] = open.back();
        open.pop_back();
        ++seen;
        if (depth > kDeepestNodes) {
            refuse_mesh(path, "its nodes lie too deep inside each other",
                        fmt::format("at most {} levels", kDeepestNodes));
        }
        for (const std::size_t child : (*children)[node]) {
            if (child < children->size()) open.emplace_back(child, depth + 1);
        }
    }
    if (seen < children->size()) refuse_mesh(path, "a node is part of itself", "nodes that form trees");
}

}  // namespace sidestep
