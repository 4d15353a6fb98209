// What the data tell of each parameter: the cost over its range beside what other cases would make of it, and near the
// best values its curvature.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "calibrate/trials.h"
#include "sidestep/people_fit.h"

namespace sidestep {
namespace {

// In the unit cube: where the cost is looked at over a parameter's whole range, and how far from the best.
constexpr double kOverRange[] = {0, 0.2, 0.4, 0.6, 0.8, 1};
constexpr double kNear = 0.08;
// Differences within twice the noise are none.
constexpr double kNoises = 2;
// Of so many parameters, those that the data tell most of, pairs are looked at: there are n(n − 1) evaluations of them.
constexpr std::size_t kMostPaired = 6;
constexpr double kQuantile = 1.96;

using Matrix = std::vector<std::vector<double>>;

/// Inverse of a symmetric matrix that has only positive eigenvalues; nothing of others. By Cholesky's factors.
std::optional<Matrix> inverse(const Matrix& a) {
    const std::size_t n = a.size();
    Matrix l(n, std::vector<double>(n, 0));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a[i][j];
            for (std::size_t k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
            if (i == j) {
                if (!(sum > 1e-9 * a[i][i])) return std::nullopt;
                l[i][i] = std::sqrt(sum);
            } else {
                l[i][j] = sum / l[j][j];
            }
        }
    }
    Matrix result(n, std::vector<double>(n, 0));
    for (std::size_t column = 0; column < n; ++column) {
        std::vector<double> x(n, 0);
        for (std::size_t i = 0; i < n; ++i) {
            double sum = i == column ? 1 : 0;
            for (std::size_t k = 0; k < i; ++k) sum -= l[i][k] * x[k];
            x[i] = sum / l[i][i];
        }
        for (std::size_t i = n; i-- > 0;) {
            double sum = x[i];
            for (std::size_t k = i + 1; k < n; ++k) sum -= l[k][i] * x[k];
            x[i] = sum / l[i][i];
        }
        for (std::size_t i = 0; i < n; ++i) result[i][column] = x[i];
    }
    return result;
}

double deviation(const std::vector<double>& values) {
    return summarise(values).sd;
}

/// A point of the design: what it costs, and draw by draw.
struct Seen {
    double cost = 0;
    std::vector<double> draws;
};

class Design {
public:
    Design(const PeopleFit& fit, std::span<const double> at) : fit_(fit) {
        for (std::size_t i = 0; i < at.size(); ++i) centre_.push_back(share_of(fit.unknowns()[i], at[i]));
    }

    std::optional<FitIdentification> look() {
        const std::size_t n = centre_.size();
        FitIdentification result;
        result.parameters.resize(n);
        result.correlation.assign(n, std::vector<double>(n, kUndefined));
        if (!see(centre_, best_)) return std::nullopt;
        for (std::size_t i = 0; i < n; ++i) {
            if (!look_along(i, result.parameters[i])) return std::nullopt;
        }
        if (!look_across(result)) return std::nullopt;
        result.evaluations = evaluations_;
        return result;
    }

private:
    bool see(const std::vector<double>& point, Seen& seen) {
        std::vector<double> at;
        for (std::size_t i = 0; i < point.size(); ++i) at.push_back(value_at(fit_.unknowns()[i], point[i]));
        const auto score = fit_.score(fit_.profile(at), FitShare::drawn);
        if (!score) return false;
        ++evaluations_;
        seen = {score->cost, score->drawn};
        return true;
    }
    bool see(std::size_t i, double share, Seen& seen) {
        std::vector<double> point = centre_;
        point[i] = share;
        return see(point, seen);
    }
    /// How much the noise moves the difference between two points.
    static double noise(const Seen& a, const Seen& b) {
        std::vector<double> differences;
        for (std::size_t k = 0; k < a.draws.size(); ++k) differences.push_back(a.draws[k] - b.draws[k]);
        const double sd = deviation(differences);
        return std::isfinite(sd) ? sd : 0;
    }

    bool look_along(std::size_t i, ParameterTold& told) {
        told.at_bound = centre_[i] < kNear || centre_[i] > 1 - kNear;
        told.told = false;
        double ratio = -1;
        const auto compare = [&](const Seen& seen) {
            const double change = seen.cost - best_.cost, sd = noise(seen, best_);
            if (change > kNoises * sd && change > 0) told.told = true;
            const double here = change / std::max(sd, 1e-12);
            if (here > ratio) {
                ratio = here;
                told.noise = sd;
            }
            told.change = std::max(told.change, change);
        };
        Seen seen;
        for (const double share : kOverRange) {
            if (!see(i, share, seen)) return false;
            compare(seen);
        }
        below_.emplace_back();
        above_.emplace_back();
        if (told.at_bound) return true;
        if (!see(i, centre_[i] - kNear, below_[i]) || !see(i, centre_[i] + kNear, above_[i])) return false;
        compare(below_[i]);
        compare(above_[i]);
        return true;
    }

    /// Curvature, and where the valley's bottom would be with other cases: one step of Newton's from the best for every
    /// draw, with the slope of the draw.
    bool look_across(FitIdentification& result) {
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < centre_.size(); ++i) {
            const ParameterTold& told = result.parameters[i];
            if (told.told && !told.at_bound && curvature(i) > 0) chosen.push_back(i);
        }
        std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) {
            const auto strength = [&](std::size_t i) {
                return result.parameters[i].change / std::max(result.parameters[i].noise, 1e-12);
            };
            return strength(a) > strength(b);
        });
        if (chosen.size() > kMostPaired) chosen.resize(kMostPaired);
        std::sort(chosen.begin(), chosen.end());
        Matrix curved(chosen.size(), std::vector<double>(chosen.size(), 0));
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            curved[a][a] = curvature(chosen[a]);
            for (std::size_t b = 0; b < a; ++b) {
                const std::size_t i = chosen[a], j = chosen[b];
                std::vector<double> both = centre_;
                Seen up, down;
                both[i] += kNear;
                both[j] += kNear;
                if (!see(both, up)) return false;
                both[i] -= 2 * kNear;
                both[j] -= 2 * kNear;
                if (!see(both, down)) return false;
                curved[a][b] = curved[b][a] = (up.cost + down.cost - above_[i].cost - below_[i].cost - above_[j].cost -
                                               below_[j].cost + 2 * best_.cost) /
                                              (2 * kNear * kNear);
            }
        }
        std::optional<Matrix> inverted;
        if (!chosen.empty()) inverted = inverse(curved);
        if (!inverted) {
            // No common valley: each by itself.
            inverted = Matrix(chosen.size(), std::vector<double>(chosen.size(), 0));
            for (std::size_t a = 0; a < chosen.size(); ++a) (*inverted)[a][a] = 1 / curved[a][a];
        }
        tell(chosen, *inverted, result);
        return true;
    }

    double curvature(std::size_t i) const {
        if (above_[i].draws.empty()) return 0;
        return (above_[i].cost + below_[i].cost - 2 * best_.cost) / (kNear * kNear);
    }

    void tell(const std::vector<std::size_t>& chosen, const Matrix& inverted, FitIdentification& result) const {
        if (chosen.empty()) return;
        std::vector<std::vector<double>> moved(chosen.size());
        for (std::size_t k = 0; k < best_.draws.size(); ++k) {
            std::vector<double> slope;
            for (const std::size_t i : chosen) {
                const double usual = above_[i].cost - below_[i].cost;
                slope.push_back((above_[i].draws[k] - below_[i].draws[k] - usual) / (2 * kNear));
            }
            for (std::size_t a = 0; a < chosen.size(); ++a) {
                double step = 0;
                for (std::size_t b = 0; b < chosen.size(); ++b) step -= inverted[a][b] * slope[b];
                moved[a].push_back(step);
            }
        }
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            const double sd = deviation(moved[a]);
            if (!std::isfinite(sd)) continue;
            const std::size_t i = chosen[a];
            const Unknown& unknown = fit_.unknowns()[i];
            result.parameters[i].interval = {value_at(unknown, std::max(0.0, centre_[i] - kQuantile * sd)),
                                             value_at(unknown, std::min(1.0, centre_[i] + kQuantile * sd))};
            for (std::size_t b = 0; b < chosen.size(); ++b)
                result.correlation[i][chosen[b]] = a == b ? 1 : correlation(moved[a], moved[b]).r;
        }
    }

    const PeopleFit& fit_;
    std::vector<double> centre_;
    Seen best_;
    std::vector<Seen> below_, above_;
    int evaluations_ = 0;
};

}  // namespace

std::optional<FitIdentification> identify(const PeopleFit& fit, std::span<const double> at) {
    return Design(fit, at).look();
}

}  // namespace sidestep
