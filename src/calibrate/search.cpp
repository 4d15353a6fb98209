// Several seeds of one search side by side. A search takes its trials one after the other, so threads work on seeds.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "calibrate/bounds.h"
#include "calibrate/checkpoint.h"
#include "calibrate/trials.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

void check(const SearchOptions& options, std::span<const Unknown> unknowns) {
    if (unknowns.empty() || options.seeds < 1 || options.evaluations < 1) {
        throw InputError({.message = "there is nothing to search for",
                          .value = fmt::format("{} unknowns, {} seeds, {} evaluations", unknowns.size(), options.seeds,
                                               options.evaluations),
                          .allowed = "at least one of each",
                          .remedy = "Give more."});
    }
    if (options.polish < 0 || options.polish >= options.evaluations) {
        throw InputError({.message = "the polish leaves nothing to search with",
                          .value = fmt::format("{} of {} evaluations", options.polish, options.evaluations),
                          .allowed = "0 and more, fewer than there are evaluations",
                          .remedy = "Give more evaluations, or fewer of them to the polish."});
    }
    if (available(options.method)) return;
    throw InputError({.message = "this program was built without CMA-ES",
                      .value = "cmaes",
                      .allowed = "annealing, simplex",
                      .remedy = "Install libpagmo-dev and build again, or use another method."});
}

}  // namespace

bool available(SearchMethod method) {
    return method != SearchMethod::cmaes || has_covariance_adaptation();
}

std::vector<Unknown> unknowns_of(std::span<const Parameter> table, ParameterValues values,
                                 std::span<const std::string> names) {
    std::vector<std::string_view> allowed;
    for (const Parameter& p : table) {
        if (is_fittable(p) && bounds_of(p)) allowed.push_back(p.name);
    }
    std::vector<Unknown> unknowns;
    for (const std::string& name : names) {
        const auto parameter =
            std::find_if(table.begin(), table.end(), [&](const Parameter& p) { return p.name == name; });
        const bool twice =
            std::any_of(unknowns.begin(), unknowns.end(), [&](const Unknown& u) { return u.name == name; });
        if (twice || std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
            throw InputError({.message = parameter == table.end() ? fmt::format("there is no parameter \"{}\"", name)
                                         : twice                  ? fmt::format("\"{}\" is to be fitted twice", name)
                                                                  : fmt::format("\"{}\" cannot be fitted", name),
                              .value = name,
                              .allowed = fmt::format("{}", fmt::join(allowed, ", ")),
                              .remedy = "Choose from these."});
        }
        const FitBounds bounds = *bounds_of(*parameter);
        unknowns.push_back(
            {name, bounds.low, bounds.high, values[static_cast<std::size_t>(parameter - table.begin())]});
    }
    return unknowns;
}

const SearchRun& SearchResult::best() const {
    return *std::min_element(runs.begin(), runs.end(),
                             [](const SearchRun& a, const SearchRun& b) { return a.cost < b.cost; });
}

Summary SearchResult::spread(std::size_t unknown) const {
    std::vector<double> values;
    for (const SearchRun& run : runs) values.push_back(run.best[unknown]);
    return summarise(values);
}

SearchResult search(const Objective& objective, std::span<const Unknown> unknowns, const SearchOptions& options) {
    check(options, unknowns);
    Checkpoint checkpoint(options, unknowns);
    const auto seeds = static_cast<std::size_t>(options.seeds);
    std::vector<std::optional<SearchRun>> runs(seeds);
    std::mutex mutex;  // checkpoint, progress, stopped
    SearchProgress progress{0, options.seeds * options.evaluations, std::numeric_limits<double>::infinity()};
    bool stopped = false;
    std::vector<std::vector<Trial>> known;
    for (std::size_t i = 0; i < seeds; ++i) {
        known.push_back(checkpoint.known(options.first_seed + i));
        for (const Trial& trial : known.back()) {
            ++progress.evaluations;
            progress.best = std::min(progress.best, trial.cost);
        }
    }
    Workers workers(options.threads);
    workers.for_each(seeds, [&](std::size_t i) {
        const std::uint64_t seed = options.first_seed + i;
        Trials trials(objective, unknowns, std::move(known[i]), options.evaluations - options.polish,
                      [&](const Trial& trial) {
                          const std::lock_guard lock(mutex);
                          checkpoint.add(seed, trial);
                          checkpoint.write_now_and_then();
                          ++progress.evaluations;
                          progress.best = std::min(progress.best, trial.cost);
                          if (!stopped && options.progress && !options.progress(progress)) stopped = true;
                          if (stopped) throw SearchStopped{};
                      });
        // True where it came to its end, or used its evaluations up.
        const auto ended = [&](const auto& way) {
            try {
                way();
            } catch (const SearchStopped&) {
            } catch (const SearchAbandoned&) {
                const std::lock_guard lock(mutex);
                stopped = true;
            }
            const std::lock_guard lock(mutex);
            return !stopped;
        };
        const bool whole = ended([&] {
            constexpr decltype(&anneal) kMethods[] = {anneal, adapt_covariance, descend};  // in order of SearchMethod
            kMethods[static_cast<std::size_t>(options.method)](trials, seed);
        });
        if (whole && options.polish > 0) {
            trials.allow(options.evaluations);
            ended([&] { polish(trials); });
        }
        if (trials.count() > 0) runs[i] = trials.best(seed);
    });
    checkpoint.write();
    SearchResult result;
    result.finished = !stopped;
    for (auto& run : runs) {
        if (run) result.runs.push_back(std::move(*run));
    }
    return result;
}

}  // namespace sidestep
