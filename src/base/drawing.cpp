#include "base/drawing.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace sidestep {

namespace {

bool finite(Vec2d v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

Shape shape(Shape::Kind kind, Role role, std::string_view label, std::string_view unit, AgentId about) {
    Shape s;
    s.kind = kind;
    s.role = role;
    s.label = label;
    s.unit = unit;
    s.about = about;
    return s;
}

}  // namespace

void Drawing::add(Shape s) {
    if (!finite(s.a) || !finite(s.b) || !std::isfinite(s.value) || !std::ranges::all_of(s.points, finite)) return;
    shapes_.push_back(std::move(s));
}

void Drawing::vector(Role role, std::string_view label, Vec2d v, std::string_view unit, AgentId about) {
    Shape s = shape(Shape::Kind::vector, role, label, unit, about);
    s.a = agent_;
    s.b = v;
    add(std::move(s));
}

void Drawing::segment(Role role, std::string_view label, Vec2d a, Vec2d b, double value, std::string_view unit,
                      AgentId about) {
    Shape s = shape(Shape::Kind::segment, role, label, unit, about);
    s.a = agent_ + a;
    s.b = agent_ + b;
    s.value = value;
    add(std::move(s));
}

void Drawing::circle(Role role, std::string_view label, Vec2d centre, double radius, std::string_view unit,
                     AgentId about) {
    Shape s = shape(Shape::Kind::circle, role, label, unit, about);
    s.a = agent_ + centre;
    s.value = radius;
    add(std::move(s));
}

void Drawing::point(Role role, std::string_view label, Vec2d at, double value, std::string_view unit, AgentId about) {
    Shape s = shape(Shape::Kind::point, role, label, unit, about);
    s.a = agent_ + at;
    s.value = value;
    add(std::move(s));
}

void Drawing::half_plane(Role role, std::string_view label, Vec2d n, double c, AgentId about) {
    Shape s = shape(Shape::Kind::half_plane, role, label, unit_name::velocity, about);
    s.a = agent_;
    s.b = n;
    s.value = c;
    add(std::move(s));
}

void Drawing::sector(Role role, std::string_view label, Vec2d direction, double half_turn, double radius) {
    constexpr double kCorner = 1.0 / 36;  // a corner every ten degrees looks round
    Shape s = shape(Shape::Kind::polygon, role, label, unit_name::length, 0);
    s.a = agent_;
    s.value = radius;
    if (half_turn < 0.5) s.points.push_back(agent_);
    const int corners = std::max(1, static_cast<int>(std::ceil(2 * half_turn / kCorner)));
    for (int i = 0; i <= corners; ++i) {
        const SinCos turned = sin_cos(2 * kPi * half_turn * (2.0 * i / corners - 1));
        s.points.push_back(agent_ + Vec2d{direction.x * turned.cos - direction.y * turned.sin,
                                          direction.x * turned.sin + direction.y * turned.cos} *
                                        radius);
    }
    add(std::move(s));
}

}  // namespace sidestep
