// A map alone behind the server: nobody walks there, but its cells can be looked at and ways through it asked for.
#pragma once

#include <chrono>
#include <string>

#include "http_server.h"
#include "map_desk.h"

namespace sidestep::view {

/// What `sidestep path` would see. What only `sidestep map` reads or has to mend is imported first. Throws InputError.
PlanningMap open_map(const std::string& file);

class MapService final : public Application {
public:
    MapService(const std::string& file, const PlanningMap& map);

    void answer(const Request& request, std::function<void(Response)> reply) override;
    /// False when something is still being computed: the process must end without waiting for it.
    bool stop(std::chrono::milliseconds patience) { return stop_all(desk_.workers(), patience); }

private:
    MapService(const std::string& file, const PlanningMap& map, const Ground& ground);

    std::string info_;
    MapDesk desk_;
};

}  // namespace sidestep::view
