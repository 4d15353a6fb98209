// Covariance matrix adaptation by pagmo, known to this file only. pagmo is used under its LGPL option and linked
// dynamically; a library built without it has no CMA-ES and everything else.
#include "calibrate/trials.h"

#ifdef SIDESTEP_PAGMO

#include <algorithm>
#include <cmath>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

#include "base/random.h"

namespace sidestep {
namespace {

/// The unit cube and the cost in it, in pagmo's form.
struct UnitCube {
    Trials* trials = nullptr;
    pagmo::vector_double fitness(const pagmo::vector_double& at) const { return {(*trials)(at)}; }
    std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
        return {pagmo::vector_double(trials->dimensions(), 0.0), pagmo::vector_double(trials->dimensions(), 1.0)};
    }
    template <class Archive>
    void serialize(Archive&, unsigned) {}  // pagmo asks for it; searches are resumed from their trials
};

constexpr double kFirstStep = 0.3;  // of the range
// Never: the number of evaluations ends the search.
constexpr double kNoTolerance = 0;

}  // namespace

bool has_covariance_adaptation() {
    return true;
}

void adapt_covariance(Trials& trials, std::uint64_t seed) {
    // Hansen's size, of which pagmo wants at least five; whole generations only.
    const auto n = static_cast<double>(trials.dimensions());
    const int size = std::max(5, 4 + static_cast<int>(3 * std::log(n)));
    const int generations = trials.most() / size - 1;
    const auto short_seed = static_cast<unsigned>(mix(seed));
    pagmo::population population(pagmo::problem(UnitCube{&trials}), 0, short_seed);
    for (int k = 0; k < size; ++k) {
        pagmo::vector_double at = trials.start();
        // The first one stands at the start, where the adaptation begins if the others are worse.
        for (std::size_t i = 0; k > 0 && i < at.size(); ++i) {
            at[i] = random_unit(seed, static_cast<AgentId>(i), static_cast<std::uint64_t>(k), Purpose::shuffle);
        }
        population.push_back(at, {trials(at)});
    }
    if (generations < 1) return;
    const pagmo::cmaes algorithm(static_cast<unsigned>(generations), -1, -1, -1, -1, kFirstStep, kNoTolerance,
                                 kNoTolerance, false, true, short_seed);
    algorithm.evolve(population);
}

}  // namespace sidestep

#else

namespace sidestep {

bool has_covariance_adaptation() {
    return false;
}

void adapt_covariance(Trials&, std::uint64_t) {}

}  // namespace sidestep

#endif
