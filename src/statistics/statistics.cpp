#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sidestep/statistics.h"

namespace sidestep {
namespace {

constexpr std::size_t kExactMost = 20;

/// Lentz's evaluation of the continued fraction of I_x(a, b); converges in a few dozen rounds for x < (a+1)/(a+b+2).
double beta_fraction(double a, double b, double x) {
    constexpr double tiny = 1e-300;
    const auto guarded = [](double value) { return std::abs(value) < tiny ? tiny : value; };
    double c = 1;
    double d = 1 / guarded(1 - (a + b) * x / (a + 1));
    double result = d;
    for (int m = 1; m < 10'000; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / guarded(1 + even * d);
        c = guarded(1 + even / c);
        result *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / guarded(1 + odd * d);
        c = guarded(1 + odd / c);
        const double change = c * d;
        result *= change;
        if (std::abs(change - 1) < 1e-15) break;
    }
    return result;
}

/// Two-sided tail of Student's distribution.
double student_tails(double t, double df) {
    return incomplete_beta(df / 2, 0.5, df / (df + t * t));
}

/// P(U ≤ u) for n and m values without ties, by counting arrangements: the number with U = k is that of partitions of k
/// into at most n parts of at most m, built up as a Gaussian binomial coefficient.
double exact_tail(std::size_t n, std::size_t m, std::size_t u) {
    std::vector<double> ways(n * m + 1, 0.0);
    ways[0] = 1;
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t k = ways.size(); k-- > m + i;) ways[k] -= ways[k - m - i];
        for (std::size_t k = i; k < ways.size(); ++k) ways[k] += ways[k - i];
    }
    double all = 0, tail = 0;
    for (std::size_t k = 0; k < ways.size(); ++k) {
        all += ways[k];
        if (k <= u) tail += ways[k];
    }
    return tail / all;
}

struct Ranks {
    double sum_a = 0;     // ranks of a, ties sharing their mean rank
    double tie_term = 0;  // Σ(t³ − t) over groups of ties
};

Ranks rank(std::span<const double> a, std::span<const double> b) {
    struct Value {
        double value;
        bool of_a;
    };
    std::vector<Value> values;
    values.reserve(a.size() + b.size());
    for (const double v : a) values.push_back({v, true});
    for (const double v : b) values.push_back({v, false});
    std::sort(values.begin(), values.end(), [](const Value& p, const Value& q) { return p.value < q.value; });
    Ranks ranks;
    for (std::size_t i = 0; i < values.size();) {
        std::size_t end = i;
        while (end < values.size() && values[end].value == values[i].value) ++end;
        const double mean_rank = 0.5 * static_cast<double>(i + 1 + end);
        for (std::size_t k = i; k < end; ++k) ranks.sum_a += values[k].of_a ? mean_rank : 0;
        const auto t = static_cast<double>(end - i);
        ranks.tie_term += t * t * t - t;
        i = end;
    }
    return ranks;
}

}  // namespace

Summary summarise(std::span<const double> values) {
    Summary s;
    s.n = values.size();
    if (values.empty()) return s;
    double sum = 0;
    for (const double v : values) sum += v;
    s.mean = sum / static_cast<double>(s.n);
    if (s.n < 2) return s;
    double squares = 0;
    for (const double v : values) squares += (v - s.mean) * (v - s.mean);
    s.sd = std::sqrt(squares / static_cast<double>(s.n - 1));
    return s;
}

double student_quantile(double confidence, double df) {
    if (!(confidence > 0 && confidence < 1) || !(df > 0)) {
        throw std::invalid_argument("student_quantile: 0 < confidence < 1, df > 0");
    }
    double low = 0, high = 1;
    while (student_tails(high, df) > 1 - confidence) high *= 2;
    // Halved until nothing lies between: about sixty times.
    for (double middle = 0.5 * high; middle > low && middle < high; middle = 0.5 * (low + high)) {
        (student_tails(middle, df) > 1 - confidence ? low : high) = middle;
    }
    return high;
}

Interval mean_interval(const Summary& summary, double confidence) {
    if (summary.n < 2) return {};
    const auto n = static_cast<double>(summary.n);
    const double reach = student_quantile(confidence, n - 1) * summary.sd / std::sqrt(n);
    return {summary.mean - reach, summary.mean + reach};
}

WelchTest welch_test(const Summary& a, const Summary& b) {
    WelchTest test;
    if (a.n < 2 || b.n < 2) return test;
    const auto na = static_cast<double>(a.n), nb = static_cast<double>(b.n);
    const double va = a.sd * a.sd / na, vb = b.sd * b.sd / nb;
    if (va + vb == 0) {  // both constant: the means tell everything
        test.t = a.mean == b.mean ? 0 : std::copysign(std::numeric_limits<double>::infinity(), a.mean - b.mean);
        test.df = na + nb - 2;
        test.p = a.mean == b.mean ? 1 : 0;
        return test;
    }
    test.t = (a.mean - b.mean) / std::sqrt(va + vb);
    test.df = (va + vb) * (va + vb) / (va * va / (na - 1) + vb * vb / (nb - 1));
    test.p = student_tails(test.t, test.df);
    return test;
}

WelchTest welch_test(std::span<const double> a, std::span<const double> b) {
    return welch_test(summarise(a), summarise(b));
}

PairedTest paired_test(std::span<const double> a, std::span<const double> b) {
    if (a.size() != b.size()) throw std::invalid_argument("paired_test: as many values on both sides");
    std::vector<double> differences;
    for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
    const Summary s = summarise(differences);
    PairedTest test;
    test.n = s.n;
    test.difference = s.mean;
    if (s.n < 2) return test;
    test.df = static_cast<double>(s.n - 1);
    if (s.sd == 0) {  // all differ alike: the mean tells everything
        test.t = s.mean == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), s.mean);
        test.p = s.mean == 0 ? 1 : 0;
        return test;
    }
    test.t = s.mean / (s.sd / std::sqrt(static_cast<double>(s.n)));
    test.p = student_tails(test.t, test.df);
    return test;
}

Correlation correlation(std::span<const double> a, std::span<const double> b) {
    if (a.size() != b.size()) throw std::invalid_argument("correlation: as many values on both sides");
    Correlation c;
    c.n = a.size();
    if (c.n < 3) return c;
    const Summary sa = summarise(a), sb = summarise(b);
    if (!(sa.sd > 0 && sb.sd > 0)) return c;
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - sa.mean) * (b[i] - sb.mean);
    const double df = static_cast<double>(c.n - 2);
    c.r = std::clamp(sum / (static_cast<double>(c.n - 1) * sa.sd * sb.sd), -1.0, 1.0);
    c.p = std::abs(c.r) < 1 ? student_tails(c.r * std::sqrt(df / (1 - c.r * c.r)), df) : 0;
    return c;
}

MannWhitneyTest mann_whitney_test(std::span<const double> a, std::span<const double> b) {
    MannWhitneyTest test;
    if (a.empty() || b.empty()) return test;
    const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
    const Ranks ranks = rank(a, b);
    test.u = ranks.sum_a - n * (n + 1) / 2;
    const double total = n + m;
    const double off = test.u - n * m / 2;
    const double variance = n * m / 12 * (total + 1 - ranks.tie_term / (total * (total - 1)));
    const double distance = std::max(0.0, std::abs(off) - 0.5);
    test.z = variance > 0 ? std::copysign(distance / std::sqrt(variance), off) : 0;
    test.exact = ranks.tie_term == 0 && a.size() <= kExactMost && b.size() <= kExactMost;
    if (test.exact) {
        const double smaller = std::min(test.u, n * m - test.u);
        test.p = std::min(1.0, 2 * exact_tail(a.size(), b.size(), static_cast<std::size_t>(smaller)));
    } else {
        test.p = std::erfc(std::abs(test.z) / std::sqrt(2.0));
    }
    return test;
}

double incomplete_beta(double a, double b, double x) {
    if (!(a > 0) || !(b > 0) || !(x >= 0 && x <= 1))
        throw std::invalid_argument("incomplete_beta: a, b > 0, 0 <= x <= 1");
    if (x == 0 || x == 1) return x;
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    // The fraction converges on one side of the mean; the other side is its mirror image.
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace sidestep
