// What `analyse --meetings` says and draws of two who pass each other.
#pragma once

#include <string>
#include <vector>

#include "output.h"
#include "sidestep/analyse.h"
#include "single_file_output.h"

namespace sidestep::cli {

/// One recording and the pairs of it.
struct FileOfMeetings {
    std::string name;
    std::vector<PairMeeting> meetings;
};

/// How many, how close, and of those who had to adapt the three periods.
std::string meetings_text(const std::vector<FileOfMeetings>& files);
Json meetings_json(const std::vector<FileOfMeetings>& files);
/// A row for each pair, and a row for each of its samples. Nothing is written.
std::vector<FigureFile> meetings_series(const std::string& folder, const std::vector<FileOfMeetings>& files);
/// Of each recording how predicted distances, and the times until them, are spread. Nothing is written.
std::vector<FigureFile> meetings_figures(const std::vector<FileOfMeetings>& files, const FigureChoice& choice);

}  // namespace sidestep::cli
