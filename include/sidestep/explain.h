// Why an agent did what it did: labelled shapes that a model draws from the state it decided on. The viewer and result
// files show them; nothing is computed unless somebody asks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/id.h"
#include "sidestep/names.h"
#include "sidestep/vec2.h"

namespace SIDESTEP_EXPORT sidestep {

/// What a shape is about; the viewer gives each role its colour.
enum class Role : std::uint8_t {
    wish,        ///< what the agent would do alone
    decision,    ///< what it chose: the velocity (in m/s), and the force that led to it where there is one
    goal,        ///< pull of the goal
    neighbour,   ///< what somebody else causes
    wall,        ///< what a wall causes
    prediction,  ///< where somebody is expected
    limit,       ///< bounds: a field of view, a permitted set
    count
};
template <>
struct NamesOf<Role> {
    static constexpr std::string_view all[] = {"wish", "decision", "goal", "neighbour", "wall", "prediction", "limit"};
};

struct Shape {
    enum class Kind : std::uint8_t {
        vector,      ///< `b` drawn from `a`; `b` is in `unit`, not a place
        segment,     ///< from `a` to `b`
        circle,      ///< around `a` with radius `value`; in m/s it bounds velocities drawn with origin `a`
        point,       ///< at `a`
        polygon,     ///< `points`
        half_plane,  ///< velocities v, drawn with origin `a`, with `b`·v ≥ `value`; `b` is a unit vector
        count
    };
    Kind kind = Kind::point;
    Role role = Role::limit;
    Vec2d a{}, b{};             ///< places in metres, as in the map
    double value = 0;           ///< radius, offset of a half-plane, or a number of its own (a time to collision)
    std::vector<Vec2d> points;  ///< of a polygon
    std::string label;          ///< short, without the number: "time to collision"
    std::string unit;           ///< of `b` (vector) or `value`: "m/s", "m/s²", "s", "m"
    AgentId about = 0;          ///< the neighbour it concerns, 0 if none
    friend bool operator==(const Shape&, const Shape&) = default;
};
template <>
struct NamesOf<Shape::Kind> {
    static constexpr std::string_view all[] = {"vector", "segment", "circle", "point", "polygon", "half_plane"};
};

/// One agent's decision from the state in one frame to the next.
struct Explanation {
    AgentId id = 0;
    std::uint32_t frame = 0;  ///< of the state it decided on
    std::string model;
    Vec2d position{};
    std::vector<Shape> shapes;
    friend bool operator==(const Explanation&, const Explanation&) = default;
};

/// One JSON object, the form in result files and in the viewer (docs/viewer_protocol.md). Throws InputError on text
/// that is not one.
std::string to_json(const Explanation& explanation);
Explanation explanation_from_json(const std::string& text);

}  // namespace SIDESTEP_EXPORT sidestep
