// How well simulated walks match recorded ones (Pettré et al. 2009, eqs 12 and 13, made independent of the number of
// samples).
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "analyse/place_at.h"
#include "sidestep/meetings.h"

namespace sidestep {
namespace {

/// From the number of samples, Σ(δ − μ)² and Σδ².
Likelihood finished(std::size_t n, double squares, double delta2, const LikelihoodOptions& o) {
    Likelihood l;
    l.n = n;
    if (n == 0) return l;
    const double count = static_cast<double>(n);
    l.log = -0.5 * squares / (o.sigma * o.sigma) - count * std::log(std::sqrt(2 * std::numbers::pi) * o.sigma);
    l.normalised = std::exp(-squares / (2 * count * o.sigma * o.sigma));
    l.rms = std::sqrt(delta2 / count);
    return l;
}

}  // namespace

Likelihood likelihood(const Track& real, const Track& simulated, double fps_real, double fps_simulated, double from,
                      double to, const LikelihoodOptions& options) {
    std::size_t n = 0;
    double squares = 0, delta2 = 0;
    const auto last = static_cast<long>(std::floor((to - from) * options.rate + 1e-9));
    for (long k = 0; k <= last; ++k) {
        const double t = from + static_cast<double>(k) / options.rate;
        const auto a = place_at(real, t * fps_real), b = place_at(simulated, t * fps_simulated);
        if (!a || !b) continue;
        const double delta = std::abs(a->x - b->x) + std::abs(a->y - b->y);
        squares += (delta - options.mu) * (delta - options.mu);
        delta2 += delta * delta;
        ++n;
    }
    return finished(n, squares, delta2, options);
}

Likelihood joined(std::span<const Likelihood> parts, const LikelihoodOptions& options) {
    std::size_t n = 0;
    double squares = 0, delta2 = 0;
    for (const Likelihood& l : parts) {
        n += l.n;
        // From the logarithm: the normalised value of a bad match is 0.
        const double peak = -static_cast<double>(l.n) * std::log(std::sqrt(2 * std::numbers::pi) * options.sigma);
        squares += 2 * options.sigma * options.sigma * (peak - l.log);
        delta2 += l.rms * l.rms * static_cast<double>(l.n);
    }
    return finished(n, squares, delta2, options);
}

}  // namespace sidestep
