#include "evaluate/pool.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/random.h"

namespace sidestep {
namespace {

/// Values of one recording in ascending order, so that drawing again needs no sorting.
struct Sorted {
    std::vector<double> value;
    std::vector<std::size_t> cluster;
    std::vector<double> weight;
};

Sorted sorted_of(std::span<const EvaluatedCase> cases, std::span<const double> values, std::size_t recording) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].recording == recording && std::isfinite(values[i])) order.push_back(i);
    }
    std::sort(order.begin(), order.end(),
              [&](std::size_t p, std::size_t q) { return values[p] != values[q] ? values[p] < values[q] : p < q; });
    Sorted sorted;
    for (const std::size_t i : order) {
        sorted.value.push_back(values[i]);
        sorted.cluster.push_back(cases[i].cluster);
        sorted.weight.push_back(cases[i].weight);
    }
    return sorted;
}

/// ∫|F − G| of two sorted weighted samples; NaN where one has no weight.
double distance_between(const Sorted& a, const Sorted& b, std::span<const double> times) {
    const auto weight = [&](const Sorted& s, std::size_t i) { return s.weight[i] * times[s.cluster[i]]; };
    double all_a = 0, all_b = 0;
    for (std::size_t i = 0; i < a.value.size(); ++i) all_a += weight(a, i);
    for (std::size_t i = 0; i < b.value.size(); ++i) all_b += weight(b, i);
    if (!(all_a > 0 && all_b > 0)) return kUndefined;
    double difference = 0, distance = 0, before = 0;
    for (std::size_t i = 0, j = 0; i < a.value.size() || j < b.value.size();) {
        const bool of_a = j == b.value.size() || (i < a.value.size() && a.value[i] <= b.value[j]);
        const double here = of_a ? a.value[i] : b.value[j];
        distance += std::abs(difference) * (here - before);
        before = here;
        if (of_a) {
            difference += weight(a, i++) / all_a;
        } else {
            difference -= weight(b, j++) / all_b;
        }
    }
    return distance;
}

/// How often each cluster counts.
using Times = std::vector<double>;

class Pool {
public:
    Pool(std::span<const EvaluatedCase> cases, std::size_t recordings, const PooledMetric& metric) : metric_(metric) {
        for (const EvaluatedCase& c : cases) clusters_ = std::max(clusters_, c.cluster + 1);
        of_recording_.resize(recordings);
        sums_.assign(clusters_, 0);
        weights_.assign(clusters_, 0);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            auto& mine = of_recording_[cases[i].recording];
            if (std::find(mine.begin(), mine.end(), cases[i].cluster) == mine.end()) mine.push_back(cases[i].cluster);
            if (!std::isfinite(metric.values[i])) continue;
            sums_[cases[i].cluster] += cases[i].weight * metric.values[i];
            weights_[cases[i].cluster] += cases[i].weight;
        }
        if (metric.pooling == Pooling::mean) return;
        for (std::size_t r = 0; r < recordings; ++r) {
            values_.push_back(sorted_of(cases, metric.values, r));
            people_.push_back(sorted_of(cases, metric.people, r));
        }
    }

    /// Mean over the recordings that have a value.
    double value(const Times& times) const {
        double sum = 0;
        std::size_t n = 0;
        for (std::size_t r = 0; r < of_recording_.size(); ++r) {
            const double here =
                metric_.pooling == Pooling::mean ? mean(r, times) : distance_between(values_[r], people_[r], times);
            if (!std::isfinite(here)) continue;
            sum += here;
            ++n;
        }
        return n == 0 ? kUndefined : sum / static_cast<double>(n);
    }

    Times once() const { return Times(clusters_, 1.0); }
    /// As many of each recording's clusters as it has, with replacement.
    Times drawn(std::uint64_t seed, std::uint64_t round) const {
        Times times(clusters_, 0.0);
        AgentId draw = 0;
        for (const auto& mine : of_recording_) {
            for (std::size_t i = 0; i < mine.size(); ++i) {
                const double u = random_unit(seed, ++draw, round, Purpose::shuffle);
                times[mine[static_cast<std::size_t>(u * static_cast<double>(mine.size()))]] += 1;
            }
        }
        return times;
    }

private:
    double mean(std::size_t recording, const Times& times) const {
        double sum = 0, weight = 0;
        for (const std::size_t c : of_recording_[recording]) {
            sum += times[c] * sums_[c];
            weight += times[c] * weights_[c];
        }
        return weight > 0 ? sum / weight : kUndefined;
    }

    const PooledMetric& metric_;
    std::size_t clusters_ = 0;
    std::vector<std::vector<std::size_t>> of_recording_;
    std::vector<double> sums_, weights_;
    std::vector<Sorted> values_, people_;
};

/// Means of clusters on both sides, where both have one.
double paired_p(std::span<const EvaluatedCase> cases, std::span<const double> a, std::span<const double> b) {
    struct Sums {
        double a = 0, b = 0, weight = 0;
    };
    std::map<std::size_t, Sums> clusters;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (!std::isfinite(a[i]) || !std::isfinite(b[i])) continue;
        Sums& s = clusters[cases[i].cluster];
        s.a += cases[i].weight * a[i];
        s.b += cases[i].weight * b[i];
        s.weight += cases[i].weight;
    }
    std::vector<double> means_a, means_b;
    for (const auto& [cluster, s] : clusters) {
        means_a.push_back(s.a / s.weight);
        means_b.push_back(s.b / s.weight);
    }
    return paired_test(means_a, means_b).p;
}

}  // namespace

std::vector<double> drawn_values(std::span<const EvaluatedCase> cases, std::size_t recordings,
                                 const PooledMetric& metric, const EvaluateOptions& options) {
    const Pool pool(cases, recordings, metric);
    std::vector<double> drawn;
    for (int i = 0; i < options.resamples; ++i)
        drawn.push_back(pool.value(pool.drawn(options.seed, static_cast<std::uint64_t>(i))));
    return drawn;
}

EvaluateCell pooled(std::span<const EvaluatedCase> cases, std::size_t recordings, const PooledMetric& metric,
                    const EvaluateOptions& options) {
    EvaluateCell cell;
    const Pool pool(cases, recordings, metric);
    cell.value = pool.value(pool.once());
    std::vector<double> drawn = drawn_values(cases, recordings, metric, options);
    std::erase_if(drawn, [](double value) { return !std::isfinite(value); });
    if (drawn.size() > 1) {
        std::sort(drawn.begin(), drawn.end());
        const auto at = [&](double share) {
            return drawn[static_cast<std::size_t>(std::lround(share * static_cast<double>(drawn.size() - 1)))];
        };
        cell.interval = {at(0.025), at(0.975)};
    }
    if (!metric.reference.empty() && metric.pooling == Pooling::mean)
        cell.p = paired_p(cases, metric.values, metric.reference);
    return cell;
}

double wasserstein(std::span<const double> a, std::span<const double> b, std::span<const double> weights) {
    std::vector<EvaluatedCase> cases(a.size());
    for (std::size_t i = 0; i < weights.size(); ++i) cases[i].weight = weights[i];
    return distance_between(sorted_of(cases, a, 0), sorted_of(cases, b, 0), std::vector<double>{1.0});
}

}  // namespace sidestep
