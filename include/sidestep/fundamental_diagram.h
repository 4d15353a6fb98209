// Speed over density: bins, reference curves, how far from them, and what the density means to those in it.
// docs/measurement.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "sidestep/area_measures.h"
#include "sidestep/export.h"
#include "sidestep/names.h"

namespace SIDESTEP_EXPORT sidestep {

struct DiagramPoint {
    double density = 0, speed = 0;
    double flow() const { return density * speed; }
};
enum class DensityKind : std::uint8_t { classic, voronoi };
template <>
struct NamesOf<DensityKind> {
    static constexpr std::string_view all[] = {"classic", "voronoi"};
};
/// Of the moments in which somebody is there and has a speed.
std::vector<DiagramPoint> diagram_points(std::span<const AreaSample> samples, DensityKind kind);

struct DiagramBin {
    double lower = 0;          ///< 1/m², of the bin
    double density = 0;        ///< 1/m², mean
    double speed = 0, sd = 0;  ///< m/s, mean and standard deviation of the sample (NaN of one)
    double flow = 0;           ///< 1/(m s), mean of density · speed
    std::size_t n = 0;
};
inline constexpr double kDiagramBin = 0.25;       ///< 1/m²
inline constexpr std::size_t kDiagramLeast = 10;  ///< samples of a bin that counts
/// Bins begin at multiples of their width, the empty ones are left out. Throws std::invalid_argument for a width that
/// is none.
std::vector<DiagramBin> diagram_bins(std::span<const DiagramPoint> points, double width = kDiagramBin);

/// m/s, Weidmann 1993; 0 from 5.4 1/m² on.
double weidmann_speed(double density);
/// m/s, people in single file at so many per metre: the headway 1/density less 0.363 m, over 1.08 s, up to 1 m/s.
double single_file_reference(double density);

/// Root mean square of the differences of bins from a curve, over those with enough samples; NaN without any.
double rms_difference(std::span<const DiagramBin> bins, double (*curve)(double), std::size_t least = kDiagramLeast);

/// Fruin's levels A … F by the area that one person has.
enum class ServiceTable : std::uint8_t { walkway, queue };
template <>
struct NamesOf<ServiceTable> {
    static constexpr std::string_view all[] = {"walkway", "queue"};
};
/// m²: a person who has so much or more is at A, … E; who has less than the last is at F.
std::span<const double> service_areas(ServiceTable table);
/// 0 (A) … 5 (F); nobody is A.
std::size_t service_level(double density, ServiceTable table);
/// Share of the moments at each level, by Voronoi density.
std::vector<double> service_shares(std::span<const AreaSample> samples, ServiceTable table);

}  // namespace SIDESTEP_EXPORT sidestep
