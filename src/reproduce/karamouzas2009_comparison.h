// Table 1 of the paper, and how two sets of runs compare in its six metrics.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "reproduce/lab.h"

namespace sidestep::karamouzas2009 {

inline constexpr double kSignificant = 0.01;  // the paper's level
inline constexpr double kNotSignificant = 0.05;

/// A metric, and what Table 1 prints of it.
struct Column {
    std::string_view name;
    std::string_view unit;
    double WalkMetrics::* value;
    double WalkMetrics::* raw;  ///< the same for every step instead of every 0.5 s, where that differs
    bool larger_is_better;
    Summary helbing, predictive, rvo;
};
enum TableColumn : std::size_t { kTime, kLength, kSpeed, kSmoothness, kAccel, kDegrees };
inline constexpr std::array kEffort{kSmoothness, kAccel, kDegrees};
/// Table 1 as restored from its scrambled print: the order of the cells follows from length / time = speed and from
/// the significance that the text states.
extern const std::array<Column, 6> kTable1;

/// Median; NaN of nothing.
double middle(std::vector<double> values);
double mean_of(const std::vector<double>& values);
std::string p_text(double p);

/// Two batches compared in one metric.
struct Comparison {
    Summary a, b;
    WelchTest agents;  ///< every agent counts, as in the paper
    WelchTest runs;    ///< every run counts once: stricter, and right about independence
    std::vector<double> p_per_run;

    Comparison(const Batch& first, const Batch& second, double WalkMetrics::* metric);
    double difference() const { return a.mean - b.mean; }
    bool better(bool larger_is_better) const;
    double median_p() const { return middle(p_per_run); }
    std::string text() const;
};

/// In how many of the six metrics the first is better, and in which it is not.
struct Score {
    int better = 0;
    std::string lost;
    Score(const Batch& first, const Batch& second);
};

double share_arrived(const Batch& batch);
/// m, of two bodies in any run.
double deepest_overlap(const Batch& batch);

}  // namespace sidestep::karamouzas2009
