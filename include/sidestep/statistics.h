// Numbers about numbers: means with their spread, tests, histograms. It knows nothing of people.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "sidestep/export.h"

namespace SIDESTEP_EXPORT sidestep {

struct Summary {
    std::size_t n = 0;
    double mean = std::numeric_limits<double>::quiet_NaN();  ///< undefined for nobody
    double sd = std::numeric_limits<double>::quiet_NaN();    ///< of the sample (n − 1), undefined for fewer than two
};
Summary summarise(std::span<const double> values);

struct Interval {
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
};
/// Where the mean of the population lies with this confidence (Student), of values that do not depend on each other.
/// Undefined (NaN) for fewer than two values.
Interval mean_interval(const Summary& summary, double confidence = 0.95);
/// t that Student's variable with so many degrees of freedom exceeds in size with the rest of the confidence.
double student_quantile(double confidence, double df);

/// Do two populations with possibly different variances have the same mean?
struct WelchTest {
    double t = std::numeric_limits<double>::quiet_NaN();
    double df = std::numeric_limits<double>::quiet_NaN();  ///< Welch–Satterthwaite
    double p = std::numeric_limits<double>::quiet_NaN();   ///< two-sided
};
/// Undefined (NaN) when a side has fewer than two values.
WelchTest welch_test(const Summary& a, const Summary& b);
WelchTest welch_test(std::span<const double> a, std::span<const double> b);

/// Do pairs of values, such as two models on the same path, differ on average?
struct PairedTest {
    std::size_t n = 0;                                             ///< pairs
    double difference = std::numeric_limits<double>::quiet_NaN();  ///< mean of a − b
    double t = std::numeric_limits<double>::quiet_NaN();
    double df = std::numeric_limits<double>::quiet_NaN();  ///< n − 1
    double p = std::numeric_limits<double>::quiet_NaN();   ///< two-sided
};
/// Student's test of the differences; undefined (NaN) for fewer than two pairs. Throws std::invalid_argument when the
/// numbers of values differ.
PairedTest paired_test(std::span<const double> a, std::span<const double> b);

/// Do two quantities grow together, in a straight line?
struct Correlation {
    std::size_t n = 0;                                    ///< pairs
    double r = std::numeric_limits<double>::quiet_NaN();  ///< Pearson's coefficient
    double p = std::numeric_limits<double>::quiet_NaN();  ///< two-sided, of r = 0
};
/// Undefined (NaN) for fewer than three pairs or where one side is constant. Throws std::invalid_argument when the
/// numbers of values differ.
Correlation correlation(std::span<const double> a, std::span<const double> b);

/// Does one population tend to larger values? Makes no assumption about the distribution.
struct MannWhitneyTest {
    double u = std::numeric_limits<double>::quiet_NaN();  ///< pairs in which a is larger, ties counting one half
    double z =
        std::numeric_limits<double>::quiet_NaN();  ///< corrected for ties and continuity; its sign is that of a − b
    double p = std::numeric_limits<double>::quiet_NaN();  ///< two-sided
    bool exact = false;                                   ///< p counts arrangements instead of using z
};
/// Exact for at most 20 values on each side without ties, else the normal approximation. Undefined for an empty side.
MannWhitneyTest mann_whitney_test(std::span<const double> a, std::span<const double> b);

/// Regularised incomplete beta function I_x(a, b), a, b > 0 and 0 ≤ x ≤ 1.
double incomplete_beta(double a, double b, double x);

struct Histogram {
    double lower = 0;                ///< of the first bin
    double width = 1;                ///< of every bin: 1, 2 or 5 times a power of ten
    std::vector<std::size_t> count;  ///< bin i holds lower + i·width ≤ x < lower + (i + 1)·width
    std::size_t n = 0;               ///< values counted; what is not finite is left out
};
/// Bins start at a multiple of their width. The width follows Freedman and Diaconis, 2·IQR/∛n, rounded to a round
/// number, or as much wider as `at_most` bins need.
Histogram histogram(std::span<const double> values, std::size_t at_most = 40);

}  // namespace SIDESTEP_EXPORT sidestep
