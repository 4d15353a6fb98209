// Lanes in bidirectional flow. docs/metrics.md has the definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/trajectory.h"

namespace SIDESTEP_EXPORT sidestep {

enum class Axis : std::uint8_t { x, y };

struct LaneOptions {
    Axis axis = Axis::x;  ///< along which the streams walk
    double strip = 0.3;   ///< m, neighbours are closer than this across the axis …
    double reach = 8;     ///< m, … and closer than this along it
    double half_length = std::numeric_limits<double>::infinity();  ///< m, only agents with |axis coordinate| below
    std::size_t min_per_stream = 0;  ///< frames with fewer in either direction are left out
    double every = 1;                ///< s between the frames looked at
    double from = 0, to = std::numeric_limits<double>::infinity();  ///< s, frame / fps
    int shuffles = 20;                                              ///< of the direction labels, for the baseline
    std::uint64_t seed = 1;                                         ///< of the shuffles
};

struct LaneSample {
    std::uint32_t frame = 0;
    double time = 0;         ///< s
    std::size_t agents = 0;  ///< with at least one neighbour: those who count
    double phi = 0;          ///< mean of ((same − opposite) / (same + opposite))² over their neighbours' directions
    double baseline = 0;     ///< the same with shuffled directions: what chance alone gives
    double lanes() const { return phi - baseline; }
};
/// Direction is the sign of the velocity along the axis, by central differences; who stands still has none. Frames in
/// which nobody has a neighbour are left out.
std::vector<LaneSample> lane_index(const Trajectory& trajectory, const LaneOptions& options = {});

struct BandOptions {
    Axis axis = Axis::x;
    double width = 0.8;              ///< m, of a band across the hall
    double half_length = 8;          ///< m, only agents with |axis coordinate| below
    std::size_t min_per_band = 3;    ///< emptier bands do not count
    std::size_t min_per_stream = 8;  ///< frames with fewer in either direction have no value
    double every = 1;                ///< s between the frames looked at
    double from = 0, to = std::numeric_limits<double>::infinity();  ///< s, frame / fps
};
struct BandSample {
    std::uint32_t frame = 0;
    double time = 0;        ///< s
    std::size_t bands = 0;  ///< that count
    double phi = 0;         ///< mean over them of ((n₊ − n₋) / (n₊ + n₋))²
    std::size_t lanes = 1;  ///< 1, and one more wherever most go another way than in the band before
};
/// The index by which the prototype was judged (specification of Karamouzas 2009, §5). Bands start at coordinate 0.
std::vector<BandSample> band_index(const Trajectory& trajectory, const BandOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
