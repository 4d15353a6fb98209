// How the scenes of cases are written down: what all have in common is said once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sidestep/scenario.h"

namespace sidestep {

/// s, of scenes that say nothing: what users get.
inline constexpr double kCaseStep = 0.1;

/// Adults on level ground (Weidmann 1993); the bounds are a choice.
inline constexpr Distribution kAdults{Distribution::Kind::normal, 1.34, 0.26, 0.6, 2.0};

/// An upright rectangle.
Polygon rectangle(Vec2d lower, Vec2d upper);
/// Floor that is made of these; where they overlap or touch it is one.
std::string rectangles_wkt(const std::vector<Polygon>& rectangles);

class CaseScene {
public:
    /// `wkt` as in scenes; people have until `duration` (s).
    CaseScene(std::string_view name, std::string wkt, double duration);

    /// People of one kind: number of the profile.
    int people(const Distribution& speed = kAdults);
    /// An area through which people leave.
    int exit(std::string_view name, Polygon region);
    /// Where people stay.
    int goal(std::string_view name, Vec2d at);
    /// Whichever exit is nearest by the way to walk.
    int nearest(std::string_view name, std::vector<int> goals);
    /// After `goal` comes `next`.
    void then(int goal, int next) { scene_.goals[goal].next = next; }
    AgentSpec& person(Vec2d at, int goal, int profile = 0);
    AgentSpec& crowd(Polygon region, std::uint32_t count, int goal, int profile = 0);
    /// Slower there than on level ground by this factor, such as stairs.
    void slow(Polygon region, double factor) { scene_.regions.push_back({std::move(region), factor}); }
    void line(std::string_view name, Vec2d a, Vec2d b);
    void area(std::string_view name, Polygon polygon);
    void record_every(std::uint32_t steps) { scene_.record_every = steps; }
    /// Corridors that close upon themselves after so many metres along x. Nobody plans ways there.
    void closed_after(double length);

    /// Ready to run.
    Scenario done();

private:
    Scenario scene_;
};

}  // namespace sidestep
