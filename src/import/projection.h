// Longitude and latitude as metres round a place, for maps of a city's size.
#pragma once

#include <cmath>

#include "base/math.h"
#include "sidestep/import.h"
#include "sidestep/vec2.h"

namespace sidestep {

/// Equirectangular with the radii of curvature of WGS 84 at the origin: 10 km from it lengths are wrong by less than
/// two per mille (at 60° north or south; less nearer to the equator).
class Projection {
public:
    explicit Projection(GeoOrigin origin) : origin_(origin) {
        constexpr double kSemiMajor = 6378137.0, kEccentricitySquared = 6.69437999014e-3, kRadian = kPi / 180;
        const SinCos angle = sin_cos(origin.latitude * kRadian);
        const double w = 1 - kEccentricitySquared * angle.sin * angle.sin, root = std::sqrt(w);
        east_ = kSemiMajor / root * angle.cos * kRadian;
        north_ = kSemiMajor * (1 - kEccentricitySquared) / (w * root) * kRadian;
    }
    /// x is the longitude, y the latitude, degrees.
    Vec2d operator()(Vec2d degrees) const {
        return {(degrees.x - origin_.longitude) * east_, (degrees.y - origin_.latitude) * north_};
    }

private:
    GeoOrigin origin_;
    double east_, north_;  // metres per degree
};

}  // namespace sidestep
