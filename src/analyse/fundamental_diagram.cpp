// Speed over density, and what it is compared with.
#include "sidestep/fundamental_diagram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "sidestep/statistics.h"

namespace sidestep {
namespace {

constexpr double kSquareFoot = 0.3048 * 0.3048;  // m², in which the levels were published
// Fruin, Pedestrian Planning and Design (1971).
constexpr std::array kWalkway{35 * kSquareFoot, 25 * kSquareFoot, 15 * kSquareFoot, 10 * kSquareFoot, 5 * kSquareFoot};
constexpr std::array kQueue{13 * kSquareFoot, 10 * kSquareFoot, 7 * kSquareFoot, 3 * kSquareFoot, 2 * kSquareFoot};

}  // namespace

std::vector<DiagramPoint> diagram_points(std::span<const AreaSample> samples, DensityKind kind) {
    std::vector<DiagramPoint> points;
    for (const AreaSample& s : samples) {
        const DiagramPoint p = kind == DensityKind::classic
                                   ? DiagramPoint{s.density, s.speed}
                                   : DiagramPoint{s.voronoi_density, s.speed_where_people_are()};
        if (p.density > 0 && std::isfinite(p.speed)) points.push_back(p);
    }
    return points;
}

std::vector<DiagramBin> diagram_bins(std::span<const DiagramPoint> points, double width) {
    if (!(width > 0)) throw std::invalid_argument("a bin must have a width");
    std::map<double, std::vector<DiagramPoint>> sorted;
    for (const DiagramPoint& p : points) sorted[std::floor(p.density / width)].push_back(p);
    std::vector<DiagramBin> bins;
    for (const auto& [number, members] : sorted) {
        DiagramBin bin{.lower = number * width, .n = members.size()};
        std::vector<double> speeds;
        for (const DiagramPoint& p : members) {
            bin.density += p.density;
            bin.flow += p.flow();
            speeds.push_back(p.speed);
        }
        const Summary s = summarise(speeds);
        bin.density /= static_cast<double>(bin.n);
        bin.flow /= static_cast<double>(bin.n);
        bin.speed = s.mean;
        bin.sd = s.sd;
        bins.push_back(bin);
    }
    return bins;
}

double weidmann_speed(double density) {
    if (!(density > 0)) return 1.34;
    return std::max(0.0, 1.34 * (1 - std::exp(-1.913 * (1 / density - 1 / 5.4))));
}

double single_file_reference(double density) {
    return density > 0 ? std::clamp((1 / density - 0.363) / 1.08, 0.0, 1.0) : 1.0;
}

double rms_difference(std::span<const DiagramBin> bins, double (*curve)(double), std::size_t least) {
    double sum = 0;
    std::size_t n = 0;
    for (const DiagramBin& bin : bins) {
        if (bin.n < least) continue;
        const double d = bin.speed - curve(bin.density);
        sum += d * d;
        ++n;
    }
    return n > 0 ? std::sqrt(sum / static_cast<double>(n)) : std::numeric_limits<double>::quiet_NaN();
}

std::span<const double> service_areas(ServiceTable table) {
    return table == ServiceTable::walkway ? std::span<const double>(kWalkway) : std::span<const double>(kQueue);
}

std::size_t service_level(double density, ServiceTable table) {
    const std::span<const double> areas = service_areas(table);
    std::size_t level = 0;
    while (level < areas.size() && density * areas[level] > 1) ++level;
    return level;
}

std::vector<double> service_shares(std::span<const AreaSample> samples, ServiceTable table) {
    std::vector<double> shares(service_areas(table).size() + 1, 0.0);
    for (const AreaSample& s : samples) shares[service_level(s.voronoi_density, table)] += 1;
    for (double& share : shares) share /= std::max<double>(1, static_cast<double>(samples.size()));
    return shares;
}

}  // namespace sidestep
