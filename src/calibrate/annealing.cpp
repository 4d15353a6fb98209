// Simulated annealing, with the schedule of our specification of Brogan and Johnson 2003 (§2.6), who do not state
// theirs: steps and temperature shrink together by 3 % each time.
#include "base/math.h"
#include "base/random.h"
#include "calibrate/trials.h"

namespace sidestep {
namespace {

constexpr double kCooling = 0.97;
constexpr double kFirstStep = 0.05;         // standard deviation, of the range
constexpr double kFirstTemperature = 0.1;   // of the cost at the start
constexpr AgentId kJudge = UINT32_MAX - 1;  // draws whether to accept; the others draw steps, one per unknown

/// In (0, 1), so that it has a quantile.
double open_unit(std::uint64_t seed, AgentId who, std::uint64_t step) {
    return (static_cast<double>(random_bits(seed, who, step, Purpose::shuffle) >> 12) + 0.5) * 0x1p-52;
}

double reflected(double x) {
    while (x < 0 || x > 1) x = x < 0 ? -x : 2 - x;
    return x;
}

}  // namespace

void anneal(Trials& trials, std::uint64_t seed) {
    UnitPoint at = trials.start();
    double cost = trials(at);
    const double hottest = kFirstTemperature * cost;
    double share = 1;  // of the first temperature
    for (int k = 1; k < trials.most(); ++k, share *= kCooling) {
        const auto step = static_cast<std::uint64_t>(k);
        UnitPoint next = at;
        for (std::size_t i = 0; i < next.size(); ++i) {
            const double normal = normal_quantile(open_unit(seed, static_cast<AgentId>(i), step));
            next[i] = reflected(next[i] + kFirstStep * share * normal);
        }
        const double tried = trials(next);
        const double worse = tried - cost, temperature = hottest * share;
        const bool accepted =
            worse <= 0 || (temperature > 0 && open_unit(seed, kJudge, step) < exponential(-worse / temperature));
        if (accepted) at = std::move(next), cost = tried;
    }
}

}  // namespace sidestep
