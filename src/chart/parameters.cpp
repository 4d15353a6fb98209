// The table of heading charts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"
#include "scenario/range.h"
#include "sidestep/error.h"
#include "sidestep/heading_chart.h"

namespace sidestep {
namespace {

// Of a part's own values, behind the common ones.
constexpr std::size_t kOwn = kCommonCount;
constexpr std::string_view kTurnRules[] = {"arc", "chord"};
constexpr std::string_view kEdgeTurns[] = {"by_length", "full"};
constexpr std::string_view kCornerRules[] = {"rounded", "facing"};
constexpr std::string_view kOffOn[] = {"off", "on"};
constexpr std::string_view kPaper = "Brogan and Johnson 2003";

// In the order of enum ChartParameter.
constexpr std::array<Parameter, kChartParameterCount> kTable = {{
    {.name = "body_radius",
     .symbol = "r_b",
     .unit = "m",
     .fallback = 0.1245,
     .min = 0.05,
     .max = 2,
     .source = "Brogan and Johnson 2003, half of 0.249 m; 0.225 is nearer to real shoulders",
     .meaning = "no centre of a body comes closer to a wall",
     .calibratable = false,
     .elsewhere = "the profile's \"radius\""},
    {.name = "cell",
     .symbol = "cell",
     .unit = "m",
     .fallback = 0.04,
     .min = 0.01,
     .max = 1,
     .source = kPaper,
     .meaning =
         "side of a grid cell; passages narrower than a cell beyond the body's width are closed, half of it costs "
         "four times the memory",
     .per_agent = false,
     .calibratable = false},
    {.name = "sub_step",
     .symbol = "d",
     .unit = "m",
     .min = 0,
     .max = 10,
     .min_excluded = true,
     .source = kPaper,
     .meaning = "distance of the subgoals along a turn; headings are off by up to half the turn from one to the next",
     .derive = [](ParameterValues v) { return 4 * v[kOwn + kCell]; },
     .derive_text = "4 cell",
     .per_agent = false,
     .calibratable = false},
    {.name = "max_turn_radius",
     .symbol = "r_max",
     .unit = "m",
     .fallback = 1.5,
     .min = 0,
     .max = 20,
     .source = kPaper,
     .meaning = "radius of the turns in the last chart; should not be below c_turn top_speed²",
     .per_agent = false,
     .calibratable = false},
    {.name = "turn_radii",
     .symbol = "n_r",
     .unit = "–",
     .fallback = 20,
     .min = 1,
     .max = 256,
     .source = "Brogan and Johnson 2003; even spacing is ours",
     .meaning = "number of charts, for radii evenly spread from 0 to max_turn_radius; a whole number",
     .per_agent = false,
     .calibratable = false,
     .whole = true},
    {.name = "turn_rule",
     .symbol = "θ",
     .unit = "–",
     .max = 1,
     .source = "Brogan and Johnson 2003, eq. 1",
     .meaning = "turn at a subgoal: arc is sub_step / radius; chord puts the subgoals exactly on the circle",
     .choices = kTurnRules,
     .per_agent = false,
     .calibratable = false},
    {.name = "edge_turn",
     .symbol = "θ_e",
     .unit = "–",
     .max = 1,
     .source = "chosen here; full is the paper's",
     .meaning = "turn at a subgoal beside an obstacle: by_length grows with the distance of the next subgoal, so that "
                "the radius holds there, too; full is that of all subgoals",
     .choices = kEdgeTurns,
     .per_agent = false,
     .calibratable = false},
    {.name = "corners",
     .symbol = "–",
     .unit = "–",
     .max = 1,
     .source = "chosen here; facing is the paper's",
     .meaning =
         "how corners are walked round: rounded passes them in the middle of the turn, with a chart that fits the "
         "speed ahead; facing has finished the turn there, with the chart of the speed of the moment",
     .choices = kCornerRules,
     .per_agent = false,
     .calibratable = false},
    {.name = "top_speed",
     .symbol = "speed_max",
     .unit = "m/s",
     .fallback = 1.36,
     .min = 0.1,
     .max = 10,
     .source = "Brogan and Johnson 2003, sd 0.162, 285 measured",
     .meaning = "speed far from start, goal and obstacles",
     .elsewhere = "the profile's \"pref_speed\""},
    {.name = "turn_speed",
     .symbol = "speed_turn",
     .unit = "m/s",
     .fallback = 1.10,
     .min = 0.1,
     .max = 10,
     .source = "Brogan and Johnson 2003, sd 0.143, 308 measured",
     .meaning = "speed in contact with an obstacle; above top_speed it has no effect"},
    {.name = "accel_distance",
     .symbol = "d_accel",
     .unit = "m",
     .fallback = 1.82,
     .max = 50,
     .min_excluded = true,
     .source = kPaper,
     .meaning = "way from standing to top_speed"},
    {.name = "decel_distance",
     .symbol = "d_decel",
     .unit = "m",
     .fallback = 1.63,
     .max = 50,
     .min_excluded = true,
     .source = kPaper,
     .meaning = "way from top_speed to standing"},
    {.name = "obstacle_distance",
     .symbol = "d_obst",
     .unit = "m",
     .fallback = 0.81,
     .max = 20,
     .min_excluded = true,
     .source = kPaper,
     .meaning = "obstacles nearer than this slow the walker down, in contact to turn_speed",
     .per_agent = false},
    {.name = "min_speed",
     .symbol = "v_floor",
     .unit = "m/s",
     .max = 10,
     .min_excluded = true,
     .source = "chosen here: acceleration then takes as long as a uniform one over accel_distance",
     .meaning = "speed proportional to distance would never leave the start nor reach the goal",
     .derive = [](ParameterValues v) { return v[kOwn + kTopSpeed] * exponential(-2); },
     .derive_text = "top_speed / e²",
     .per_agent = false,
     .calibratable = false},
    {.name = "stopped_share",
     .symbol = "s_stop",
     .unit = "–",
     .fallback = 0.5,
     .max = 0.9,
     .source = "chosen here",
     .meaning = "in a crowd, whom others hold below this share of min_speed has stopped: its acceleration begins anew",
     .per_agent = false,
     .calibratable = false},
    {.name = "c_turn",
     .symbol = "c_turn",
     .unit = "s²/m",
     .fallback = 0.448,
     .max = 1,
     .source = "Brogan and Johnson 2003, Table 1, fitted to distances; 0.367 to areas, 0.310 to speeds",
     .meaning = "turning radius over speed²: how wide the turns of fast walkers are"},
    {.name = "c_inertia",
     .symbol = "c_inertia",
     .unit = "1/0.066 s",
     .fallback = 0.86,
     .max = 0.99,
     .source = "Brogan and Johnson 2003, Table 1, fitted to distances; 0.852 to areas, 0.864 to speeds",
     .meaning = "share of the old heading that is kept for 0.066 s; 0 follows the chart at once"},
    {.name = "retry_step",
     .symbol = "dv",
     .unit = "m/s",
     .fallback = 0.05,
     .max = 10,
     .min_excluded = true,
     .source = "chosen here",
     .meaning = "where the chart knows no way the walker slows down by as much and looks again",
     .per_agent = false,
     .calibratable = false},
    {.name = "detour",
     .symbol = "–",
     .unit = "m",
     .fallback = 0.3,
     .max = 10,
     .source = "chosen here",
     .meaning = "with corners rounded, how much longer a way may be for who walks slower than it could to keep to the "
                "wide turns of its full speed",
     .per_agent = false,
     .calibratable = false},
    {.name = "anticipation",
     .symbol = "–",
     .unit = "–",
     .fallback = 0.3,
     .max = 1,
     .source = "chosen here: with less turns begin late and end wide, with more they begin before the corner",
     .meaning = "with corners rounded, the share of inertia's time by which a walker looks ahead along its heading and "
                "turns before the chart turns it where it is",
     .per_agent = false,
     .calibratable = false},
    {.name = "patience",
     .symbol = "–",
     .unit = "–",
     .fallback = 1,
     .min = 0.1,
     .max = 100,
     .source = "chosen here",
     .meaning = "with corners rounded, how many full circles somebody walks without getting nearer to the goal before "
                "it slows down and turns tighter",
     .per_agent = false,
     .calibratable = false},
    {.name = "goal_tolerance",
     .symbol = "goal_tol",
     .unit = "m",
     .fallback = 0.1,
     .max = 10,
     .min_excluded = true,
     .source = "chosen here",
     .meaning = "the goal is reached within this distance",
     .calibratable = false,
     .elsewhere = "the profile's \"goal_radius\""},
    {.name = "line_tolerance",
     .symbol = "line_tol",
     .unit = "m",
     .fallback = 0.3,
     .max = 10,
     .source = "chosen here",
     .meaning = "who arrives walking has arrived when crossing the line through the goal this near to it",
     .per_agent = false,
     .calibratable = false},
    {.name = "grid_slowing",
     .symbol = "–",
     .unit = "–",
     .max = 1,
     .source = "Brogan and Johnson 2003 for off",
     .meaning = "of the baseline, the route grid: whether obstacles slow it down as they do with charts",
     .choices = kOffOn,
     .per_agent = false,
     .calibratable = false},
    {.name = "dt",
     .symbol = "dt",
     .unit = "s",
     .fallback = 0.066,
     .max = 0.2,
     .min_excluded = true,
     .source = kPaper,
     .meaning = "time step of a walk; inertia does not depend on it",
     .per_agent = false,
     .calibratable = false,
     .elsewhere = "\"dt\" of \"simulation\""},
}};

void check(const Parameter& parameter, double value) {
    const Range range = range_of(parameter);
    const bool broken = parameter.whole && value != std::floor(value);
    if (range.contains(value) && !broken) return;
    InputProblem problem;
    problem.message = fmt::format("\"{}\" of the heading charts is {}", parameter.name,
                                  broken ? "not a whole number" : "out of range");
    problem.value = fmt::format("{}", value);
    problem.allowed = range.text();
    problem.remedy = "Choose a value in this range.";
    throw InputError(std::move(problem));
}

}  // namespace

std::span<const Parameter> chart_parameters() {
    return kTable;
}

double derived(ChartParameter parameter, const ChartValues& values) {
    std::array<double, kOwn + kChartParameterCount> all{};  // none is derived from a common parameter
    std::copy(values.begin(), values.end(), all.begin() + kOwn);
    return kTable[parameter].derive(all);
}

ChartValues chart_values(std::span<const std::optional<double>> written) {
    ChartValues values{};
    for (std::size_t i = 0; i < kChartParameterCount; ++i) {
        values[i] = kTable[i].derive != nullptr ? derived(static_cast<ChartParameter>(i), values) : kTable[i].fallback;
        if (i < written.size() && written[i]) values[i] = *written[i];
        check(kTable[i], values[i]);
    }
    return values;
}

ChartValues chart_values(std::span<const std::pair<ChartParameter, double>> replaced) {
    std::array<std::optional<double>, kChartParameterCount> written;
    for (const auto& [parameter, value] : replaced) written[parameter] = value;
    return chart_values(std::span<const std::optional<double>>(written));
}

}  // namespace sidestep
