#include "live.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "verdict.h"

namespace sidestep::view {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFrameInterval{16};  // what a screen shows
constexpr int kPublishShare = 4;            // publishing takes at most a fifth of the run's time
constexpr milliseconds kStateInterval{500};
constexpr milliseconds kTooLate{250};  // a run that falls behind goes on from where it is
constexpr double kSlowest = 0.1, kFastest = 20;

}  // namespace

/// A connected page: what it has been sent already.
class Live::Watcher final : public Client {
public:
    explicit Watcher(Live& live) : live_(live) {
        const std::lock_guard lock(live_.mutex_);
        live_.watchers_.insert(this);
        // What was published while nobody looked is old; a new frame is on its way.
        frame_sent_ = live_.frame_serial_;
        state_sent_ = live_.state_serial_;
    }
    ~Watcher() override {
        const std::lock_guard lock(live_.mutex_);
        live_.watchers_.erase(this);
    }
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    void receive(const std::string& text) override;
    std::optional<Message> next() override;
    std::optional<AgentId> chosen() const { return chosen_; }

private:
    Live& live_;
    bool greeted_ = false;
    std::size_t agents_sent_ = 0, waits_sent_ = 0;
    std::uint64_t waits_restart_ = 0;
    std::uint64_t frame_sent_ = 0, state_sent_ = 0, explanation_sent_ = 0;
    std::optional<AgentId> chosen_;  ///< under the mutex
};

void Live::Watcher::receive(const std::string& text) {
    const Json message = Json::parse(text, nullptr, false);
    if (!message.is_object() || !message.contains("do") || !message["do"].is_string()) return;
    const std::string what = message["do"];
    if (what == "play") live_.command({Order::play});
    if (what == "pause") live_.command({Order::pause});
    if (what == "step") live_.command({Order::step});
    if (what == "restart") live_.command({Order::restart});
    if (what == "speed" && message.contains("value") && message["value"].is_number()) {
        live_.command({Order::speed, message["value"].get<double>()});
    }
    if (what != "explain" || !message.contains("id")) return;
    const Json& id = message["id"];
    if (!id.is_null() && !(id.is_number_unsigned() && id.get<std::uint64_t>() <= UINT32_MAX)) return;
    {
        const std::lock_guard lock(live_.mutex_);
        chosen_ = id.is_null() ? std::nullopt : std::optional(id.get<AgentId>());
        explanation_sent_ = live_.explanation_serial_;
    }
    live_.command({Order::look});
}

std::optional<Message> Live::Watcher::next() {
    const std::lock_guard lock(live_.mutex_);
    const bool waits_anew = waits_restart_ != live_.waits_restart_;
    if (waits_anew) waits_restart_ = live_.waits_restart_, waits_sent_ = 0;
    if (!greeted_ || waits_anew || agents_sent_ < live_.agents_.size() || waits_sent_ < live_.waits_.size()) {
        Json message{{"type", "agents"}};
        message.update(live_.agents_.columns(agents_sent_));
        message["waits"] = waits_json(std::span(live_.waits_).subspan(waits_sent_));
        if (waits_anew) message["waits_anew"] = true;
        waits_sent_ = live_.waits_.size();
        live_.agents_.add_names(message);
        greeted_ = true;
        agents_sent_ = live_.agents_.size();
        return Message{std::make_shared<const std::string>(to_text(message)), false};
    }
    if (state_sent_ != live_.state_serial_) {
        state_sent_ = live_.state_serial_;
        return Message{live_.newest_state_, false};
    }
    if (frame_sent_ != live_.frame_serial_) {
        frame_sent_ = live_.frame_serial_;
        return Message{live_.newest_frame_, true};
    }
    if (chosen_ && explanation_sent_ != live_.explanation_serial_) {
        explanation_sent_ = live_.explanation_serial_;
        const auto found = live_.explanations_.find(*chosen_);
        if (found != live_.explanations_.end()) return Message{found->second, false};
    }
    return {};
}

Live::Live(Scenario scenario, int threads) : scenario_(std::move(scenario)), threads_(threads) {
    scenario_.record_every = 1;  // every step is a frame here, for explanations too
    simulation_ = std::make_unique<Simulation>(scenario_, threads_);
    scenario_ = simulation_->scenario();  // with its map, for all that restart
    const MapOutline& outline = scenario_.map.built->outline();
    Bounds bounds;
    bounds.include(outline);
    if (outline.floor.empty()) bounds.include(scenario_);
    origin_ = origin_of(bounds);
    const TrajectoryInfo recorded = simulation_->trajectory_info();
    Json info{{"kind", "live"},
              {"title", scenario_.name},
              {"file", nullptr},
              {"version", version()},
              {"fps", recorded.fps},
              {"frames", 0},
              {"first_frame", 0},
              {"frame_numbers", nullptr},
              {"duration", scenario_.duration},
              {"bounds", to_json(bounds)},
              {"origin", {origin_.x, origin_.y}}};
    add_scene(info, outline, scenario_.map.periodic, &scenario_);
    const Ground ground = ground_of(scenario_.map.built, &scenario_, origin_);
    add_map(info, ground, body_of(&scenario_), scenario_.map.periodic);
    if (ground.cut) map_ = std::make_unique<MapDesk>(ground);
    for (const ProfileSpec& profile : scenario_.profiles) agents_.expect_profile(profile.name);
    for (const GoalSpec& goal : scenario_.goals) agents_.expect_goal(goal.name);
    agents_.add_names(info);
    info["explained"] = Json::array();
    info["health"] = nullptr;
    info["metadata"] = Json::object();
    for (const auto& [key, value] : recorded.metadata) {
        if (key != "scene") info["metadata"][key] = value;
    }
    info_ = to_text(info);
}

Live::~Live() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Live::answer(const Request& request, std::function<void(Response)> reply) {
    if (request.path == "/api/info") return reply(text_response(200, info_));
    if (request.path == "/api/agents") {
        const std::lock_guard lock(mutex_);
        return reply(text_response(200, to_text(agents_.columns())));
    }
    if (MapDesk::knows(request.path)) return ask_map(map_.get(), request, std::move(reply));
    reply(error_response(404, "a run has no past to look at"));
}

std::unique_ptr<Client> Live::connect() {
    auto watcher = std::make_unique<Watcher>(*this);
    command({Order::look});
    return watcher;
}

void Live::start(std::function<void()> published) {
    published_ = std::move(published);
    thread_ = std::thread([this] { run(); });
}

bool Live::stop(milliseconds patience) {
    if (map_ && !stop_all(map_->workers(), patience)) return false;
    std::unique_lock lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
    return !thread_.joinable() || changed_.wait_for(lock, patience, [this] { return ended_; });
}

void Live::command(Command command) {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(command);
    }
    changed_.notify_all();
}

void Live::obey(const Command& command) {
    switch (command.order) {
        case Order::play:
            paused_ = false;
            break;
        case Order::pause:
            paused_ = true;
            break;
        case Order::step:
            paused_ = true;
            if (may_go_on()) advance();
            break;
        case Order::restart:
            try {
                simulation_ = std::make_unique<Simulation>(scenario_, threads_);
                failure_.clear();
            } catch (const std::exception& error) {
                failure_ = error.what();
            }
            steps_at_state_ = 0;
            break;
        case Order::speed:
            speed_ = command.value <= 0 ? 0 : std::clamp(command.value, kSlowest, kFastest);
            break;
        case Order::look:
            break;
    }
    dirty_ = true;
    pace_from_now();
}

void Live::pace_from_now() {
    pace_began_ = Clock::now();
    pace_time_ = simulation_->time();
}

Live::Clock::time_point Live::due() const {
    if (speed_ == 0) return {};
    const std::chrono::duration<double> from_start((simulation_->time() + scenario_.dt - pace_time_) / speed_);
    return pace_began_ + std::chrono::duration_cast<Clock::duration>(from_start);
}

void Live::advance() {
    if (speed_ > 0 && Clock::now() - due() > kTooLate) pace_from_now();
    try {
        simulation_->step();
    } catch (const std::exception& error) {
        failure_ = error.what();
    }
    dirty_ = true;
}

std::map<AgentId, Live::Text> Live::explain_chosen() {
    std::vector<AgentId> chosen;
    {
        const std::lock_guard lock(mutex_);
        for (const Watcher* watcher : watchers_) {
            if (watcher->chosen()) chosen.push_back(*watcher->chosen());
        }
    }
    if (chosen.empty()) return {};
    const auto message = [](const std::string& explanation) {
        return std::make_shared<const std::string>(R"({"type":"explain","explanation":)" + explanation + "}");
    };
    std::map<AgentId, Text> texts;
    for (const AgentId id : chosen) texts[id] = message("null");  // until proved to be there
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (const Explanation& found : simulation_->explain(chosen)) texts[found.id] = message(sidestep::to_json(found));
    return texts;
}

void Live::publish_frame() {
    const auto began = Clock::now();
    frame_.index = frame_.number = static_cast<std::uint32_t>(simulation_->steps());
    frame_.people.clear();
    if (simulation_->steps() == 0) waiting_.clear();
    std::vector<Wait> waits;
    std::map<AgentId, std::uint32_t> waiting;
    for (const AgentState& agent : simulation_->agents()) {
        if (agent.waits) {
            const auto since = waiting_.find(agent.id);
            if (since == waiting_.end()) waits.push_back({agent.id, frame_.number});
            waiting.emplace(agent.id, since == waiting_.end() ? frame_.number : since->second);
        }
        frame_.people.push_back({agent.id, agent.position, std::atan2(agent.heading.y, agent.heading.x),
                                 static_cast<float>(norm(agent.velocity))});
    }
    for (const auto& [id, first] : waiting_) {
        if (!waiting.contains(id)) waits.push_back({id, first, std::max(first, frame_.number - 1)});
    }
    waiting_ = std::move(waiting);
    FrameMessage message(origin_);
    message.add(frame_);
    auto bytes = std::make_shared<const std::string>(message.take());
    // In order of creation, which is the same after a restart: who was told of stays told of.
    const std::vector<AgentInfo> newcomers = simulation_->agent_infos(agents_.size());
    std::map<AgentId, Text> explanations = explain_chosen();
    {
        const std::lock_guard lock(mutex_);
        for (const AgentInfo& agent : newcomers) agents_.add(agent);
        if (frame_.number == 0 && !waits_.empty()) waits_.clear(), ++waits_restart_;
        waits_.insert(waits_.end(), waits.begin(), waits.end());
        newest_frame_ = std::move(bytes);
        ++frame_serial_;
        explanations_ = std::move(explanations);
        ++explanation_serial_;
    }
    dirty_ = false;
    last_publish_ = Clock::now();
    publish_cost_ = last_publish_ - began;
}

void Live::publish_state() {
    const auto now = Clock::now();
    const std::chrono::duration<double> elapsed = now - last_state_;
    const std::uint64_t steps = simulation_->steps();
    if (elapsed > kStateInterval / 2) {
        steps_per_s_ = static_cast<double>(steps - steps_at_state_) / elapsed.count();
        steps_at_state_ = steps;
        last_state_ = now;
    }
    const bool finished = simulation_->finished() || !failure_.empty();
    RunHealth health = simulation_->summary().health;
    if (!finished) health = so_far(std::move(health));
    Json state{{"type", "state"},
               {"time", simulation_->time()},
               {"step", steps},
               {"paused", paused_},
               {"speed", speed_},
               {"finished", finished},
               {"agents", simulation_->agent_count()},
               {"steps_per_s", std::round(steps_per_s_ * 10) / 10},
               {"health", verdict_json(health)}};
    if (!failure_.empty()) state["error"] = failure_;
    const std::lock_guard lock(mutex_);
    newest_state_ = std::make_shared<const std::string>(to_text(state));
    ++state_serial_;
}

void Live::run() {
    const auto interrupted = [this] { return stopping_ || !commands_.empty(); };
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        const bool goes = started_ && may_step();
        if (!goes) {
            changed_.wait_for(lock, kStateInterval, interrupted);
        } else if (const auto next = due(); Clock::now() < next) {
            changed_.wait_until(lock, next, interrupted);
        }
        if (stopping_) break;
        const std::vector<Command> commands = std::exchange(commands_, {});
        const bool watched = !watchers_.empty();
        if (watched && !std::exchange(started_, true)) pace_from_now();
        lock.unlock();

        for (const Command& command : commands) obey(command);
        if (commands.empty() && goes && Clock::now() >= due()) advance();
        const auto now = Clock::now();
        const bool frame_due =
            !commands.empty() || !may_step() ||
            now - last_publish_ >= std::max<Clock::duration>(kFrameInterval, kPublishShare * publish_cost_);
        const bool state_due = !commands.empty() || now - last_state_ >= kStateInterval;
        const bool publish = watched && dirty_ && frame_due;
        if (publish) publish_frame();
        if (watched && state_due) publish_state();
        if (publish || (watched && state_due)) published_();
        lock.lock();
    }
    ended_ = true;
    changed_.notify_all();
}

}  // namespace sidestep::view
