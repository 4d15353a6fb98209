// What the parts of the reproduction share.
#pragma once

#include <array>
#include <utility>

#include "reproduce/brogan2003.h"
#include "reproduce/brogan2003_scenes.h"

namespace sidestep::brogan2003 {

inline constexpr std::array kMetrics{PathMetric::distance, PathMetric::area, PathMetric::speed};

/// Table 1 (s²/m, per 0.066 s) and Table 2 (m, m² per step, m/s), by metric.
inline constexpr double kPaperTurn[] = {.448, .367, .310}, kPaperInertia[] = {.860, .852, .864};
inline constexpr double kPaperModel[] = {.3133, .0204, .2185}, kPaperBaseline[] = {.4683, .0389, .2536};

/// Corners as the paper builds them; the others are ours.
inline const ChartSetting kPaperCorners{kCornerRule, 1};

/// Fits to one half of the walks, scores on the other; by metric.
struct Contest {
    std::array<SearchResult, 3> found;
    std::array<WalkScores, 3> fitted;  ///< with the values found for the metric
    std::array<WalkScores, 3> paper;   ///< with the paper's
};

struct Study {
    explicit Study(const ReproduceOptions& o) : options(o), lab(o), whole(o.seeds >= 5) { result.paper = "brogan2003"; }

    const ReproduceOptions& options;
    Lab lab;
    Reproduction result;
    bool whole;  ///< as large as the paper's; else a look at whether everything works

    void claim(Claim claim) { result.claims.push_back(std::move(claim)); }
    /// The specification's search: 3 seeds, 400 evaluations.
    SearchOptions search_options() const;
    Contest contest(const WalkFit& learned, const WalkFit& held_out) const;
    /// Tables 1 and 2 with a contest's numbers beside the paper's, and a claim per metric.
    void report(const std::string& part, const std::string& id, const std::string& who, const Contest& contest);
    /// The same with nothing fitted: the paper's values for each metric, on all walks.
    void report_fixed(const std::string& part, const std::string& id, const std::string& who, const WalkFit& all,
                      const std::string& remark);
    /// Observed path, model and baseline of some walks on one map.
    void draw(const std::string& part, const std::string& name, const std::string& title, const WalkFit& fit,
              std::span<const std::size_t> walks, const std::string& wkt, const ChartValues& values);
};

void scenes(Study& study);
void recovery(Study& study);
void tables(Study& study);
void people(Study& study);

}  // namespace sidestep::brogan2003
