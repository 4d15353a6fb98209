#include "map_desk.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "cells.h"
#include "query.h"
#include "sidestep/error.h"
#include "sidestep/parameters.h"
#include "thread_time.h"

namespace sidestep::view {

namespace {

constexpr double kNarrowestBody = 0.1, kWidestBody = 4;  // m, as `sidestep map --body`
constexpr double kUsualBody = 2 * kUsualRadius;
constexpr std::size_t kKeptFinders = 6;
// What is ready that soon is answered as if it had been there.
constexpr std::chrono::milliseconds kSoon{100};

bool same(const PathOptions& a, const PathOptions& b) {
    return a.method == b.method && a.radius == b.radius;
}

/// Whole millimetres: a slider would otherwise ask for ever new ones.
std::optional<double> body_in(const Request& request) {
    const std::optional<double> body = number(request, "body", kUsualBody);
    if (!body || *body < kNarrowestBody || *body > kWidestBody) return {};
    return std::round(*body * 1000) / 1000;
}

std::string sentence(const InputProblem& problem) {
    return problem.message + "." + (problem.remedy.empty() ? "" : " " + problem.remedy);
}

Response told(std::string_view status, const std::string& explanation) {
    return text_response(200, to_text(Json{{"status", status}, {"explanation", explanation}}));
}

Json document(const Path& path, const PathOptions& options, const PlanningMap& map, double time_us) {
    Json points = Json::array(), portals = Json::array();
    const auto add = [](Json& numbers, Vec2d p) {
        numbers.push_back(p.x);
        numbers.push_back(p.y);
    };
    for (const Vec2d p : path.points) add(points, p);
    for (const std::uint32_t portal : path.portals) {
        for (const Vec2d p : map.portal(portal)) add(portals, p);
    }
    return {{"status", name_of(path.status)},
            {"explanation", explain(path, options)},
            {"method", name_of(options.method)},
            {"body", 2 * options.radius},
            {"length", path.length},
            {"expansions", path.expansions},
            {"time_us", std::round(time_us * 10) / 10},
            {"points", std::move(points)},
            {"portals", std::move(portals)}};
}

}  // namespace

MapDesk::MapDesk(Ground ground) : ground_(std::move(ground)) {}

bool MapDesk::knows(std::string_view path) {
    return path == "/api/cells" || path == "/api/route" || path == "/api/chart";
}

void MapDesk::answer(const Request& request, Reply reply) {
    if (request.path == "/api/cells") return answer_cells(request, std::move(reply));
    if (request.path == "/api/chart") return answer_chart(request, std::move(reply));
    answer_route(request, std::move(reply));
}

const PlanningMap& MapDesk::map() {
    const std::lock_guard lock(cutting_);
    if (failure_) std::rethrow_exception(failure_);
    if (!map_) {
        try {
            map_ = ground_.cut();
        } catch (...) {
            failure_ = std::current_exception();
            throw;
        }
    }
    return *map_;
}

void MapDesk::answer_cells(const Request& request, Reply reply) {
    const std::optional<double> body = body_in(request);
    if (!body) return reply(error_response(400, "body is a width from 0.1 to 4 m"));
    cells_.post([this, body = *body, reply = std::move(reply)] {
        try {
            const PlanningMap& cut = map();
            if (cut.cell_count() > kMostCells) {
                return reply(error_response(422, "the map has more cells than a page can show"));
            }
            if (cells_text_.empty() || cells_body_ != body) {
                cells_text_ = to_text(cells_document(cut, body, ground_.origin));
                cells_body_ = body;
            }
            reply(text_response(200, cells_text_));
        } catch (const InputError& error) {
            reply(error_response(422, sentence(error.problem())));
        } catch (const std::exception& error) {
            reply(error_response(500, error.what()));
        }
    });
}

void MapDesk::answer_chart(const Request& request, Reply reply) {
    const std::optional<std::uint32_t> name = whole(request, "of");
    if (!name || *name >= ground_.charts.names.size()) {
        return reply(error_response(400, "of is the place of a chart in info"));
    }
    cells_.post([this, name = *name, reply = std::move(reply)] {
        try {
            std::string& text = chart_texts_[name];
            const Charts& charts = ground_.charts;
            if (text.empty()) text = to_text(chart_document(charts.names[name], charts.fields(name)));
            reply(text_response(200, text));
        } catch (const InputError& error) {
            reply(error_response(422, sentence(error.problem())));
        } catch (const std::exception& error) {
            reply(error_response(500, error.what()));
        }
    });
}

void MapDesk::answer_route(const Request& request, Reply reply) {
    const auto from = place(request, "from"), to = place(request, "to");
    if (!from || !to) return reply(error_response(400, "from and to are places X,Y in metres"));
    const std::optional<double> body = body_in(request);
    if (!body) return reply(error_response(400, "body is a width from 0.1 to 4 m"));
    const auto asked = request.query.find("method");
    const auto method =
        asked == request.query.end() ? PathMethod::hierarchical : sidestep::named<PathMethod>(asked->second);
    if (!method) return reply(error_response(400, "there is no such method"));
    auto closed = wholes(request, "closed");
    if (!closed || std::any_of(closed->begin(), closed->end(), [&](std::uint32_t d) { return d >= ground_.doors; })) {
        return reply(error_response(400, "closed lists doors by their place in info"));
    }
    std::sort(closed->begin(), closed->end());
    std::optional<Question> replaced;
    {
        const std::lock_guard lock(mutex_);
        replaced = std::exchange(
            waiting_, Question{*from, *to, {.method = *method, .radius = *body / 2}, *closed, std::move(reply)});
    }
    if (replaced) replaced->reply(told("superseded", "A newer question came before this one was looked at."));
    routes_.post([this] { find_route(); });
}

void MapDesk::find_route() {
    std::optional<Question> question;
    {
        const std::lock_guard lock(mutex_);
        question = std::exchange(waiting_, std::nullopt);
    }
    if (!question) return;
    try {
        const PlanningMap& cut = map();
        const std::shared_ptr<Finder> finder = finder_for(question->options);
        if (!finder) return question->reply(told("building", "What this method needs is being built."));
        if (!finder->paths) return question->reply(told("refused", finder->refusal));
        for (const std::uint32_t door : finder->closed) {
            if (!std::binary_search(question->closed.begin(), question->closed.end(), door)) {
                finder->paths->set_door(door, true);
            }
        }
        for (const std::uint32_t door : question->closed) {
            if (!std::binary_search(finder->closed.begin(), finder->closed.end(), door)) {
                finder->paths->set_door(door, false);
            }
        }
        finder->closed = question->closed;
        const double asked_at = thread_microseconds();
        const Path path = finder->paths->find(question->from, question->to);
        const double time_us = thread_microseconds() - asked_at;
        question->reply(text_response(200, to_text(document(path, question->options, cut, time_us))));
    } catch (const InputError& error) {
        question->reply(told("refused", sentence(error.problem())));
    } catch (const std::exception& error) {
        question->reply(error_response(500, error.what()));
    }
}

std::shared_ptr<MapDesk::Finder> MapDesk::kept(const PathOptions& options) {
    const auto found = std::find_if(finders_.begin(), finders_.end(),
                                    [&](const auto& finder) { return same(finder->options, options); });
    if (found == finders_.end()) return nullptr;
    finders_.splice(finders_.begin(), finders_, found);
    return *found;
}

std::shared_ptr<MapDesk::Finder> MapDesk::finder_for(const PathOptions& options) {
    std::unique_lock lock(mutex_);
    std::shared_ptr<Finder> finder = kept(options);
    if (finder) return finder;
    wanted_ = options;
    builder_.post([this] { build(); });
    built_.wait_for(lock, kSoon, [&] { return (finder = kept(options)) != nullptr; });
    return finder;
}

void MapDesk::build() {
    const auto finder = std::make_shared<Finder>();
    {
        const std::lock_guard lock(mutex_);
        if (!wanted_ || kept(*wanted_)) return;
        finder->options = *std::exchange(wanted_, std::nullopt);
    }
    try {
        finder->paths.emplace(map(), finder->options);
    } catch (const InputError& error) {
        finder->refusal = sentence(error.problem());
    } catch (const std::exception& error) {
        finder->refusal = error.what();
    }
    {
        const std::lock_guard lock(mutex_);
        finders_.push_front(finder);
        if (finders_.size() > kKeptFinders) finders_.pop_back();
    }
    built_.notify_all();
}

void ask_map(MapDesk* desk, const Request& request, std::function<void(Response)> reply) {
    if (desk) return desk->answer(request, std::move(reply));
    reply(error_response(404, "there is no map"));
}

}  // namespace sidestep::view
