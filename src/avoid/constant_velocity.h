// No reaction at all: the baseline that every score is measured against.
//
// Walkers take their wish (or keep the velocity they have, as predictions of recorded paths do) and see nobody.
#pragma once

#include "avoid/lanes.h"

namespace sidestep {

namespace constant_velocity {
enum : std::size_t { kKeeps, kParameterCount };
enum Keeps { kWish, kCurrent };
inline constexpr std::string_view kKeepsNames[] = {"wish", "current"};

inline constexpr Parameter kParameters[] = {
    {.name = "keeps",
     .symbol = "–",
     .unit = "–",
     .fallback = kWish,
     .min = 0,
     .max = 1,
     .source = "chosen here",
     .meaning = "wish: walks straight to its goal; current: never changes its velocity, as in predictions",
     .choices = kKeepsNames,
     .per_agent = false,
     .calibratable = false},
};
inline constexpr CommonDefault kCommonDefaults[] = {{kNeighbourRange, 5}, {kMaxNeighbours, 1}};
inline constexpr PartInfo kInfo{.name = "constant_velocity",
                                .kind = PartKind::avoid,
                                .source = "baseline of every score; no publication of its own",
                                .summary = "walks as if alone; the baseline",
                                .parameters = complete<kParameterCount>(kParameters),
                                .common_defaults = kCommonDefaults};
}  // namespace constant_velocity

namespace SIDESTEP_ARCH {

template <class F>
struct ConstantVelocityValues {
    MaskOf<F> keeps_current;
};
template <class F, class Source>
SIDESTEP_INLINE ConstantVelocityValues<F> constant_velocity_values(const Source& v) {
    using namespace constant_velocity;
    return {.keeps_current = v.chosen(kKeeps, kCurrent)};
}

/// The wish already ends at the goal: routes never ask for more than distance / dt.
template <class F>
SIDESTEP_INLINE Vec<F> constant_velocity_of(const Own<F>& own, const ConstantVelocityValues<F>& p) {
    return limited(select(p.keeps_current, own.velocity, own.pref), own.max_speed);
}

}  // namespace SIDESTEP_ARCH
}  // namespace sidestep
