// Questions about a map: its cells, ways through it, and heading charts. Cutting a city takes a moment and the labels
// of exact paths seconds, so all of it is done by threads of its own, once somebody asks.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charts.h"
#include "http_server.h"
#include "sidestep/path.h"
#include "worker.h"

namespace sidestep::view {

/// A map to ask about.
struct Ground {
    /// Called once, on any thread; may throw InputError. Empty: there is nothing to ask about.
    std::function<PlanningMap()> cut;
    Vec2d origin{};
    std::uint32_t doors = 0;
    Charts charts{};
};

class MapDesk {
public:
    explicit MapDesk(Ground ground);

    static bool knows(std::string_view path);
    void answer(const Request& request, std::function<void(Response)> reply);
    std::array<Worker*, 3> workers() { return {&cells_, &routes_, &builder_}; }

private:
    using Reply = std::function<void(Response)>;
    struct Question {
        Vec2d from, to;
        PathOptions options;
        std::vector<std::uint32_t> closed;  ///< doors
        Reply reply;
    };
    /// One method for one body, or why there is none.
    struct Finder {
        PathOptions options;
        std::optional<PathFinder> paths;
        std::string refusal;
        std::vector<std::uint32_t> closed;  ///< doors, as they were left; touched by the thread of routes only
    };

    const PlanningMap& map();
    void answer_cells(const Request& request, Reply reply);
    void answer_route(const Request& request, Reply reply);
    void answer_chart(const Request& request, Reply reply);
    void find_route();
    /// Null where it is still being built.
    std::shared_ptr<Finder> finder_for(const PathOptions& options);
    std::shared_ptr<Finder> kept(const PathOptions& options);
    void build();

    Ground ground_;
    std::mutex cutting_;
    std::optional<PlanningMap> map_;
    std::exception_ptr failure_;

    std::string cells_text_;  ///< touched by the thread of cells only
    double cells_body_ = 0;
    std::map<std::uint32_t, std::string> chart_texts_;  ///< likewise

    std::mutex mutex_;
    std::condition_variable built_;
    std::optional<Question> waiting_;             ///< the newest; those it replaced have been told
    std::optional<PathOptions> wanted_;           ///< to be built next
    std::list<std::shared_ptr<Finder>> finders_;  ///< most recently used first
    Worker builder_, cells_, routes_;             // routes_ ends first: it gives the builder work
};

/// Where the page may ask about a map that is not there.
void ask_map(MapDesk* desk, const Request& request, std::function<void(Response)> reply);

}  // namespace sidestep::view
