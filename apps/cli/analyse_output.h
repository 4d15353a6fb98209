// What `analyse` says of recordings that were measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output.h"
#include "recording.h"
#include "sidestep/analyse.h"
#include "sidestep/departures.h"
#include "sidestep/queue_visits.h"

namespace sidestep::cli {

struct Column {
    const Metric* metric;
    std::vector<MetricValue> values;
};

/// One result with everything that is printed about it.
struct Analysed {
    std::string file;
    TrajectoryInfo info;
    std::size_t people = 0;    ///< with at least two samples
    std::size_t skipped = 0;   ///< with a single one
    std::uint32_t frames = 0;  ///< from the first to the last, both counted
    std::vector<Column> columns;
    std::optional<ClosestPair> closest;
    std::vector<std::string> remarks;
    std::vector<ToldFinding> findings;  ///< what is wrong with the file
    std::vector<ExitUse> exits;         ///< of a run whose scene has any
    std::vector<QueueUse> visits;       ///< likewise of waiting lines
    std::vector<WaitingTimes> waiting;  ///< by line
    std::string places;                 ///< what was measured in areas and at lines, in words …
    Json measured;                      ///< … and as JSON; null without any
};

/// `wide`: also what each value is of, how many there are and between what they lie.
std::string analyse_table(const std::vector<Analysed>& results, double sampling, bool wide);
Json analyse_json(const std::vector<Analysed>& results, double sampling);
/// A row for each person, with the metrics of walkers.
std::string per_agent_csv(const std::vector<Analysed>& results, double sampling);
/// A row for each visit to a waiting line.
std::string visits_csv(const std::vector<Analysed>& results);

}  // namespace sidestep::cli
