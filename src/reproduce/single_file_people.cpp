#include "reproduce/single_file_people.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "sidestep/trajectory.h"
#include "sidestep/walk_line.h"

namespace sidestep {

namespace {

namespace fs = std::filesystem;

constexpr double kBeginning = 5, kEnd = 10;  // s
constexpr double kState = 5;                 // s of a recording that make one state
constexpr std::size_t kFewestStates = 5;     // of a recording in a bin

/// "female_16_1" and "UX_24" say how many walk on the loop, as do the runs "n14" and so on.
std::uint32_t people_in(const std::string& name) {
    const std::size_t digit = name.find_first_of("0123456789");
    return digit == std::string::npos ? 0 : static_cast<std::uint32_t>(std::stoul(name.substr(digit)));
}

/// Without the seconds in which people stand because they have not begun, or have been told to stop.
SingleFile walked_part(SingleFile file) {
    const auto from = static_cast<std::size_t>(std::lround(kBeginning / file.interval));
    const auto to = file.steps() - std::min(file.steps(), static_cast<std::size_t>(std::lround(kEnd / file.interval)));
    std::vector<LineWalk> kept;
    for (LineWalk& walk : file.walks) {
        const std::size_t first = std::max(walk.first, from), end = std::min(walk.end(), to);
        if (end <= first) continue;
        const std::size_t count = end - first;
        walk.along.erase(walk.along.begin(), walk.along.begin() + static_cast<std::ptrdiff_t>(first - walk.first));
        walk.along.resize(count);
        walk.first = first - from;
        kept.push_back(std::move(walk));
    }
    file.walks = std::move(kept);
    return file;
}

void add_recordings(const fs::path& folder, const std::string& set, const SingleFileOptions& options,
                    std::vector<FileOfPeople>& all) {
    std::error_code none;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder, none)) {
        if (entry.path().extension() == ".txt") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
        FileOfPeople file{.set = set, .name = path.stem().string()};
        file.people = people_in(file.name);
        file.file = walked_part(require_single_file(read_trajectory(path.string()), options).file);
        for (const LineState& state : line_states(*file.file, kState)) {
            file.states.push_back({state.density, state.speed});
        }
        all.push_back(std::move(file));
    }
}

void add_cloud(const fs::path& csv, const std::string& set, std::vector<FileOfPeople>& all) {
    std::map<std::string, FileOfPeople> runs;
    std::ifstream in(csv);
    std::string line;
    std::getline(in, line);  // names of the columns
    while (std::getline(in, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream cells(line);
        std::string run;
        DensitySpeed state;
        if (!(cells >> run >> state.density >> state.speed)) continue;
        FileOfPeople& file = runs[run];
        file.set = set;
        file.name = run;
        file.people = people_in(run);
        file.states.push_back(state);
    }
    for (auto& [name, file] : runs) all.push_back(std::move(file));
}

}  // namespace

DensitySpeed FileOfPeople::mean() const {
    DensitySpeed sum;
    for (const DensitySpeed& s : states) sum.density += s.density, sum.speed += s.speed;
    const auto n = static_cast<double>(states.size());
    return {sum.density / n, sum.speed / n};
}

std::vector<FileOfPeople> single_files_of_people(const fs::path& data) {
    std::vector<FileOfPeople> all;
    SingleFileOptions oval;  // straights of 2.3 m, radius 1.65 m
    oval.line = WalkLine::around({-2.975, 1.86}, {-2.975, 4.16}, 1.65);
    add_recordings(data / "single_file_croma", "croma", oval, all);
    add_recordings(data / "single_file_palestine", "palestine", {}, all);
    add_cloud(data / "fd_reference" / "single_file_1D.csv", "reference", all);
    std::map<std::string, int> place;
    for (FileOfPeople& file : all) file.held_out = place[file.set]++ % 2 == 1;
    return all;
}

std::vector<PeopleBin> people_bins(std::span<const FileOfPeople> files, Half half, std::string_view set) {
    std::map<long, PeopleBin> bins;
    for (const FileOfPeople& file : files) {
        if (half != Half::both && file.held_out != (half == Half::held_out)) continue;
        if (!set.empty() && file.set != set) continue;
        std::map<long, std::vector<DensitySpeed>> own;
        for (const DensitySpeed& s : file.states) own[std::lround(std::floor(s.density / kPeopleBin))].push_back(s);
        for (const auto& [bin, states] : own) {
            if (states.size() < kFewestStates) continue;
            FileOfPeople part;
            part.states = states;
            const DensitySpeed mean = part.mean();
            PeopleBin& sum = bins[bin];
            sum.density += mean.density;
            sum.speed += mean.speed;
            ++sum.recordings;
        }
    }
    std::vector<PeopleBin> list;
    for (auto& [bin, sum] : bins) {
        const auto n = static_cast<double>(sum.recordings);
        list.push_back({sum.density / n, sum.speed / n, sum.recordings});
    }
    return list;
}

}  // namespace sidestep
