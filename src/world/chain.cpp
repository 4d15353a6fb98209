#include "world/chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "sidestep/error.h"
#include "sidestep/spelling.h"
#include "world/memory.h"

namespace sidestep {
namespace {

/// Random numbers of a part's parameters are numbered from here on; the common and the local model's begin at 0.
constexpr std::uint64_t kDrawsPerPart = std::uint64_t{1} << 20;

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
        case Distribution::Kind::log_normal:
            return distribution.b > 0 && distribution.min != distribution.max;
        case Distribution::Kind::exponential:
            return distribution.a > 0 && distribution.min != distribution.max;
        case Distribution::Kind::constant:
            break;
    }
    return false;
}

/// Of a normal number between two bounds. Truncated by taking the unit interval between the probabilities of both: one
/// number per draw, no rejected ones, and a bound that is never met costs nothing.
double truncated_normal(double mean, double sd, double min, double max, double unit) {
    const double low = normal_probability((min - mean) / sd);
    const double high = normal_probability((max - mean) / sd);
    const double p = std::clamp(low + (high - low) * unit, 0x1p-54, 1 - 0x1p-53);
    return mean + sd * normal_quantile(p);
}

bool any_spread(const std::vector<std::optional<Distribution>>& values) {
    return std::any_of(values.begin(), values.end(),
                       [](const std::optional<Distribution>& value) { return value && is_spread(*value); });
}

const Distribution* given(const std::vector<std::optional<Distribution>>& values, std::size_t index) {
    return index < values.size() && values[index] ? &*values[index] : nullptr;
}

double into_range(const Parameter& parameter, double value) {
    if (parameter.whole) value = std::floor(value + 0.5);  // drawn ones are rounded
    value = std::clamp(value, parameter.min, parameter.max);
    if (parameter.min_excluded && value <= parameter.min) value = std::nextafter(parameter.min, parameter.max);
    return value;
}

double drawn(const Distribution& distribution, const Parameter& parameter, std::uint64_t seed, AgentId id,
             std::uint64_t draw) {
    const double unit = is_spread(distribution) ? random_unit(seed, id, draw, Purpose::parameter) : 0.5;
    return into_range(parameter, quantile(distribution, unit));
}

/// A part's own values behind the common ones, into `out`, whose first kCommonCount are those.
void draw_own(const Link& link, std::uint64_t seed, AgentId id, std::span<double> out) {
    const std::span<const Parameter> table = link.info->parameters;
    for (std::size_t i = 0; i < table.size(); ++i) {
        double& value = out[kCommonCount + i];
        if (const Distribution* distribution = given(link.spec->values, i)) {
            value = drawn(*distribution, table[i], seed, id, link.first_draw + i);
        } else {
            // What a default is derived from stands earlier in the table and is known by now.
            value = into_range(table[i], table[i].derive != nullptr ? table[i].derive(out) : table[i].fallback);
        }
    }
}

}  // namespace

double quantile(const Distribution& distribution, double unit) {
    switch (distribution.kind) {
        case Distribution::Kind::uniform:
            return distribution.a + (distribution.b - distribution.a) * unit;
        case Distribution::Kind::normal:
            if (!is_spread(distribution)) return std::clamp(distribution.a, distribution.min, distribution.max);
            return std::clamp(
                truncated_normal(distribution.a, distribution.b, distribution.min, distribution.max, unit),
                distribution.min, distribution.max);
        case Distribution::Kind::log_normal: {
            if (!is_spread(distribution)) return std::clamp(distribution.a, distribution.min, distribution.max);
            const double relative = distribution.b / distribution.a;
            const double variance = logarithm(1 + relative * relative);  // of the logarithm, as its mean below
            const double mean = logarithm(distribution.a) - variance / 2;
            const auto bound = [](double value) { return value > 0 ? logarithm(value) : -kUnlimited; };
            const double max = std::isinf(distribution.max) ? kUnlimited : bound(distribution.max);
            return std::clamp(
                exponential(truncated_normal(mean, std::sqrt(variance), bound(distribution.min), max, unit)),
                distribution.min, distribution.max);
        }
        case Distribution::Kind::exponential: {
            if (!is_spread(distribution)) return std::clamp(distribution.a, distribution.min, distribution.max);
            // Probability that a number lies above; nothing of it lies below 0.
            const auto above = [&](double value) { return exponential(-std::max(value, 0.0) / distribution.a); };
            const double low = above(distribution.min);
            const double high = std::isinf(distribution.max) ? 0 : above(distribution.max);
            const double p = std::max(low - (low - high) * unit, 0x1p-54);
            return std::clamp(-distribution.a * logarithm(p), distribution.min, distribution.max);
        }
        case Distribution::Kind::constant:
            break;
    }
    return distribution.a;
}

Chain::Chain(const ProfileSpec& profile, Parts catalogue) : profile_(&profile) {
    add(profile.route, PartKind::route, catalogue);
    if (!profile.midterm.name.empty()) add(profile.midterm, PartKind::midterm, catalogue);
    for (const PartSpec& intent : profile.intents) add(intent, PartKind::intent, catalogue);
    add(profile.avoid, PartKind::avoid, catalogue);

    Link& model = links_.back();
    model.first_value = kCommonCount;
    model.first_draw = kCommonCount;
    values_vary_ = any_spread(profile.common) || any_spread(model.spec->values);
    memory_bytes_ = model.info->memory_bytes;
    std::uint64_t number = 0;
    for (Link& link : std::span(links_).first(links_.size() - 1)) {
        link.first_draw = ++number * kDrawsPerPart;
        link.first_value = part_value_count_;
        part_value_count_ += static_cast<std::uint32_t>(link.info->parameters.size());
        // A default may be derived from what varies.
        part_values_vary_ |= any_spread(link.spec->values) || any_spread(profile.common);
        link.first_memory = MemoryPool::units_for(memory_bytes_);
        if (link.info->memory_bytes == 0) continue;
        memory_bytes_ =
            link.first_memory * static_cast<std::uint32_t>(sizeof(MemoryPool::Unit)) + link.info->memory_bytes;
    }
}

void Chain::add(const PartSpec& spec, PartKind kind, Parts catalogue) {
    const PartInfo* part = find_part(catalogue, kind, spec.name);
    if (part == nullptr) {
        throw InputError(
            {.message = fmt::format("profile {} names a part that the catalogue does not have", profile_->name),
             .value = spec.name,
             .allowed = list_of(names_of(catalogue, kind)),
             .remedy = "`sidestep models` lists the parts there are."});
    }
    links_.push_back({part, &spec});
}

double Chain::default_common(Common parameter) const {
    for (const Link& link : links_) {
        for (const CommonDefault& own : link.info->common_defaults) {
            if (own.parameter == parameter) return own.value;
        }
    }
    return common_parameters()[parameter].fallback;
}

double Chain::draw_common(std::uint64_t seed, AgentId id, Common parameter) const {
    const Distribution* distribution = given(profile_->common, parameter);
    const Parameter& row = common_parameters()[parameter];
    return distribution != nullptr ? drawn(*distribution, row, seed, id, parameter)
                                   : into_range(row, default_common(parameter));
}

double Chain::least_common(Common parameter) const {
    const Distribution* distribution = given(profile_->common, parameter);
    return into_range(common_parameters()[parameter],
                      distribution != nullptr ? quantile(*distribution, 0) : default_common(parameter));
}

double Chain::largest_common(Common parameter) const {
    const Distribution* distribution = given(profile_->common, parameter);
    double largest = default_common(parameter);
    if (distribution != nullptr) {
        largest = distribution->kind == Distribution::Kind::constant  ? distribution->a
                  : distribution->kind == Distribution::Kind::uniform ? distribution->b
                                                                      : distribution->max;
    }
    return into_range(common_parameters()[parameter], largest);
}

void Chain::draw_values(std::uint64_t seed, AgentId id, std::span<double> out) const {
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t i = 0; i < kCommonCount; ++i) out[i] = draw_common(seed, id, static_cast<Common>(i));
    draw_own(avoid(), seed, id, out.first(value_count()));
}

void Chain::draw_part_values(std::uint64_t seed, AgentId id, std::span<const double> common,
                             std::span<double> out) const {
    std::vector<double> values;
    for (const Link& link : std::span(links_).first(links_.size() - 1)) {
        const std::size_t count = link.info->parameters.size();
        if (count == 0) continue;
        values.assign(kCommonCount + count, 0.0);
        std::copy_n(common.begin(), kCommonCount, values.begin());
        draw_own(link, seed, id, values);
        std::copy_n(values.begin() + kCommonCount, count, out.begin() + link.first_value);
    }
}

std::vector<Chain> chains_of(const Scenario& scenario, Parts catalogue) {
    std::vector<Chain> chains;
    chains.reserve(scenario.profiles.size());
    for (const ProfileSpec& profile : scenario.profiles) chains.emplace_back(profile, catalogue);
    return chains;
}

}  // namespace sidestep
