// The file that keeps what searches tried: JSON, replaced as a whole, so that it is never half of one.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "calibrate/trials.h"

namespace sidestep {

class Checkpoint {
public:
    /// Reads the file of the options where there is one. Throws InputError where it belongs to another search.
    Checkpoint(const SearchOptions& options, std::span<const Unknown> unknowns);

    /// Those of an earlier run, of one seed.
    std::vector<Trial> known(std::uint64_t seed) const;
    void add(std::uint64_t seed, const Trial& trial);
    /// Throws InputError where it cannot be written.
    void write();
    /// Unless that was done a moment ago.
    void write_now_and_then();

private:
    struct Run {
        std::uint64_t seed;
        std::vector<Trial> trials;
    };
    Run& run(std::uint64_t seed);

    std::string file_, head_;  ///< what the search is, as JSON
    std::vector<Run> runs_;
    std::chrono::steady_clock::time_point written_{};
};

}  // namespace sidestep
