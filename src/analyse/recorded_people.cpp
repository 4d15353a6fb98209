// Measured with `sidestep analyse FILE --metric all`; a test measures them again where the recordings are.
#include "sidestep/recorded_people.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sidestep {
namespace {

constexpr MotionQuality sampled(double reversals, double jerk, double jerk_95, double standing, double creeping,
                                double backwards, double swerving) {
    MotionQuality q;
    q.reversals = reversals;
    q.jerk = jerk;
    q.jerk_95 = jerk_95;
    q.standing = standing;
    q.creeping = creeping;
    q.backwards = backwards;
    q.swerving = swerving;
    return q;
}

constexpr RecordedPeople kRecordings[] = {
    // name, file, accelerations, {reversals, jerk, jerk_95, standing, creeping, backwards, swerving}
    {"eth", "eth/eth.txt", true, sampled(5.5, 1.42, 3.47, 0.0417, 0.0144, 0.00105, 5.43)},
    {"zara01", "zara01/zara01.txt", false, sampled(0.0845, 0.341, 0.941, 0.0172, 0.0203, 0, 2.2)},
    {"students01", "students01/students01.txt", false, sampled(0.104, 0.367, 1.01, 0.112, 0.229, 0.000697, 5.79)},
    {"corridor, free", "corridor_basigo_uni500/uni_corr_500_01.txt", true,
     sampled(0.647, 1.19, 1.97, 0, 0.000921, 0, 5.78)},
    {"corridor, dense", "corridor_uo180/uo-180-180-180.txt", true, sampled(5.01, 1.63, 2.83, 0, 0.005, 0, 21.3)},
    {"bottleneck", "bottleneck_wuppertal2018/040_c_56_h-.txt", true,
     sampled(0.582, 0.933, 1.98, 0.507, 0.37, 0.0116, 18.3)},
};

struct Compared {
    std::string_view metric;
    double MotionQuality::* value;
    bool of_accelerations;  ///< or of turns between short steps
};
constexpr std::array kCompared{
    Compared{"reversals", &MotionQuality::reversals, true}, Compared{"jerk", &MotionQuality::jerk, true},
    Compared{"jerk_95", &MotionQuality::jerk_95, true},     Compared{"standing", &MotionQuality::standing, false},
    Compared{"creeping", &MotionQuality::creeping, false},  Compared{"backwards", &MotionQuality::backwards, false},
    Compared{"swerving", &MotionQuality::swerving, true},
};

}  // namespace

std::span<const RecordedPeople> recorded_people() {
    return kRecordings;
}

std::optional<PeopleRange> people_range(std::string_view metric, double sampling) {
    const auto compared = std::ranges::find(kCompared, metric, &Compared::metric);
    if (compared == kCompared.end() || std::abs(sampling - kDefaultSampling) > 1e-9) return std::nullopt;
    std::optional<PeopleRange> range;
    for (const RecordedPeople& people : kRecordings) {
        if (compared->of_accelerations && !people.accelerations) continue;
        const double value = people.mean.*compared->value;
        range =
            range ? PeopleRange{std::min(range->low, value), std::max(range->high, value)} : PeopleRange{value, value};
    }
    return range;
}

std::string people_text(std::string_view metric, double sampling) {
    const auto range = people_range(metric, sampling);
    return range ? fmt::format("{:.2g}-{:.2g}", range->low, range->high) : std::string();
}

}  // namespace sidestep
