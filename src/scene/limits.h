// What a scene may contain, for the reader and the schema alike. Parameters have their ranges in their tables.
#pragma once

#include "scenario/bounds.h"
#include "scene/reader.h"
#include "sidestep/parameters.h"

namespace sidestep {

inline constexpr Range kTimeStep{kShortestStep, kLongestStep, false, "s"};
inline constexpr Range kDuration{0, 1e7, true, "s"};
inline constexpr Range kSourceTime{0, 1e7, false, "s"};
inline constexpr Range kSourceRate{0, 1e4, true, "1/s"};
inline constexpr Range kMapUnit{0, 1e6, true, "m"};
inline constexpr Range kMapFloor{-1e5, 1e5, false, "m"};
inline constexpr Range kSmoothing{0, 10, false, "s"};
inline constexpr Range kSpacing{0, 1000, false, "m"};
inline constexpr Range kVelocityComponent{-20, 20, false, "m/s"};
inline constexpr Range kFieldOfView{1, 360, false, "°"};
inline constexpr Range kSpeedFactor{0, 10, true, {}};
inline constexpr Range kGoalHeading{-360, 360, false, "°"};
inline constexpr Range kGoalSpeed{0, 10, false, "m/s"};
inline constexpr std::uint64_t kMostChartMemory = 1'000'000;  // MB
inline constexpr std::uint64_t kLeastExpansions = 1, kMostExpansions = 1'000'000'000'000;
inline constexpr std::uint64_t kMostRecordEvery = 1'000'000;
inline constexpr std::uint64_t kLargestId = 0xffff'fffe;

inline constexpr Parameter kStartDelay{.name = "start_delay",
                                       .symbol = {},
                                       .unit = "s",
                                       .fallback = 0,
                                       .min = 0,
                                       .max = 1e6,
                                       .meaning = "Seconds before an agent begins to walk"};
inline constexpr Parameter kSourceGap{.name = "gaps",
                                      .symbol = {},
                                      .unit = "s",
                                      .fallback = 1,
                                      .min = 0,
                                      .max = 1e6,
                                      .meaning = "Seconds from one newcomer to the next"};
inline constexpr Parameter kService{.name = "service",
                                    .symbol = {},
                                    .unit = "s",
                                    .fallback = 4,
                                    .min = 0,
                                    .max = 1e6,
                                    .meaning = "Seconds that somebody is served"};
inline constexpr Parameter kQueuePatience{.name = "patience",
                                          .symbol = {},
                                          .unit = "s",
                                          .fallback = kUnlimited,
                                          .min = 0,
                                          .max = 1e6,
                                          .meaning = "Seconds that somebody waits before it gives up"};
inline constexpr std::string_view kQueueEntries[] = {"tail", "end"};
inline constexpr Range kQueueSpacing{0.1, 10, false, "m"};
inline constexpr Range kQueueReaction{0, 2, false, "s"};
inline constexpr std::uint64_t kMostQueuePoints = 10'000;
inline constexpr std::size_t kMostMeasured = 1000;    // areas, and lines
inline constexpr double kShortestMeasureLine = 0.01;  // m
inline constexpr Range kMeasureCutoff{0, 1000, false, "m"};
inline constexpr std::uint64_t kMostCutoffCorners = 100;
inline constexpr Range kMeasureTime{0, 1e6, true, "s"};
inline constexpr Range kMeasureCell{0.01, 1000, false, "m"};

}  // namespace sidestep
