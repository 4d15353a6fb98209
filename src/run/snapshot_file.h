// Snapshots of a run in files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sidestep/run.h"

namespace sidestep {

/// Throws InputError where the file cannot be read.
std::vector<std::byte> read_snapshot(const std::string& file);

/// Keeps the state of a run in a file, as RunOptions say. Throws InputError where it cannot be written.
class SnapshotKeeper {
public:
    SnapshotKeeper(const Simulation& simulation, const RunOptions& options);
    /// Between two steps: keeps what is due.
    void look();
    void keep();

private:
    const Simulation& simulation_;
    std::string file_;
    double every_, due_;
};

}  // namespace sidestep
