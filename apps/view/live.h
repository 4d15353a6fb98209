// A run that pages watch. The simulation has a thread of its own and publishes its newest state; connections take it
// when they are free, so nobody who reads slowly holds it up.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "http_server.h"
#include "map_desk.h"
#include "scene_info.h"
#include "sidestep/simulation.h"
#include "wire.h"

namespace sidestep::view {

class Live final : public Application {
public:
    /// Throws InputError where the scene cannot be set up.
    Live(Scenario scenario, int threads);
    ~Live() override;
    Live(const Live&) = delete;
    Live& operator=(const Live&) = delete;

    void answer(const Request& request, std::function<void(Response)> reply) override;
    std::unique_ptr<Client> connect() override;

    /// The run begins when the first page connects. `published` is called on the run's thread whenever clients have
    /// something new to send.
    void start(std::function<void()> published);
    /// False when a step is still under way: the process must end without waiting for it.
    bool stop(std::chrono::milliseconds patience);

private:
    class Watcher;
    using Clock = std::chrono::steady_clock;
    using Text = std::shared_ptr<const std::string>;

    enum class Order { play, pause, step, restart, speed, look };
    struct Command {
        Order order;
        double value = 0;
    };
    void command(Command command);

    void run();
    void obey(const Command& command);
    bool may_go_on() const { return failure_.empty() && !simulation_->finished(); }
    bool may_step() const { return !paused_ && may_go_on(); }
    /// When the next step is due at the speed chosen.
    Clock::time_point due() const;
    void pace_from_now();
    void advance();
    void publish_frame();
    void publish_state();
    std::map<AgentId, Text> explain_chosen();

    // Of the run's thread.
    Scenario scenario_;
    int threads_;
    std::unique_ptr<Simulation> simulation_;
    Vec2d origin_;
    std::string info_;
    bool paused_ = false;
    double speed_ = 1;  ///< times real time; 0: as fast as possible
    Clock::time_point pace_began_{}, last_publish_{}, last_state_{};
    double pace_time_ = 0;  ///< simulated, when the pace began
    std::uint64_t steps_at_state_ = 0;
    double steps_per_s_ = 0;
    Clock::duration publish_cost_{};
    std::string failure_;  ///< why the run cannot go on
    bool dirty_ = true;    ///< stepped since the last frame was published
    ViewFrame frame_;
    std::map<AgentId, std::uint32_t> waiting_;  ///< since which frame
    std::function<void()> published_;

    // Shared, under the mutex.
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Command> commands_;
    bool stopping_ = false, ended_ = false, started_ = false;
    std::set<Watcher*> watchers_;
    AgentTable agents_;
    std::vector<Wait> waits_;          ///< as they begin and end; an end repeats its beginning
    std::uint64_t waits_restart_ = 0;  ///< how often the list began anew
    Text newest_frame_, newest_state_;
    std::uint64_t frame_serial_ = 0, state_serial_ = 0;
    std::map<AgentId, Text> explanations_;
    std::uint64_t explanation_serial_ = 0;

    std::unique_ptr<MapDesk> map_;  ///< where there is a map
    std::thread thread_;
};

}  // namespace sidestep::view
