#include "path/stored_trees.h"

#include <algorithm>

namespace sidestep {
namespace {

constexpr std::string_view kTag = "TREE";
// Raised whenever another tree, other paths or other key points would be built for the same map.
constexpr std::uint32_t kVersion = 1;

HierarchicalSearch::Options search_options(const PathOptions& options) {
    return {options.key_points, options.within_common_part};
}

}  // namespace

void add_trees(MapFileWriter& file, const std::shared_ptr<const PathGround>& ground,
               std::span<const PathOptions> options) {
    ArchiveWriter archive;
    const auto count = static_cast<std::uint32_t>(std::count_if(
        options.begin(), options.end(), [](const PathOptions& o) { return o.method == PathMethod::hierarchical; }));
    if (count == 0) return;
    archive.add(count);
    for (const PathOptions& option : options) {
        if (option.method != PathMethod::hierarchical) continue;
        archive.add(option.radius);
        archive.add(option.key_points);
        HierarchicalSearch(ground, option.radius, search_options(option)).write(archive);
    }
    file.add(kTag, kVersion, archive);
}

std::unique_ptr<HierarchicalSearch> read_tree(const MapFile& file, const std::shared_ptr<const PathGround>& ground,
                                              const PathOptions& options) {
    std::optional<ArchiveReader> archive = file.section(kTag, kVersion);
    if (!archive) return nullptr;
    const auto count = archive->value<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto radius = archive->value<double>();
        const auto key_points = archive->value<std::uint32_t>();
        if (radius == options.radius && key_points == options.key_points) {
            auto search = HierarchicalSearch::read(*archive, ground, options.radius, search_options(options));
            if (!search) archive->refuse("the tree is not one of this map");
            return search;
        }
        HierarchicalSearch::skip(*archive);
    }
    return nullptr;
}

}  // namespace sidestep
