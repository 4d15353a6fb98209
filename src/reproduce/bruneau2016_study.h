// What the parts of the reproduction share: recorded people, the law fitted to them, rings in the engine, and the
// result they write to.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reproduce/law_fit.h"
#include "reproduce/law_walker.h"
#include "reproduce/single_file_people.h"
#include "sidestep/plot.h"
#include "sidestep/reproduce.h"

namespace sidestep::bruneau2016 {

inline constexpr double kFigureWidth = 640, kFigureHeight = 400;  // pixels

class Study {
public:
    explicit Study(const ReproduceOptions& options_in) : options(options_in) { result.paper = "bruneau2016"; }

    void claim(Claim claim) { result.claims.push_back(std::move(claim)); }
    /// A figure of any kind of chart.
    template <class Chart>
    void figure(const std::string& part, const std::string& name, const Chart& chart, double width = kFigureWidth,
                double height = kFigureHeight) {
        result.figures.push_back({part, name, plot::figure(chart, width, height, plot::Theme::plain)});
    }
    void tell(const std::string& what) const {
        if (options.progress) options.progress(what);
    }
    /// As large as is documented; else a look at whether everything works.
    bool whole() const { return options.seeds >= 5; }
    /// Of each search.
    int evaluations() const { return whole() ? 300 : 60; }

    /// People of all recordings; empty where there are none.
    const std::vector<FileOfPeople>& people();
    /// The law `distance`, fitted to the learned half of all recordings; of the thesis' values where there are none.
    const LawFit& fitted();

    /// The shipped ring with other people, length and law. A spacing of 0 spreads them evenly.
    Scenario ring(std::uint32_t people, double length, const LawWalker& walker, double spacing = 0) const;
    /// m/s in the engine: mean over all in the second half of a run of a minute. Empty model: the scene's, which avoids
    /// nobody.
    double engine_speed(std::uint32_t people, double length, const LawWalker& walker, const std::string& model = {},
                        bool following = true) const;

    const ReproduceOptions& options;
    Reproduction result;

private:
    std::optional<std::vector<FileOfPeople>> people_;
    std::optional<LawFit> fitted_;
};

/// Figure 3.3: behind a leader who brakes, and behind one who walks unevenly.
void distances(Study& study);
/// Figures 3.4 and 3.5: a waiting line, where the scene is there, and the corridor.
void scenes(Study& study);
/// Figure 3.7: speeds at densities, by ttr.
void diagrams(Study& study);
/// Figures 3.8 and 3.9.
void waves(Study& study);
/// Figure 3.10: a leader who stops and goes, and three laws.
void signals(Study& study);
/// Laws fitted to recorded people.
void single_file(Study& study);
/// Every local model in single file.
void models_in_file(Study& study);

}  // namespace sidestep::bruneau2016
