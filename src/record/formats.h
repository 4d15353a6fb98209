// What the file formats share: the rules every writer keeps.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sidestep/trajectory.h"

namespace sidestep {

/// Axis-aligned box of everything seen; empty while xmin > xmax.
struct Bounds {
    double xmin = std::numeric_limits<double>::infinity(), ymin = xmin;
    double xmax = -xmin, ymax = -xmin;

    void add(Vec2d p);
    bool empty() const { return xmin > xmax; }
    friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// Decides when a writer makes its frames safe, and refuses frames that would make a file nobody can read back.
///
/// Frames are made safe every half simulated second. The promise is that a killed run lacks at most its last simulated
/// second; the other half belongs to the frames that wait in the Recorder's queue (recorder.h).
class FrameRhythm {
public:
    explicit FrameRhythm(double fps);
    /// Throws std::invalid_argument unless frames ascend, ids ascend within the frame, numbers are plausible
    /// (plausible.h) and explanations belong to the frame.
    void accept(const TrajectoryFrame& frame, Bounds& bounds);
    /// True when the frames accepted since the last call of safe() must not wait any longer.
    bool due() const;
    void safe();
    /// For messages about a failure: how much of the run is in the file.
    std::string safe_so_far() const;

private:
    double fps_;
    std::uint32_t per_commit_;
    std::int64_t last_ = -1;
    std::int64_t first_unsafe_ = 0;
    std::int64_t last_safe_ = -1;
    std::uint32_t unsafe_ = 0;
};

/// Where the lengths of periodic axes are kept among a file's metadata, as "Lx Ly" in metres.
inline constexpr std::string_view kPeriodicKey = "periodic";
inline constexpr const char* kPeriodicAllowed = "two lengths in metres, 0 for an axis that is not periodic";
std::optional<Vec2d> parse_periodic(std::string_view text);
std::string periodic_text(Vec2d periodic);

/// Whether an entry of a file's metadata is the verdict of a run, in brackets too deep for anybody to have written it.
bool is_deep_verdict(std::string_view key, std::string_view value);
inline constexpr const char* kDeepVerdict = "the verdict of the run, \"health\", is nested too deeply";

/// A metadata key as a file stores it: moved out of the way of the keys the format itself defines.
std::string stored_key(const std::string& key, std::span<const std::string_view> own);
std::string original_key(const std::string& stored);
/// Shortest decimal text that reads back as the same number.
std::string shortest(double value);
/// A value as it may be quoted in a message: at most 40 characters, all printable ASCII.
std::string quotable(std::string_view value);

}  // namespace sidestep
