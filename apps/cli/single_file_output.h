// What `analyse` says and draws of people in single file.
#pragma once

#include <string>
#include <vector>

#include "output.h"
#include "sidestep/analyse.h"

namespace CLI {
class App;
}

namespace sidestep::cli {

/// The line along which to measure, as given.
struct LineChoice {
    std::string line;   ///< X,Y,X,Y,…; empty: found
    double around = 0;  ///< m: the loop at this distance around it; 0: the line itself

    /// Throws InputError.
    SingleFileOptions options() const;
};
void add_line(CLI::App& command, LineChoice& choice);

struct FigureChoice {
    std::string folder;             ///< empty: none
    bool png = false, pdf = false;  ///< neither: SVG
    const char* extension() const { return pdf ? ".pdf" : png ? ".png" : ".svg"; }
};

/// One recording and all that is told about it.
struct MeasuredFile {
    std::string name;
    RecordedFile found;
    std::vector<Following> samples;
    HeadwayFit fit;
    SpeedWaves waves;
    LineState state;
    std::vector<LineState> windows;
};
/// Throws InputError with the file's name where people do not walk in single file.
MeasuredFile measure_single_file(const std::string& name, const Trajectory& trajectory,
                                 const SingleFileOptions& options);

/// Numbers, diagrams, waves; of several also what all of them have in common.
std::string single_file_text(const std::vector<MeasuredFile>& files);
Json single_file_json(const std::vector<MeasuredFile>& files);

struct FigureFile {
    std::string file, content;
};
/// Three of each, and two of several together. Nothing is written.
std::vector<FigureFile> single_file_figures(const std::vector<MeasuredFile>& files, const FigureChoice& choice);

}  // namespace sidestep::cli
