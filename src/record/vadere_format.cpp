// Vadere's trajectories: a row for every footstep, with when and where it begins and ends. People are looked at as
// often as somebody says, since no rate stands in the file: on the straight line from where a step begins to where it
// ends, standing from one step to the next. Where the next step begins somewhere else, the person was not seen in
// between.
//
// Columns may come in any order; after their names is the number of the processor that wrote them ("startX-PID1").
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "record/line_file.h"
#include "record/plausible.h"
#include "record/text_fields.h"
#include "record/whole_file.h"

namespace sidestep {

extern const TrajectoryFormat kVadereFormat;

namespace {

enum Column : std::size_t { kId, kBegin, kEnd, kStartX, kStartY, kEndX, kEndY, kColumns };
constexpr std::array<const char*, kColumns> kNames{"pedestrianid", "simtime", "endtime", "startx",
                                                   "starty",       "endx",    "endy"};
constexpr const char* kHeader = "pedestrianId simTime endTime-PID1 startX-PID1 startY-PID1 endX-PID1 endY-PID1";
constexpr const char* kMend = "Correct the field or remove the line.";
constexpr double kSamePlace = 1e-9;   // m
constexpr double kSameFrame = 1e-6;   // frames, so that times that were rounded still meet theirs
constexpr double kSameTime = 1e-6;    // s
constexpr double kMostSamples = 1e8;  // of all people: memory

struct Step {
    double begin, end;  // s
    Vec2d from, to;
    std::uint64_t line;
};

class VadereReader {
public:
    VadereReader(const std::string& path, const ReadOptions& options, RowWatch* watch)
        : path_(path), unit_(options.unit.value_or(1)), watch_(watch), file_(path) {
        if (!options.fps) {
            file_.reject_all("the frame rate is not given: Vadere writes footsteps, at no rate", {},
                             plausible::kRateAllowed, "Give --fps, how often to look at people on their steps.");
        }
        fps_ = *options.fps;
    }

    Trajectory read() {
        read_header();
        while (const auto line = file_.next()) {
            if (line->front() != '#') read_step(*line);
        }
        TrackBuilder builder(false, watch_);
        double samples = 0;
        for (auto& [id, steps] : steps_) samples += sample(id, steps, nullptr);
        if (samples > kMostSamples) {
            file_.reject_all("at this rate there are more places than memory holds", fmt::format("{:g}", samples),
                             "at most 1e8 places", "Give a lower --fps.");
        }
        for (auto& [id, steps] : steps_) sample(id, steps, &builder);
        Trajectory trajectory;
        trajectory.info.fps = fps_;
        trajectory.info.metadata[kReadingKey] = fmt::format("footsteps, looked at {:g} times a second", fps_);
        trajectory.tracks = tracks_of(builder, fps_, path_, kVadereFormat, [&](RowWatch& watch) {
            TrackBuilder repeated(false, &watch);
            for (auto& [id, steps] : steps_) sample(id, steps, &repeated);
        });
        return trajectory;
    }

private:
    void read_header() {
        auto line = file_.next();
        while (line && line->front() == '#') line = file_.next();
        column_.fill(kMissing);
        if (line) text::split_at_blanks(*line, fields_);
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            const std::string written = text::lower(fields_[i].text);
            const std::string name = written.substr(0, written.find("-pid"));
            const auto known = std::ranges::find(kNames, name);
            if (known == kNames.end()) continue;
            std::size_t& column = column_[static_cast<std::size_t>(known - kNames.begin())];
            if (column != kMissing) {
                file_.reject("the column appears twice", fields_[i].text, "each column once",
                             "Remove or rename one of them.", fields_[i].column);
            }
            column = i;
        }
        for (std::size_t c = 0; c < kColumns; ++c) {
            if (column_[c] != kMissing) continue;
            file_.reject(fmt::format("the column {} of Vadere's footsteps is missing", kNames[c]),
                         line ? *line : std::string_view(), kHeader,
                         "Let Vadere write footsteps (\"FootStepOutputFile\") with these columns.");
        }
        count_ = fields_.size();
    }

    void read_step(std::string_view line) {
        text::split_at_blanks(line, fields_);
        if (fields_.size() != count_) {
            file_.reject(fmt::format("the row has {} fields where the header names {}", fields_.size(), count_), line,
                         fmt::format("{} fields", count_), "Complete or remove the line.");
        }
        const auto id = text::whole(at(kId).text);
        if (!id)
            file_.reject("pedestrianId is not a whole number", at(kId).text, "from 0 to 4294967295", kMend,
                         at(kId).column);
        Step step{.begin = time(kBegin),
                  .end = time(kEnd),
                  .from = {place(kStartX), place(kStartY)},
                  .to = {place(kEndX), place(kEndY)},
                  .line = static_cast<std::uint64_t>(file_.line())};
        if (step.end < step.begin) {
            file_.reject("the step ends before it begins", line, "endTime not before simTime", kMend, at(kEnd).column);
        }
        steps_[*id].push_back(step);
    }

    const text::Field& at(Column column) const { return fields_[column_[column]]; }
    double time(Column column) const {
        const auto value = text::number<double>(at(column).text);
        if (value && *value >= 0 && *value <= plausible::kLongest) return *value;
        file_.reject(fmt::format("{} is not a time", kNames[column]), at(column).text, "seconds from 0 to 1e7", kMend,
                     at(column).column);
    }
    double place(Column column) const {
        const auto value = text::number<double>(at(column).text);
        if (value && plausible::is_length(*value * unit_)) return *value * unit_;
        file_.reject(fmt::format("{} is not a plausible number", kNames[column]), at(column).text,
                     plausible::kLengthAllowed, kMend, at(column).column);
    }

    /// Returns how many samples there are; without a builder it only counts, at least as many.
    double sample(AgentId id, std::vector<Step>& steps, TrackBuilder* builder) {
        std::ranges::stable_sort(steps, {}, &Step::begin);
        double counted = 0, next = -1;  // the first frame that this person has not yet
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Step& step = steps[i];
            const bool last = i + 1 == steps.size();
            if (!last && steps[i + 1].begin < step.end - kSameTime) reject_overlap(id, step, steps[i + 1]);
            const bool stands = !last && norm_squared(steps[i + 1].from - step.to) < kSamePlace * kSamePlace;
            const double end = stands ? steps[i + 1].begin : step.end;
            const double from = std::max(std::ceil(step.begin * fps_ - kSameFrame), next);
            const double to = std::floor(end * fps_ + kSameFrame);
            if (to < from) continue;
            counted += to - from + 1;
            next = to + 1;
            // Where a step begins at a frame, its place is there and not the end of the one before.
            if (!last && steps[i + 1].begin * fps_ <= to + kSameFrame) {
                next = to;
                counted -= 1;
            }
            if (builder == nullptr) continue;
            for (double frame = from; frame < next; ++frame) {
                if (!(frame <= 4294967295.0)) break;  // the span is refused then
                const double t = frame / fps_, length = step.end - step.begin;
                const double part = length > 0 ? std::clamp((t - step.begin) / length, 0.0, 1.0) : 0;
                const Vec2d p = step.from + (step.to - step.from) * part;
                builder->add(static_cast<std::uint32_t>(frame), {.id = id, .position = p}, step.line);
            }
        }
        return counted;
    }

    [[noreturn]] void reject_overlap(AgentId id, const Step& before, const Step& step) const {
        file_.reject_all(fmt::format("pedestrian {} begins a step in line {} before the one in line {} has ended", id,
                                     step.line, before.line),
                         fmt::format("{:g} s, {:g} s", step.begin, before.end), "one step after the other",
                         "Correct or remove one of the two lines.");
    }

    static constexpr std::size_t kMissing = static_cast<std::size_t>(-1);
    const std::string path_;
    const double unit_;
    RowWatch* const watch_;
    LineFile file_;
    double fps_ = 1;
    std::vector<text::Field> fields_;
    std::array<std::size_t, kColumns> column_{};
    std::size_t count_ = 0;
    std::map<AgentId, std::vector<Step>> steps_;
};

Trajectory read_vadere(const std::string& path, const ReadOptions& options, RowWatch* watch) {
    return VadereReader(path, options, watch).read();
}

/// A step from each sample to the next. The last one is a step on the spot, as is one before a gap: readers that only
/// take where steps begin have all samples then.
void write_vadere(const std::string& path, const Trajectory& trajectory, bool overwrite) {
    const std::uint32_t stride = frame_step(trajectory);
    const double fps = trajectory.info.fps;
    std::string out = std::string(kHeader) + '\n';
    for_each_row(trajectory, [&](std::uint32_t frame, const Track& track, std::size_t i) {
        const bool goes_on = i + 1 < track.frame.size() && track.frame[i + 1] - frame == stride;
        const std::size_t to = goes_on ? i + 1 : i;
        append_number(out, track.id);
        for (const double value : {frame / fps, track.frame[to] / fps, track.position[i].x, track.position[i].y,
                                   track.position[to].x, track.position[to].y}) {
            out += ' ';
            append_number(out, value);
        }
        out += '\n';
    });
    write_whole(path, out, overwrite);
}

}  // namespace

constinit const TrajectoryFormat kVadereFormat{
    .name = "Vadere",
    .extension = ".traj",
    .write = write_vadere,
    .read = read_vadere,
    .takes_fps = true,
    .takes_unit = true,
    .keeps_fps = false,
    .keeps_map = false,
    .keeps_metadata = false,
};

}  // namespace sidestep
