// Small parameter tables, so that these tests do not depend on the models there are.
#pragma once

#include <array>
#include <string_view>

#include "sidestep/parameters.h"

namespace sidestep::test {

inline constexpr std::array<std::string_view, 2> kModes = {"gentle", "rough"};

inline Parameter parameter(std::string_view name, double fallback, double min, double max) {
    Parameter p;
    p.name = name;
    p.unit = "m";
    p.fallback = fallback;
    p.min = min;
    p.max = max;
    return p;
}

inline const std::array<Parameter, 5>& alpha_parameters() {
    static const std::array<Parameter, 5> table = [] {
        std::array<Parameter, 5> t = {parameter("strength", 1, 0, 10), parameter("mode", 0, 0, 1),
                                      parameter("horizon", 2, 0, 20), parameter("reach", 0, 0, 50),
                                      parameter("twice_reach", 0, 0, 50)};
        t[0].min_excluded = true;
        t[1].choices = kModes;
        t[2].per_agent = false;
        t[3].derive = [](ParameterValues v) { return v[kRadius] + 0.3; };
        t[3].derive_text = "radius + 0.3";
        t[4].derive = [](ParameterValues v) { return 2 * v[kCommonCount + 3]; };
        t[4].derive_text = "2 reach";
        return t;
    }();
    return table;
}

inline const std::array<Parameter, 1>& beta_parameters() {
    static const std::array<Parameter, 1> table = {parameter("stiffness", 3, 0, 9)};
    return table;
}

inline constexpr std::array<CommonDefault, 1> kAlphaDefaults = {{{kPrefSpeed, 1.4}}};

inline const PartInfo& alpha() {
    static const PartInfo info{"alpha",        PartKind::avoid, "nobody", "a test", alpha_parameters(),
                               kAlphaDefaults, nullptr};
    return info;
}
inline const PartInfo& beta() {
    static const PartInfo info{"beta", PartKind::avoid, "nobody", "another test", beta_parameters(), {}, nullptr};
    return info;
}

inline constexpr std::array<CommonDefault, 1> kRoadDefaults = {{{kGoalRadius, 0.7}}};

/// A route with parameters, one of which a scene says elsewhere.
inline const PartInfo& roads() {
    static const std::array<Parameter, 2> table = [] {
        std::array<Parameter, 2> t = {parameter("replan", 5, 0.1, 1e6), parameter("body", 0.25, 0.05, 2)};
        t[1].elsewhere = "the profile's \"radius\"";
        return t;
    }();
    static const PartInfo info{"roads", PartKind::route, "nobody", "a route", table, kRoadDefaults, nullptr};
    return info;
}
inline const PartInfo& straight() {
    static const PartInfo info{"direct", PartKind::route, "nobody", "straight", {}, {}, nullptr};
    return info;
}
inline const PartInfo& trail() {
    static const std::array<Parameter, 1> table = [] {
        std::array<Parameter, 1> t = {parameter("gap", 0, 0, 9)};
        t[0].derive = [](ParameterValues v) { return 2 * v[kRadius]; };
        t[0].derive_text = "2 radius";
        return t;
    }();
    static const PartInfo info{"trail", PartKind::intent, "nobody", "an intent", table, {}, nullptr, {}, 40};
    return info;
}
inline const PartInfo& gather() {
    static const std::array<Parameter, 1> table = {parameter("gap", 1, 0, 9)};
    static const PartInfo info{"gather", PartKind::intent, "nobody", "another intent", table, {}, nullptr, {}, 8};
    return info;
}
inline std::span<const PartInfo* const> models() {
    static const std::array<const PartInfo*, 6> all = {&straight(), &roads(), &trail(), &gather(), &alpha(), &beta()};
    return all;
}

}  // namespace sidestep::test
