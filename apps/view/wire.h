// What the viewer is told, in bytes: docs/viewer_protocol.md.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sidestep/id.h"
#include "sidestep/trajectory.h"
#include "sidestep/vec2.h"

namespace sidestep::view {

using Json = nlohmann::ordered_json;

/// One document in one line. Names from outside may hold bytes that are not UTF-8; a damaged name is better than none.
std::string to_text(const Json& document);

/// One agent in one frame as it is drawn.
struct Person {
    AgentId id = 0;
    Vec2d position;
    float heading = 0;  ///< rad
    float speed = 0;    ///< m/s
};

struct ViewFrame {
    std::uint32_t index = 0;  ///< place in the list of frames
    std::uint32_t number = 0;
    std::vector<Person> people;  ///< in order of id
};

/// `SSF1`, frame by frame.
class FrameMessage {
public:
    explicit FrameMessage(Vec2d origin);
    void add(const ViewFrame& frame);
    std::size_t size() const { return bytes_.size(); }
    std::string take() { return std::move(bytes_); }

private:
    Vec2d origin_;
    std::string bytes_;
    std::uint32_t frames_ = 0;
};

/// `SST1`: one agent; `index` and `number` belong to the samples in `people`.
struct ViewTrack {
    std::vector<std::uint32_t> index, number;
    std::vector<Person> people;
};
std::string track_message(const ViewTrack& track, Vec2d origin);

/// `SSQ1`, collected frame by frame: small differences as variable-length integers, ready to be compressed.
class QuantisedTracks {
public:
    explicit QuantisedTracks(Vec2d origin) : origin_(origin) {}
    void add(const ViewFrame& frame);
    std::size_t samples() const { return samples_; }
    std::string take();

private:
    struct Segment {
        AgentId id;
        std::uint32_t first, length = 0;
        std::string x, y, heading, speed;
        std::int64_t last_x = 0, last_y = 0, step_x = 0, step_y = 0, last_heading = 0, last_speed = 0;
    };
    void append(Segment& segment, const Person& person);

    Vec2d origin_;
    std::vector<Segment> segments_;
    std::vector<std::size_t> open_, next_open_;  ///< segments of the frame before, in order of id
    std::uint32_t next_index_ = 0;
    std::size_t samples_ = 0;
};

/// How many there are and how fast they walk, over time.
class Series {
public:
    void add(const ViewFrame& frame);
    Json document() const { return {{"index", index_}, {"count", count_}, {"speed", speed_}}; }

private:
    std::vector<std::uint32_t> index_;
    std::vector<std::size_t> count_;
    std::vector<double> speed_;
};

/// Who waited when: id, first and last frame of each wait, one after the other; -1 for one that has no end.
Json waits_json(std::span<const Wait> waits);

/// What does not change about agents, as columns of numbers and lists of names.
class AgentTable {
public:
    void add(const AgentInfo& agent);
    std::size_t size() const { return id_.size(); }
    std::size_t names() const { return profiles_.all.size() + goals_.all.size() + groups_.all.size(); }
    /// Makes the lists begin with these names.
    void expect_profile(const std::string& name) { profiles_.place(name); }
    void expect_goal(const std::string& name) { goals_.place(name); }
    /// The columns from row `first` on.
    Json columns(std::size_t first = 0) const;
    /// "profiles", "goal_names" and "groups" into an object.
    void add_names(Json& object) const;

private:
    struct Names {
        std::vector<std::string> all;
        std::map<std::string, int> index;
        int place(const std::string& name);
    };
    std::vector<AgentId> id_;
    std::vector<float> radius_;
    std::vector<int> profile_, goal_, group_;
    Names profiles_, goals_, groups_;
};

}  // namespace sidestep::view
