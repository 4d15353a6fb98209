// Runs a scene for several seeds and keeps what is measured, not the motion itself.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/analyse.h"
#include "sidestep/reproduce.h"
#include "sidestep/run.h"

namespace sidestep {

/// A single value as a cell of a table: nothing to take a spread of.
inline Summary number(double value) {
    return {0, value, std::numeric_limits<double>::quiet_NaN()};
}

/// One scene under one model.
struct Setup {
    std::string scene;
    std::string model{};                  ///< empty: the scene's
    std::vector<std::string> settings{};  ///< PARAM=VALUE, for every profile
    Contacts contacts = Contacts::none;
    std::uint64_t first_seed = 1;
};

/// What came out of one run.
struct Outcome {
    std::vector<WalkMetrics> walks;
    std::size_t agents = 0, arrived = 0;
    RunHealth health;
    double closest = 0;             ///< m, the closest two centres ever were
    std::vector<LaneSample> lanes;  ///< while both streams meet; empty in scenes without streams along x
    std::vector<BandSample> bands;
    double reversals = 0;  ///< 1/min, mean over people: how often accelerations turn against themselves, twice a second
};

/// All seeds of one setup.
struct Batch {
    std::vector<Outcome> runs;  ///< by seed

    /// One number per agent of all runs.
    std::vector<double> values(double WalkMetrics::* metric) const;
    /// One number per run: its mean. Agents of one run influence each other, runs do not.
    std::vector<double> run_means(double WalkMetrics::* metric) const;
    Summary summary(double WalkMetrics::* metric) const { return summarise(values(metric)); }
    std::size_t agents() const;
    std::size_t arrived() const;
};

class Lab {
public:
    explicit Lab(const ReproduceOptions& options) : options_(options) {}

    /// As many runs as options.seeds says (at most `most`), from the first seed on, or remembers having done so.
    const Batch& batch(const Setup& setup, int most = std::numeric_limits<int>::max());
    /// So many runs from the first seed on; `take` gets each run and its place, from several threads at a time.
    void over_seeds(const Setup& setup, int seeds,
                    const std::function<void(std::size_t, const RecordedRun&)>& take) const;
    /// The scenario of a setup, with the scene's own seed.
    Scenario scenario(const Setup& setup) const;
    void tell(const std::string& what) const;

private:
    const ReproduceOptions& options_;
    std::map<std::string, Batch> batches_;
};

}  // namespace sidestep
