#include "wire.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "sidestep/parameters.h"

namespace sidestep::view {

namespace {

static_assert(std::endian::native == std::endian::little, "the messages are little-endian");

constexpr std::uint32_t kFrames = 0x31465353;     // "SSF1"
constexpr std::uint32_t kTrack = 0x31545353;      // "SST1"
constexpr std::uint32_t kQuantised = 0x31515353;  // "SSQ1"
constexpr std::int64_t kTurn = 1024;              // steps of a heading

void put(std::string& bytes, std::uint32_t value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// One column: `value(item)` for every item, written to memory that is there already.
template <class T, class Items, class Value>
void put_column(std::string& bytes, const Items& items, Value value) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + items.size() * sizeof(T));
    char* to = bytes.data() + begin;
    for (const auto& item : items) {
        const T v = static_cast<T>(value(item));
        std::memcpy(to, &v, sizeof v);
        to += sizeof v;
    }
}

void put_motion(std::string& bytes, const std::vector<Person>& people, Vec2d origin) {
    put_column<float>(bytes, people, [&](const Person& p) { return p.position.x - origin.x; });
    put_column<float>(bytes, people, [&](const Person& p) { return p.position.y - origin.y; });
    put_column<float>(bytes, people, [](const Person& p) { return p.heading; });
    put_column<float>(bytes, people, [](const Person& p) { return p.speed; });
}

void put_varint(std::string& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    bytes += static_cast<char>(value);
}

void put_zigzag(std::string& bytes, std::int64_t value) {
    put_varint(bytes, (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

std::int64_t in_steps(double value, double steps_per_unit) {
    return std::isfinite(value) ? std::llround(value * steps_per_unit) : 0;
}

}  // namespace

std::string to_text(const Json& document) {
    return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

FrameMessage::FrameMessage(Vec2d origin) : origin_(origin) {
    put(bytes_, kFrames);
    put(bytes_, 0);
}

void FrameMessage::add(const ViewFrame& frame) {
    ++frames_;
    std::memcpy(bytes_.data() + sizeof kFrames, &frames_, sizeof frames_);
    bytes_.reserve(bytes_.size() + 16 + frame.people.size() * 20);
    put(bytes_, frame.index);
    put(bytes_, frame.number);
    put(bytes_, static_cast<std::uint32_t>(frame.people.size()));
    put(bytes_, 0);
    put_column<std::uint32_t>(bytes_, frame.people, [](const Person& p) { return p.id; });
    put_motion(bytes_, frame.people, origin_);
}

std::string track_message(const ViewTrack& track, Vec2d origin) {
    std::string bytes;
    put(bytes, kTrack);
    put(bytes, static_cast<std::uint32_t>(track.people.size()));
    put_column<std::uint32_t>(bytes, track.index, [](std::uint32_t i) { return i; });
    put_column<std::uint32_t>(bytes, track.number, [](std::uint32_t n) { return n; });
    put_motion(bytes, track.people, origin);
    return bytes;
}

void QuantisedTracks::append(Segment& segment, const Person& person) {
    const std::int64_t x = in_steps(person.position.x - origin_.x, 1000);
    const std::int64_t y = in_steps(person.position.y - origin_.y, 1000);
    const std::int64_t heading = in_steps(person.heading, kTurn / (2 * std::numbers::pi)) & (kTurn - 1);
    const std::int64_t speed = in_steps(person.speed, 1000);
    // The first value counts from 0, the first difference from the first value; only then there is a second one.
    put_zigzag(segment.x, x - segment.last_x - segment.step_x);
    put_zigzag(segment.y, y - segment.last_y - segment.step_y);
    if (segment.length > 0) {
        segment.step_x = x - segment.last_x;
        segment.step_y = y - segment.last_y;
    }
    std::int64_t turn = (heading - segment.last_heading) & (kTurn - 1);
    if (turn >= kTurn / 2) turn -= kTurn;
    put_zigzag(segment.heading, turn);
    put_zigzag(segment.speed, speed - segment.last_speed);
    segment.last_x = x;
    segment.last_y = y;
    segment.last_heading = heading;
    segment.last_speed = speed;
    ++segment.length;
    ++samples_;
}

void QuantisedTracks::add(const ViewFrame& frame) {
    if (frame.index != next_index_) open_.clear();
    next_index_ = frame.index + 1;
    next_open_.clear();
    auto before = open_.begin();
    for (const Person& person : frame.people) {
        while (before != open_.end() && segments_[*before].id < person.id) ++before;
        std::size_t place = segments_.size();
        if (before != open_.end() && segments_[*before].id == person.id) {
            place = *before;
        } else {
            segments_.push_back({.id = person.id, .first = frame.index, .x = {}, .y = {}, .heading = {}, .speed = {}});
        }
        append(segments_[place], person);
        next_open_.push_back(place);
    }
    open_.swap(next_open_);
}

std::string QuantisedTracks::take() {
    std::sort(segments_.begin(), segments_.end(),
              [](const Segment& a, const Segment& b) { return a.id != b.id ? a.id < b.id : a.first < b.first; });
    std::string bytes;
    put(bytes, kQuantised);
    put(bytes, static_cast<std::uint32_t>(segments_.size()));
    for (Segment& segment : segments_) {
        put_varint(bytes, segment.id);
        put_varint(bytes, segment.first);
        put_varint(bytes, segment.length);
        bytes.append(segment.x).append(segment.y).append(segment.heading).append(segment.speed);
        segment = {};
    }
    segments_.clear();
    open_.clear();
    return bytes;
}

void Series::add(const ViewFrame& frame) {
    double sum = 0;
    for (const Person& person : frame.people) sum += static_cast<double>(person.speed);
    const double mean = frame.people.empty() ? 0 : sum / static_cast<double>(frame.people.size());
    index_.push_back(frame.index);
    count_.push_back(frame.people.size());
    speed_.push_back(std::round(mean * 1e4) / 1e4);
}

int AgentTable::Names::place(const std::string& name) {
    if (name.empty()) return -1;
    const auto [at, is_new] = index.try_emplace(name, static_cast<int>(all.size()));
    if (is_new) all.push_back(name);
    return at->second;
}

void AgentTable::add(const AgentInfo& agent) {
    id_.push_back(agent.id);
    radius_.push_back(agent.radius > 0 ? agent.radius : static_cast<float>(kUsualRadius));
    profile_.push_back(profiles_.place(agent.profile));
    goal_.push_back(goals_.place(agent.goal));
    group_.push_back(groups_.place(agent.group));
}

Json waits_json(std::span<const Wait> waits) {
    Json list = Json::array();
    for (const Wait& wait : waits) {
        list.push_back(wait.id);
        list.push_back(wait.first);
        list.push_back(wait.last == Wait::kToTheEnd ? -1 : static_cast<std::int64_t>(wait.last));
    }
    return list;
}

Json AgentTable::columns(std::size_t first) const {
    const auto from = [first](const auto& column) {
        return std::vector(column.begin() + static_cast<std::ptrdiff_t>(first), column.end());
    };
    Json radius = Json::array();
    // As a double a float would be written with digits it does not have.
    for (const float r : from(radius_)) radius.push_back(std::round(static_cast<double>(r) * 1e4) / 1e4);
    return {{"id", from(id_)},
            {"radius", std::move(radius)},
            {"profile", from(profile_)},
            {"goal", from(goal_)},
            {"group", from(group_)}};
}

void AgentTable::add_names(Json& object) const {
    object["profiles"] = profiles_.all;
    object["goal_names"] = goals_.all;
    object["groups"] = groups_.all;
}

}  // namespace sidestep::view
