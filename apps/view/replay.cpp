#include "replay.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "sidestep/analyse.h"
#include "sidestep/error.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"
#include "verdict.h"

namespace sidestep::view {

namespace {

constexpr std::size_t kAnswerBytes = 8'000'000;
constexpr std::size_t kKeptFrames = 4;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kSeriesFrames = 1000;
constexpr std::size_t kSeriesRows = 4'000'000;  // about four seconds of reading
constexpr std::size_t kBoundsFrames = 50;
constexpr std::size_t kBoundsRows = 200'000;

struct Sample {
    std::uint32_t frame;
    Vec2d position;
};

/// Central difference, one-sided where a neighbour is missing, zero without any.
Vec2d velocity_of(const std::optional<Sample>& before, const Sample& here, const std::optional<Sample>& after,
                  const TrajectoryInfo& info) {
    const Sample& from = before ? *before : here;
    const Sample& to = after ? *after : here;
    return velocity_at(from.position, here.position, to.position, to.frame - from.frame, info);
}

Person person_of(AgentId id, Vec2d position, Vec2f heading, Vec2d velocity) {
    const bool has_heading = heading.x != 0 || heading.y != 0;
    return {id, position,
            static_cast<float>(has_heading ? std::atan2(heading.y, heading.x) : std::atan2(velocity.y, velocity.x)),
            static_cast<float>(norm(velocity))};
}

/// Finds ids that are asked for in ascending order.
class Neighbours {
public:
    explicit Neighbours(const TrajectoryFrame* frame) : frame_(frame) {}
    std::optional<Sample> find(AgentId id) {
        if (!frame_) return {};
        while (next_ < frame_->rows.size() && frame_->rows[next_].id < id) ++next_;
        if (next_ == frame_->rows.size() || frame_->rows[next_].id != id) return {};
        return Sample{frame_->frame, frame_->rows[next_].position};
    }

private:
    const TrajectoryFrame* frame_;
    std::size_t next_ = 0;
};

std::optional<Scenario> scene_in(const TrajectoryInfo& info) {
    const auto text = info.metadata.find("scene");
    if (text == info.metadata.end() || text->second.empty()) return {};
    try {
        return parse_scene(text->second, "scene");
    } catch (const InputError&) {
        return {};  // of another version, or its map lies elsewhere
    }
}

std::shared_ptr<const BuiltMap> map_in(const TrajectoryInfo& info, const std::optional<Scenario>& scene) {
    try {
        return built_map(info.wkt, scene ? scene->map.built : info.map);
    } catch (const InputError&) {
        return BuiltMap::from_wkt({});  // somebody else's geometry: people can be shown without it
    }
}

/// Middle first, then ever finer: a budget that ends early has still seen frames from everywhere.
double spread(std::size_t i) {
    double place = 0, part = 0.5;
    for (std::size_t n = i + 1; n > 0; n /= 2, part /= 2) place += (n % 2) ? part : 0;
    return place;
}

void include_people(Bounds& bounds, FrameSource& source) {
    const std::size_t frames = source.frames().size();
    if (frames == 0) return;
    TrajectoryFrame frame;
    std::size_t rows = 0;
    for (std::size_t i = 0; i < std::min(frames, kBoundsFrames) && rows < kBoundsRows; ++i) {
        const std::size_t index =
            frames <= kBoundsFrames ? i : static_cast<std::size_t>(spread(i) * static_cast<double>(frames));
        source.read(index, frame);
        for (const TrajectoryRow& row : frame.rows) bounds.include(row.position);
        rows += frame.rows.size();
    }
}

Json health_in(const TrajectoryInfo& info) {
    const auto text = info.metadata.find("health");
    if (text == info.metadata.end()) return nullptr;
    const auto health = health_from_json(text->second);
    return health ? verdict_json(*health) : Json(nullptr);
}

AgentTable table_of(std::span<const AgentInfo> agents) {
    AgentTable table;
    for (const AgentInfo& agent : agents) table.add(agent);
    return table;
}

}  // namespace

Overview overview_of(FrameSource& source, const std::string& path) {
    const TrajectoryInfo& recorded = source.info();
    const std::span<const std::uint32_t> frames = source.frames();
    const std::optional<Scenario> scenario = scene_in(recorded);
    const std::shared_ptr<const BuiltMap> map = map_in(recorded, scenario);
    const MapOutline& outline = map->outline();
    Bounds bounds;
    bounds.include(outline);
    if (outline.floor.empty()) {  // nobody leaves a floor
        if (scenario) bounds.include(*scenario);
        include_people(bounds, source);
    }

    const auto named = recorded.metadata.find("scene_name");
    const std::filesystem::path file(path);
    const bool consecutive = frames.empty() || frames.back() - frames.front() + 1 == frames.size();

    Overview overview;
    overview.origin = origin_of(bounds);
    Json& info = overview.info;
    info = {
        {"kind", "replay"},
        {"title", named != recorded.metadata.end() && !named->second.empty() ? named->second : file.stem().string()},
        {"file", file.filename().string()},
        {"version", version()},
        {"fps", recorded.fps},
        {"frames", frames.size()},
        {"first_frame", frames.empty() ? 0 : frames.front()},
        {"frame_numbers", nullptr},
        {"duration", frames.empty() ? 0 : (frames.back() - frames.front()) / recorded.fps},
        {"bounds", to_json(bounds)},
        {"origin", {overview.origin.x, overview.origin.y}}};
    if (!consecutive) info["frame_numbers"] = std::vector(frames.begin(), frames.end());
    const Scenario* scene = scenario ? &*scenario : nullptr;
    add_scene(info, outline, recorded.periodic, scene);
    overview.ground = ground_of(map, scene, overview.origin);
    add_map(info, overview.ground, body_of(scene, source.agents()), recorded.periodic);
    table_of(source.agents()).add_names(info);
    info["explained"] = source.explained();
    info["health"] = health_in(recorded);
    info["metadata"] = Json::object();
    for (const auto& [key, value] : recorded.metadata) {
        if (key != "scene" && key != "health") info["metadata"][key] = value;
    }
    return overview;
}

Replay::Replay(std::unique_ptr<FrameSource> source, std::shared_ptr<const Overview> overview)
    : source_(std::move(source)), overview_(std::move(overview)) {}

const TrajectoryFrame& Replay::raw(std::size_t index) {
    auto kept = std::find_if(kept_.begin(), kept_.end(), [index](const Kept& k) { return k.index == index; });
    const bool known = kept != kept_.end();
    if (!known && kept_.size() < kKeptFrames) kept_.emplace_back();
    if (!known) kept = std::prev(kept_.end());
    kept_.splice(kept_.begin(), kept_, kept);  // longest unused last
    if (!known) {
        kept->index = kNone;  // should reading fail
        source_->read(index, kept->frame);
        kept->index = index;
    }
    return kept->frame;
}

const ViewFrame& Replay::frame(std::size_t index) {
    // Three of the four that are kept: none goes while the others are read.
    const TrajectoryFrame* before = index > 0 ? &raw(index - 1) : nullptr;
    const TrajectoryFrame* here = &raw(index);
    const TrajectoryFrame* after = index + 1 < source_->frames().size() ? &raw(index + 1) : nullptr;

    frame_.index = static_cast<std::uint32_t>(index);
    frame_.number = here->frame;
    frame_.people.clear();
    Neighbours past(before), future(after);
    for (const TrajectoryRow& row : here->rows) {
        const Vec2d v =
            velocity_of(past.find(row.id), {here->frame, row.position}, future.find(row.id), source_->info());
        frame_.people.push_back(person_of(row.id, row.position, row.heading, v));
    }
    return frame_;
}

std::string Replay::frames(std::size_t first, std::size_t count, std::size_t stride) {
    FrameMessage message(overview_->origin);
    for (std::size_t index = first; count > 0 && index < source_->frames().size(); index += stride, --count) {
        message.add(frame(index));
        if (message.size() >= kAnswerBytes || source_->frames().size() - index <= stride) break;
    }
    return message.take();
}

std::string Replay::agents() const {
    Json columns = table_of(source_->agents()).columns();
    columns["waits"] = waits_json(source_->waits());
    return to_text(columns);
}

std::string Replay::series(const std::atomic<bool>& stop) {
    const std::size_t frames = source_->frames().size();
    std::size_t samples = std::min(frames, kSeriesFrames);
    if (frames > 0) {
        // Three frames are read for one speed. A crowd of 100,000 gets fewer points, not minutes of reading.
        const std::size_t rows = 3 * std::max<std::size_t>(1, source_->count(frames / 2));
        samples = std::min(samples, std::max<std::size_t>(20, kSeriesRows / rows));
    }
    Series series;
    for (std::size_t i = 0; i < samples; ++i) {
        if (stop) return {};
        series.add(frame(samples == 1 ? 0 : i * (frames - 1) / (samples - 1)));
    }
    return to_text(series.document());
}

std::string Replay::track(AgentId id) {
    const Track track = source_->track(id);
    const std::span<const std::uint32_t> frames = source_->frames();
    ViewTrack result;
    result.number = track.frame;
    for (const std::uint32_t number : track.frame) {
        const auto place = std::lower_bound(frames.begin(), frames.end(), number);
        result.index.push_back(static_cast<std::uint32_t>(place - frames.begin()));
    }
    // As in frames: a neighbour is the frame before or after in the list.
    const auto sample = [&](std::size_t i, std::uint32_t index) -> std::optional<Sample> {
        if (i >= track.frame.size() || result.index[i] != index) return {};
        return Sample{track.frame[i], track.position[i]};
    };
    for (std::size_t i = 0; i < track.frame.size(); ++i) {
        const Vec2d v = velocity_of(sample(i - 1, result.index[i] - 1), {track.frame[i], track.position[i]},
                                    sample(i + 1, result.index[i] + 1), source_->info());
        const Vec2f heading = i < track.heading.size() ? track.heading[i] : Vec2f{};
        result.people.push_back(person_of(id, track.position[i], heading, v));
    }
    return track_message(result, overview_->origin);
}

std::string Replay::explanation(AgentId id, std::uint32_t frame) {
    const std::optional<Explanation> found = source_->explanation(id, frame);
    return found ? sidestep::to_json(*found) : "null";
}

}  // namespace sidestep::view
