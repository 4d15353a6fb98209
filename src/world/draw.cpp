#include "world/draw.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"

namespace sidestep {
namespace {

/// Probability that a standard normal number lies below z. The series has only positive terms, so nothing cancels.
double normal_probability(double z) {
    if (z < -8) return 0;  // less than the last bit of a probability near one half
    if (z > 8) return 1;
    const double square = z * z;
    double term = z, sum = z;
    for (int n = 3; std::fabs(term) > 1e-17 * std::fabs(sum); n += 2) {
        term *= square / n;
        sum += term;
    }
    return 0.5 + sum * exponential(-0.5 * square) / std::sqrt(2 * kPi);
}

bool is_spread(const Distribution& distribution) {
    switch (distribution.kind) {
        case Distribution::Kind::uniform:
            return distribution.a != distribution.b;
        case Distribution::Kind::normal:
            return distribution.b > 0 && distribution.min != distribution.max;
        default:
            return false;
    }
}

const Parameter& parameter_at(const ModelInfo& model, std::size_t index) {
    return index < kCommonCount ? common_parameters()[index] : model.parameters[index - kCommonCount];
}

const Distribution* given(const ProfileSpec& profile, std::size_t index) {
    return index < profile.values.size() && profile.values[index] ? &*profile.values[index] : nullptr;
}

double into_range(const Parameter& parameter, std::size_t index, double value) {
    // A number of people; drawn ones are rounded.
    if (index == kMaxNeighbours) value = std::floor(value + 0.5);
    value = std::clamp(value, parameter.min, parameter.max);
    if (parameter.min_excluded && value <= parameter.min) value = std::nextafter(parameter.min, parameter.max);
    return value;
}

double default_common(const ModelInfo& model, std::size_t index) {
    for (const CommonDefault& own : model.common_defaults) {
        if (own.parameter == index) return own.value;
    }
    return common_parameters()[index].fallback;
}

double drawn(const Distribution& distribution, const Parameter& parameter, std::uint64_t seed, AgentId id,
             std::size_t index) {
    const double unit = is_spread(distribution) ? random_unit(seed, id, index, Purpose::parameter) : 0.5;
    return into_range(parameter, index, quantile(distribution, unit));
}

}  // namespace

double quantile(const Distribution& distribution, double unit) {
    switch (distribution.kind) {
        case Distribution::Kind::uniform:
            return distribution.a + (distribution.b - distribution.a) * unit;
        case Distribution::Kind::normal: {
            if (!is_spread(distribution)) return std::clamp(distribution.a, distribution.min, distribution.max);
            // Truncated by taking the unit interval between the probabilities of both bounds: one number per draw, no
            // rejected ones, and a bound that is never met costs nothing.
            const double low = normal_probability((distribution.min - distribution.a) / distribution.b);
            const double high = normal_probability((distribution.max - distribution.a) / distribution.b);
            const double p = std::clamp(low + (high - low) * unit, 0x1p-54, 1 - 0x1p-53);
            return std::clamp(distribution.a + distribution.b * normal_quantile(p), distribution.min, distribution.max);
        }
        default:
            return distribution.a;
    }
}

double draw_common(const ProfileSpec& profile, const ModelInfo& model, std::uint64_t seed, AgentId id,
                   Common parameter) {
    const Distribution* distribution = given(profile, parameter);
    const Parameter& row = common_parameters()[parameter];
    return distribution ? drawn(*distribution, row, seed, id, parameter)
                        : into_range(row, parameter, default_common(model, parameter));
}

double least_common(const ProfileSpec& profile, const ModelInfo& model, Common parameter) {
    const Distribution* distribution = given(profile, parameter);
    return into_range(common_parameters()[parameter], parameter,
                      distribution != nullptr ? quantile(*distribution, 0) : default_common(model, parameter));
}

double largest_common(const ProfileSpec& profile, const ModelInfo& model, Common parameter) {
    const Distribution* distribution = given(profile, parameter);
    const Parameter& row = common_parameters()[parameter];
    double largest = default_common(model, parameter);
    if (distribution != nullptr) {
        largest = distribution->kind == Distribution::Kind::constant  ? distribution->a
                  : distribution->kind == Distribution::Kind::uniform ? distribution->b
                                                                      : distribution->max;
    }
    return into_range(row, parameter, largest);
}

void draw_values(const ProfileSpec& profile, const ModelInfo& model, std::uint64_t seed, AgentId id,
                 std::span<double> out) {
    const std::size_t count = kCommonCount + model.parameters.size();
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t i = 0; i < kCommonCount; ++i)
        out[i] = draw_common(profile, model, seed, id, static_cast<Common>(i));
    for (std::size_t i = kCommonCount; i < count; ++i) {
        const Parameter& parameter = parameter_at(model, i);
        if (const Distribution* distribution = given(profile, i)) {
            out[i] = drawn(*distribution, parameter, seed, id, i);
        } else {
            // What a default is derived from stands earlier in the table and is known by now.
            out[i] =
                into_range(parameter, i, parameter.derive ? parameter.derive(out.first(count)) : parameter.fallback);
        }
    }
}

bool profile_varies(const ProfileSpec& profile, const ModelInfo&) {
    return std::any_of(profile.values.begin(), profile.values.end(),
                       [](const std::optional<Distribution>& value) { return value && is_spread(*value); });
}

}  // namespace sidestep
