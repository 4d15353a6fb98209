// Parameter tables: the only place where a parameter exists. Parsing, validation, settings, `sidestep params`, what a
// recording says of its run and the bounds of calibration all read them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "sidestep/export.h"
#include "sidestep/names.h"

namespace SIDESTEP_EXPORT sidestep {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Values of one agent for one part, in table order: the common parameters first, then the part's own.
using ParameterValues = std::span<const double>;

struct Parameter {
    std::string_view name;
    std::string_view symbol;
    std::string_view unit;  ///< "m", "s", "m/s", … or "–"
    double fallback = 0;    ///< default value, unless `derive` is set
    double min = 0, max = kUnlimited;
    bool min_excluded = false;   ///< the range is (min, max] instead of [min, max]
    std::string_view source{};   ///< where the number comes from
    std::string_view meaning{};  ///< what it does, what happens when it is too large
    /// Default computed from parameters that stand earlier in the table; `derive_text` says how, e.g. "radius + 0.3".
    double (*derive)(ParameterValues) = nullptr;
    std::string_view derive_text{};
    /// For a choice the value is an index into these names, and a scene writes the name.
    std::span<const std::string_view> choices{};
    bool per_agent = true;  ///< may be drawn for each agent
    bool calibratable = true;
    /// Section of the scene whose names continue the choices, in the order of the scene.
    std::string_view scene_names{};
    bool whole = false;  ///< takes whole numbers only
    /// Where a scene says it instead ("the profile's \"radius\""); nobody sets it as a parameter of its part then.
    std::string_view elsewhere{};
};

/// Parameters everybody has; set directly on the profile. Indices into ParameterValues.
enum Common : std::uint32_t {
    kRadius,
    kPrefSpeed,
    kMaxSpeed,
    kMaxAccel,
    kNeighbourRange,
    kMaxNeighbours,
    kGoalRadius,
    kCommonCount
};
std::span<const Parameter> common_parameters();

/// m: the body of people of whom nothing is said, everywhere.
inline constexpr double kUsualRadius = 0.2;

/// A part's own default for a common parameter.
struct CommonDefault {
    Common parameter;
    double value;
};

/// Values that belong together, by a name that a profile may give (`"preset": "published"`): they are set where the
/// profile does not say otherwise.
struct PresetValue {
    std::string_view parameter;  ///< of the part, or common
    double value;
};
struct Preset {
    std::string_view name;
    std::span<const PresetValue> values;
};
/// The constants of a part's publication. Every part knows it: where there is no such list they are the defaults.
inline constexpr std::string_view kPublished = "published";

/// Whom an agent takes into account: a model's default, or a profile's choice.
struct NeighbourSpec {
    enum class Provider : std::uint8_t {
        nearest,  ///< all in range, the nearest first
        graph     ///< those linked by the Delaunay graph of everybody, without the links that cross a wall
    };
    /// By what `max_neighbours` chooses, where there are more.
    enum class Rank : std::uint8_t {
        distance,
        interception,  ///< least time in which the agent could meet the other; who cannot be met is left out
        attention      ///< ranks of distance, time to and distance at the closest approach (where people look)
    };
    Provider provider = Provider::nearest;
    Rank rank = Rank::distance;
    double field_of_view_deg = 360;  ///< around the heading
    bool hidden_by_walls = false;    ///< whoever stands behind a wall is not seen
    /// Whether some of those in range may be left out; on a map without walls nobody is hidden.
    bool filters(bool has_walls) const {
        return rank != Rank::distance || field_of_view_deg < 360 || (hidden_by_walls && has_walls);
    }
    friend bool operator==(const NeighbourSpec&, const NeighbourSpec&) = default;
};
template <>
struct NamesOf<NeighbourSpec::Provider> {
    static constexpr std::string_view all[] = {"nearest", "graph"};
};
template <>
struct NamesOf<NeighbourSpec::Rank> {
    static constexpr std::string_view all[] = {"distance", "interception", "attention"};
};

/// What a part of a profile does, in the order in which parts are asked.
enum class PartKind : std::uint8_t {
    route,    ///< where to walk next on the way to the goal
    midterm,  ///< how to get through those who walk between here and there
    intent,   ///< what else somebody wants: to follow, to stay with its group
    avoid     ///< the local model: the next velocity
};
template <>
struct NamesOf<PartKind> {
    static constexpr std::string_view all[] = {"route", "midterm", "intent", "avoid"};
};

/// What is known of a part of the catalogue. Names are unique among all parts.
struct PartInfo {
    std::string_view name;
    PartKind kind;
    std::string_view source;  ///< citation
    std::string_view summary{};
    std::span<const Parameter> parameters{};
    /// Where several parts of a profile have one, that of the part asked first counts.
    std::span<const CommonDefault> common_defaults{};
    /// Largest time step the part is stable with; larger steps are split. Receives the whole value list.
    double (*max_dt)(ParameterValues) = nullptr;
    NeighbourSpec neighbours{};  ///< of a local model: whom it takes into account
    /// What the part remembers of each agent from step to step; starts as zero bytes and is part of the state hash.
    std::uint32_t memory_bytes = 0;
    /// s: how far back it reads where people were (WorldView::history).
    double history_s = 0;
    std::span<const Preset> presets{};
};

/// A number in a scene: fixed, or drawn per agent.
struct Distribution {
    /// Of a log-normal the logarithm is normal: values are above 0, and some are far above the mean. An exponential is
    /// how long one waits for what may happen at any moment.
    enum class Kind { constant, uniform, normal, log_normal, exponential } kind = Kind::constant;
    double a = 0;  ///< value | lower bound | mean (of the value, not of its logarithm)
    double b = 0;  ///< – | upper bound | standard deviation, likewise; – of an exponential
    double min = -kUnlimited, max = kUnlimited;  ///< truncation of all but constants and uniforms

    static Distribution fixed(double value) { return {Kind::constant, value, 0, -kUnlimited, kUnlimited}; }
    static Distribution between(double low, double high) { return {Kind::uniform, low, high, -kUnlimited, kUnlimited}; }
    /// Log-normal numbers with this mean and standard deviation, as far as they lie between the bounds.
    static Distribution log_normal(double mean, double sd, double low, double high) {
        return {Kind::log_normal, mean, sd, low, high};
    }
    /// Exponential numbers with this mean, as far as they lie between the bounds.
    static Distribution exponential(double mean, double low, double high) {
        return {Kind::exponential, mean, 0, low, high};
    }
    /// Where most values are: the value, the middle of a uniform, the mean.
    double middle() const { return kind == Kind::uniform ? (a + b) / 2 : a; }
    friend bool operator==(const Distribution&, const Distribution&) = default;
};
template <>
struct NamesOf<Distribution::Kind> {  // a constant is written as a number
    static constexpr std::string_view all[] = {"constant", "uniform", "normal", "log_normal", "exponential"};
};

}  // namespace SIDESTEP_EXPORT sidestep
