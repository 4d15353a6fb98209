// The intent `pacing`: somebody whose speed a script decides, for others to follow: it stops and goes, brakes, or walks
// unevenly. What experiments on following need of a leader.
#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "wish/wish_part.h"

namespace sidestep {

namespace {

enum Value : std::size_t { kBrakeAt, kBrake, kStand, kPeriod, kUneven };

constexpr Parameter kParameters[] = {
    {.name = "brake_at",
     .symbol = "–",
     .unit = "s",
     .fallback = 1e7,
     .max = 1e7,
     .source = "Bruneau 2016, figure 3.3: the leader slows down and stops",
     .meaning = "from then on it brakes until it stands",
     .calibratable = false},
    {.name = "brake",
     .symbol = "–",
     .unit = "m/s²",
     .fallback = 1,
     .max = 1e4,
     .min_excluded = true,
     .source = "chosen here",
     .meaning = "how hard it brakes",
     .calibratable = false},
    {.name = "stand",
     .symbol = "–",
     .unit = "s",
     .fallback = 1e7,
     .max = 1e7,
     .source = "chosen here",
     .meaning = "how long it then stands before it walks on",
     .calibratable = false},
    {.name = "period",
     .symbol = "–",
     .unit = "s",
     .max = 1e6,
     .source = "Bruneau 2016, figure 3.10: a rectangular signal",
     .meaning = "it stands for the first half of every such time and walks in the second; 0: always walks",
     .calibratable = false},
    {.name = "uneven",
     .symbol = "σ",
     .unit = "m/s",
     .max = 2,
     .source = "Bruneau 2016, figure 3.3: a jerky leader",
     .meaning = "standard deviation of what is added to its speed in every step",
     .calibratable = false},
};

double paced_speed(const double* values, const WorldView& world, AgentId id, double preferred) {
    const double period = values[kPeriod];
    // Halves of a period are whole numbers of steps where the scene means them to be: rounding must not move them.
    const double now = world.time + 1e-9;
    double speed = period > 0 && now - period * std::floor(now / period) < period / 2 ? 0 : preferred;
    if (values[kUneven] > 0) {
        speed += values[kUneven] * normal_quantile(random_unit(world.seed, id, world.step, Purpose::tempo) + 0x1p-54);
    }
    const double braking = now - values[kBrakeAt], braked = preferred / values[kBrake];
    if (braking > 0 && braking < braked + values[kStand]) {
        speed = std::min(speed, preferred - values[kBrake] * braking);
    }
    return std::max(speed, 0.0);
}

class Pacing final : public WishPart {
public:
    const PartInfo& info() const override {
        static constexpr PartInfo part{
            .name = "pacing",
            .kind = PartKind::intent,
            .source = "after the leaders of Bruneau 2016, chapter 3",
            .summary = "walks at a speed that a script decides: signals, braking, unevenness",
            .parameters = kParameters};
        return part;
    }
    void shape(const WishBlock& block) const noexcept override {
        block.for_each([&](std::size_t octet, std::uint32_t lane, Wish& wish) {
            const Vec2d along = unit(Vec2d{wish.way_x, wish.way_y});
            if ((wish.flags & wish::waits) != 0 || norm_squared(along) == 0) return;
            const Octet& g = block.sensed.octets[octet];
            const double preferred = norm(Vec2d{wish.vx, wish.vy});
            const double speed = paced_speed(block.values(block.self(octet, lane)), block.world, g.id[lane], preferred);
            wish.vx = static_cast<float>(along.x * speed);
            wish.vy = static_cast<float>(along.y * speed);
            wish.max_speed = std::max(wish.max_speed, static_cast<float>(speed));
            wish.flags |= wish::tempo;
        });
    }
};

}  // namespace

const WishPart& pacing_intent() {
    static const Pacing part;
    return part;
}

}  // namespace sidestep
