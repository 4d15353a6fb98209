// What planning sees of a map, as figures: cells, the graph that they make, the parts of its abstraction, the road map,
// and a way through them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sidestep/names.h"
#include "sidestep/path.h"
#include "sidestep/plot.h"

namespace sidestep::cli {

enum class MapDrawing : std::uint8_t { cells, graph, tree, roadmap };
enum class WayDrawing : std::uint8_t { way, tree, roadmap };

/// "X,Y,X,Y" as two opposite corners; nothing for an empty text. Throws InputError.
std::optional<plot::View> parse_view(const std::string& text);

struct MapPicture {
    MapDrawing what = MapDrawing::cells;
    double body = 2 * kUsualRadius;    ///< m, diameter
    std::optional<std::size_t> level;  ///< of the tree; unset: four of them beside each other
    std::optional<plot::View> view;    ///< unset: the whole map
    std::string title, note;
    std::vector<plot::MarkSet> marks{};  ///< on the cells
};
/// The outline alone where there is no planning map. Throws InputError for a level there is not.
std::string map_figure(const MapPicture& picture, const MapOutline& outline, const PlanningMap* map, double width);

struct WayPicture {
    WayDrawing what = WayDrawing::way;
    PathOptions options{};
    Vec2d start{}, goal{};
    std::optional<plot::View> view;  ///< unset: the way
    std::string title;
};
std::string way_figure(const WayPicture& picture, const PlanningMap& map, const Path& path, double width);

}  // namespace sidestep::cli

namespace sidestep {
template <>
struct NamesOf<cli::MapDrawing> {
    static constexpr std::string_view all[] = {"cells", "graph", "tree", "roadmap"};
};
template <>
struct NamesOf<cli::WayDrawing> {
    static constexpr std::string_view all[] = {"way", "tree", "roadmap"};
};
}  // namespace sidestep
