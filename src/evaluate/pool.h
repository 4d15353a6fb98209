// From values of cases to means over recordings, with their uncertainty.
#pragma once

#include <span>
#include <vector>

#include "sidestep/evaluate.h"

namespace sidestep {

/// How the values of one metric are put together.
enum class Pooling {
    mean,         ///< of the values
    distribution  ///< distance of their distribution from that of the people
};
struct PooledMetric {
    Pooling pooling = Pooling::mean;
    std::span<const double> values;     ///< by case
    std::span<const double> people;     ///< the people's, for distributions
    std::span<const double> reference;  ///< the reference's; empty: no test
};
EvaluateCell pooled(std::span<const EvaluatedCase> cases, std::size_t recordings, const PooledMetric& metric,
                    const EvaluateOptions& options);

/// The value of every draw of clusters (EvaluateOptions::resamples), in order, NaN where it has none. Draws are the
/// same for all metrics and walkers of the same cases, so that what is made of several can be made draw by draw.
std::vector<double> drawn_values(std::span<const EvaluatedCase> cases, std::size_t recordings,
                                 const PooledMetric& metric, const EvaluateOptions& options);

}  // namespace sidestep
