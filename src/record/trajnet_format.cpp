// TrajNet++: a JSON object on each line, a scene {"scene": {"id", "p", "s", "e", "fps"}} or a place {"track": {"f",
// "p", "x", "y"}}. Frames are those of the video and the rate of a scene is that of the places: rows of 2.5 per second
// are ten frames apart where the video had 25. Our frame rate is that of the numbers, so it is their product.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/nesting.h"
#include "record/line_file.h"
#include "record/plausible.h"
#include "record/text_fields.h"
#include "record/whole_file.h"

namespace sidestep {

extern const TrajectoryFormat kTrajnetFormat;

namespace {

using Json = nlohmann::json;

constexpr const char* kRows = R"({"track": {"f": 10, "p": 1, "x": 0.5, "y": 2}} or {"scene": {…}})";
constexpr const char* kMend = "Correct the line or remove it.";

class TrajnetReader {
public:
    TrajnetReader(const std::string& path, const ReadOptions& options, RowWatch* watch)
        : path_(path), options_(options), file_(path), builder_(false, watch) {}

    Trajectory read() {
        while (const auto line = file_.next()) read_line(*line);
        if (!options_.fps && !rate_) file_.reject_rateless();
        Trajectory trajectory;
        // The span is checked with the rate of the rows first: numbers that cannot be are refused before they are
        // sorted.
        const double slow = options_.fps.value_or(rate_.value_or(1));
        trajectory.tracks = tracks_of(builder_, std::max(slow, plausible::kSlowest), path_, kTrajnetFormat,
                                      [&](RowWatch& watch) { again(watch); });
        trajectory.info.fps = slow;
        const std::uint32_t step = frame_step(trajectory);
        if (!options_.fps) trajectory.info.fps *= step;
        if (!plausible::is_rate(trajectory.info.fps)) {
            file_.reject_all("the frame rate is not usable", fmt::format("{:g}", trajectory.info.fps),
                             plausible::kRateAllowed, "Give --fps, the rate of the numbers of the frames.");
        }
        if (!options_.fps && step > 1) {
            trajectory.info.metadata[kReadingKey] =
                fmt::format("{:g} places per second, as the scenes say, with numbers {} apart: {:g} frames per second",
                            slow, step, trajectory.info.fps);
        }
        return trajectory;
    }

private:
    void read_line(std::string_view line) {
        if (nests_too_deep(line)) {
            file_.reject("the line is nested too deeply", line,
                         fmt::format("at most {} brackets inside each other", kDeepestText), kMend);
        }
        const Json row = Json::parse(line, nullptr, false);
        if (row.is_discarded() || !row.is_object()) {
            file_.reject("the line is not a JSON object", line, kRows, kMend);
        }
        if (const auto track = row.find("track"); track != row.end()) {
            read_place(*track, line);
        } else if (const auto scene = row.find("scene"); scene != row.end()) {
            read_scene(*scene, line);
        } else {
            file_.reject("the line is neither a place nor a scene", line, kRows, kMend);
        }
    }

    void read_place(const Json& track, std::string_view line) {
        if (!track.is_object()) file_.reject("\"track\" is not an object", line, kRows, kMend);
        for (const char* predicted : {"pred_number", "prediction_number"}) {
            const auto number = track.find(predicted);
            if (number == track.end() || number->is_null()) continue;
            file_.reject("the place is one that was predicted, not seen", line, "places of people",
                         "Take the file with what was seen, or remove the predictions.");
        }
        TrajectoryRow row;
        row.id = whole(track, "p", line);
        row.position = {length(track, "x", line), length(track, "y", line)};
        builder_.add(whole(track, "f", line), row, static_cast<std::uint64_t>(file_.line()));
    }

    void read_scene(const Json& scene, std::string_view line) {
        if (!scene.is_object()) file_.reject("\"scene\" is not an object", line, kRows, kMend);
        const auto fps = scene.find("fps");
        if (fps == scene.end() || fps->is_null() || options_.fps) return;
        if (!fps->is_number() || !plausible::is_rate(fps->get<double>())) {
            file_.reject("the frame rate is not usable", fps->dump(), plausible::kRateAllowed,
                         "Correct the line, or give --fps.");
        }
        if (rate_ && *rate_ != fps->get<double>()) {
            file_.reject(
                fmt::format("this scene has another frame rate than that in line {}, {:g}", rate_line_, *rate_),
                fps->dump(), "one rate in all scenes", "Take the file apart, or give --fps.");
        }
        if (!rate_) rate_line_ = file_.line();
        rate_ = fps->get<double>();
    }

    const Json& field(const Json& track, const char* name, std::string_view line) const {
        const auto at = track.find(name);
        if (at == track.end() || !at->is_number()) {
            file_.reject(fmt::format("\"{}\" is {}", name, at == track.end() ? "missing" : "not a number"), line, kRows,
                         kMend);
        }
        return *at;
    }
    std::uint32_t whole(const Json& track, const char* name, std::string_view line) const {
        const Json& value = field(track, name, line);
        if (const auto number = text::whole(value.get<double>())) return *number;
        file_.reject(fmt::format("\"{}\" is not a whole number", name), value.dump(),
                     "a whole number from 0 to 4294967295", kMend);
    }
    double length(const Json& track, const char* name, std::string_view line) const {
        const Json& value = field(track, name, line);
        const double metres = value.get<double>() * options_.unit.value_or(1);
        if (plausible::is_length(metres)) return metres;
        file_.reject(fmt::format("\"{}\" is not a plausible number", name), value.dump(), plausible::kLengthAllowed,
                     kMend);
    }

    void again(RowWatch& watch) const {
        TrajnetReader reader(path_, options_, &watch);
        while (const auto line = reader.file_.next()) reader.read_line(*line);
    }

    const std::string path_;
    const ReadOptions options_;
    LineFile file_;
    TrackBuilder builder_;
    std::optional<double> rate_;
    int rate_line_ = 0;
};

Trajectory read_trajnet(const std::string& path, const ReadOptions& options, RowWatch* watch) {
    return TrajnetReader(path, options, watch).read();
}

/// Everybody is the one whom a scene is about once, for as long as it is seen.
void write_trajnet(const std::string& path, const Trajectory& trajectory, bool overwrite) {
    std::string out;
    const std::string rate = shortest(trajectory.info.fps / frame_step(trajectory));
    std::size_t scene = 0;
    for (const Track& track : trajectory.tracks) {
        if (track.frame.empty()) continue;
        out += fmt::format(R"({{"scene": {{"id": {}, "p": {}, "s": {}, "e": {}, "fps": {}}}}})", scene++, track.id,
                           track.frame.front(), track.frame.back(), rate);
        out += '\n';
    }
    for_each_row(trajectory, [&](std::uint32_t frame, const Track& track, std::size_t i) {
        out += R"({"track": {"f": )";
        append_number(out, frame);
        out += R"(, "p": )";
        append_number(out, track.id);
        out += R"(, "x": )";
        append_number(out, track.position[i].x);
        out += R"(, "y": )";
        append_number(out, track.position[i].y);
        out += "}}\n";
    });
    write_whole(path, out, overwrite);
}

}  // namespace

constinit const TrajectoryFormat kTrajnetFormat{
    .name = "TrajNet++",
    .extension = ".ndjson",
    .write = write_trajnet,
    .read = read_trajnet,
    .takes_fps = true,
    .takes_unit = true,
    .keeps_map = false,
    .keeps_metadata = false,
};

}  // namespace sidestep
