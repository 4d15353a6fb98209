#include "map/built_map.h"

#include <utility>

#include "map/map.h"

namespace sidestep {

BuiltMap::Parts::Parts(MapOutline outline, std::string text, std::shared_ptr<const MapFile> file)
    : file_(std::move(file)), text_(std::move(text)) {
    storeys_.push_back({.outline = std::move(outline)});
}

const std::string& BuiltMap::Parts::wkt() const {
    std::call_once(text_made_, [&] {
        if (text_.empty()) text_ = to_wkt(storeys_.front().outline);
    });
    return text_;
}

std::shared_ptr<const WallSet> BuiltMap::Parts::walls(Vec2d periodic) const {
    return walls_.of(periodic, [&] {
        return periodic == Vec2d{} ? std::make_shared<const WallSet>(walls_of(storeys_.front().outline))
                                   : std::make_shared<const WallSet>(with_images(*walls(), periodic));
    });
}

std::shared_ptr<const PathGround> BuiltMap::Parts::ground(std::span<const DoorLine> doors) const {
    const std::vector<DoorLine> lines(doors.begin(), doors.end());
    const MapOutline& outline = storeys_.front().outline;
    return ground_.of(lines, [&] {
        if (file_ && lines.empty()) return std::make_shared<const PathGround>(read_subdivision(*file_), outline, file_);
        SubdivisionOptions options;
        options.doors = lines;
        return std::make_shared<const PathGround>(subdivide(outline, options), outline);
    });
}

BuiltMap::BuiltMap(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
BuiltMap::~BuiltMap() = default;

std::shared_ptr<const BuiltMap> BuiltMap::from_wkt(std::string wkt) {
    MapOutline outline = map_outline(wkt);
    return std::make_shared<const BuiltMap>(std::make_unique<const Parts>(std::move(outline), std::move(wkt)));
}

std::shared_ptr<const BuiltMap> BuiltMap::from_outline(const MapOutline& outline) {
    // Text is where polygons are checked and united; what results carry gives the same map again.
    return from_wkt(to_wkt(outline));
}

std::shared_ptr<const BuiltMap> BuiltMap::load(const std::string& file) {
    auto built = std::make_shared<const MapFile>(MapFile::read(file));
    MapOutline outline = read_outline(*built);
    return std::make_shared<const BuiltMap>(
        std::make_unique<const Parts>(std::move(outline), std::string(), std::move(built)));
}

std::span<const Storey> BuiltMap::storeys() const {
    return parts_->storeys();
}

const std::string& BuiltMap::wkt() const {
    return parts_->wkt();
}

bool BuiltMap::walkable(MapPlace place) const {
    return place.storey < storeys().size() && Map(parts_->walls()).walkable(place.at);
}

double BuiltMap::clearance(MapPlace place, double at_most) const {
    return place.storey < storeys().size() ? Map(parts_->walls()).clearance(place.at, at_most) : 0;
}

std::shared_ptr<const BuiltMap> built_map(const std::string& wkt, const std::shared_ptr<const BuiltMap>& made) {
    return made && made->wkt() == wkt ? made : BuiltMap::from_wkt(wkt);
}

}  // namespace sidestep
