// Lines that people walk along one behind the other, and single files along them, given or found in a recording.
// docs/single_file.md has the definitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/single_file.h"
#include "sidestep/trajectory.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// Open, closed to a loop, or straight along a periodic axis.
class WalkLine {
public:
    /// From corner to corner, and straight on beyond both ends. Throws InputError for fewer than two different corners.
    static WalkLine open(std::vector<Vec2d> corners);
    /// Goes on from the last corner to the first. Throws InputError for fewer than three different corners.
    static WalkLine loop(std::vector<Vec2d> corners);
    /// The same through points of a smooth curve: whoever walks beside it is measured along the curve, not along the
    /// sides of its corners.
    static WalkLine curve(std::vector<Vec2d> points);
    /// The loop at this distance around a line from a to b, counter-clockwise from the beginning of the straight on the
    /// right of it: an oval, or a circle where a is b. Throws InputError for a radius that is none.
    static WalkLine around(Vec2d a, Vec2d b, double radius);
    /// From a point in a direction that leads back to it after so many metres. Throws InputError for a length that is
    /// none.
    static WalkLine periodic(Vec2d start, Vec2d direction, double length);

    /// m round; 0: the line is open.
    double ring() const { return ring_; }
    double length() const { return along_.back(); }
    const std::vector<Vec2d>& corners() const { return corners_; }  ///< of a loop, the first again at the end

    struct Place {
        double along = 0;   ///< m; round a ring from 0 to its length
        double across = 0;  ///< m to the left
    };
    /// Of the nearest point of the line; of a curve, of the point that lies straight beside.
    Place place(Vec2d point) const;
    /// Round and round a ring; beyond the ends of an open line straight on.
    Vec2d at(double along) const;
    /// The other way round.
    WalkLine reversed() const;

private:
    WalkLine(std::vector<Vec2d> corners, double ring, bool wraps);
    static WalkLine curve(std::vector<Vec2d> points, std::vector<Vec2d> tangents);
    Place beside_curve(std::size_t segment, Vec2d point) const;

    std::vector<Vec2d> corners_;
    std::vector<Vec2d> tangents_;  // at the corners, where they are points of a curve
    std::vector<double> along_;    // of each corner
    double ring_ = 0;
    bool wraps_ = false;  // beyond its end the line begins again somewhere else: a periodic axis
};

struct SingleFileOptions {
    std::optional<WalkLine> line{};  ///< unset: found
    /// m, of a line that is found: 95 % of all places are within. Heads sway by 0.1 m; two abreast are 0.5 m apart.
    double across = 0.35;
    double reach = 0.6;  ///< m, of a line that is given: who is farther is not on it
    double lost = 1;     ///< s out of sight after which somebody begins anew; shorter gaps are filled evenly
};

/// People of a recording along a line, downstream being where they walk.
struct RecordedFile {
    std::optional<WalkLine> line;
    SingleFile file;
    std::uint32_t first_frame = 0;  ///< of the recording, that of step 0
    double across = 0;              ///< m from the line that 95 % of the places do not exceed
    std::string why_not;            ///< empty, or why this is no single file, and then there is nobody in it
    bool found() const { return why_not.empty(); }
};
/// Along a periodic axis, a straight line or a loop, whichever people walk along; a loop is the smooth closed curve
/// through the middle of their places. It is a single file where people stay on the line, walk one way and not side by
/// side. A given line is taken as it is, and everybody near it.
RecordedFile single_file_of(const Trajectory& trajectory, const SingleFileOptions& options = {});
/// The same; throws InputError that says why a recording has no single file.
RecordedFile require_single_file(const Trajectory& trajectory, const SingleFileOptions& options = {});

}  // namespace SIDESTEP_EXPORT sidestep
