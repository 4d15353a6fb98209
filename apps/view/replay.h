// Answers about a recording: what the page and an exported file are told. Reads only what is asked for.
#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <string>

#include "scene_info.h"
#include "sidestep/trajectory.h"
#include "wire.h"

namespace sidestep::view {

/// What is the same for all answers; made once and shared.
struct Overview {
    Json info;
    Vec2d origin;
    Ground ground;
};
/// Looks at fifty frames at most to see how far people go where the map does not say it.
Overview overview_of(FrameSource& source, const std::string& path);

/// Not for several threads at a time.
class Replay {
public:
    Replay(std::unique_ptr<FrameSource> source, std::shared_ptr<const Overview> overview);

    FrameSource& source() { return *source_; }
    const Overview& overview() const { return *overview_; }

    /// With headings and speeds. Valid until the next call.
    const ViewFrame& frame(std::size_t index);
    /// `SSF1` of at least one frame; `first` must be there.
    std::string frames(std::size_t first, std::size_t count, std::size_t stride);
    std::string agents() const;
    /// Empty when `stop` came first.
    std::string series(const std::atomic<bool>& stop);
    std::string track(AgentId id);
    /// "null" where there is none.
    std::string explanation(AgentId id, std::uint32_t frame);

private:
    const TrajectoryFrame& raw(std::size_t index);

    std::unique_ptr<FrameSource> source_;
    std::shared_ptr<const Overview> overview_;
    struct Kept {
        std::size_t index = 0;
        TrajectoryFrame frame;
    };
    std::list<Kept> kept_;  ///< the last few frames read: neighbours of a frame are asked for again
    ViewFrame frame_;
};

}  // namespace sidestep::view
