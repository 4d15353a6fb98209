// What CGAL makes of the same points.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/lattice.h"

namespace sidestep::test {

/// Edges of CGAL's Delaunay triangulation as pairs of indices, the smaller first, sorted. Points must be distinct.
std::vector<std::pair<std::uint32_t, std::uint32_t>> oracle_edges(std::span<const LatticePoint> points);

/// The same for the constrained triangulation of points and segments between them, which must not cross.
std::vector<std::pair<std::uint32_t, std::uint32_t>> oracle_edges(
    std::span<const LatticePoint> points, std::span<const std::pair<std::uint32_t, std::uint32_t>> segments);

/// CPU seconds CGAL needs to insert all points into an empty triangulation.
double oracle_seconds(std::span<const LatticePoint> points);

/// CPU time of the calling thread.
double thread_seconds();

}  // namespace sidestep::test
