#include "route/over_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "route/cell_routes.h"
#include "scenario/json_source.h"
#include "scenario/problem.h"
#include "sidestep/error.h"

namespace sidestep {

namespace {

/// The same problem where the scene has it; as it is, where no scene says so.
InputError placed(const Scenario& scenario, const std::string& pointer, const InputProblem& p) {
    if (pointer.empty()) return InputError(p);
    return problem_at(scenario, pointer, p.message, p.value, p.allowed, p.remedy);
}

/// Charts are made before anybody needs them, for every goal that may be taken up.
class OverCells final : public RouteProvider {
public:
    explicit OverCells(const RouteContext& context);

    void lead(const LeadBlock& block) const noexcept override;
    bool plans() const override { return true; }
    std::uint64_t plan(World& world, Row row, std::uint32_t step, std::size_t worker) override {
        return routes_.plan(world, row, step, worker);
    }
    void prepare_sources() override;
    void need(const RouteNeed& need, RouteMemory& memory) override;
    double way_left(const World& world, Row row) const override {
        const auto left = world.route_of(row).has_plan() ? routes_.way_left(world, row) : std::nullopt;
        return left ? *left : RouteProvider::way_left(world, row);
    }
    bool judges_arrival() const override { return true; }
    bool has_arrived(const World& world, Row row) const override;
    std::string why_not(const World& world, Row row) const override;
    void draw(const WorldView& frozen, const World& world, const Octet& octet, const RouteMemory& before,
              const RouteMemory& after, Drawing& draw) const override;
    void set_threads(std::size_t threads) override { routes_.set_threads(threads); }
    std::vector<GoalCharts> charts() const override;
    void save(ArchiveWriter& archive) const override;
    void load(ArchiveReader& archive) override;
    bool adopt(RouteMemory& memory) const override;

private:
    bool is_mine(const ProfileSpec& profile) const {
        return profile.route.name == kByCharts || profile.route.name == kAlongGrid;
    }
    /// For all goals that somebody may come to who sets out for this one. `pointer` is where the scene says so, empty
    /// for what a program asks for. Throws InputError.
    void chart_goals(std::uint16_t profile, double body_radius, const TargetSpec& target, Vec2d from,
                     const std::string& pointer);
    void chart_goal(std::uint16_t profile, double body_radius, const ChartGoal& goal, const std::string& pointer);
    /// Throws InputError where the charts lead nowhere from here.
    void check_way(const RouteNeed& need) const;

    const Scenario& scenario_;
    std::span<const Chain> chains_;
    Workers& workers_;
    CellRoutes routes_;
    std::vector<std::uint32_t> charts_of_;  ///< by their number in the snapshot loaded last
};

void OverCells::save(ArchiveWriter& archive) const {
    archive.add(static_cast<std::uint64_t>(routes_.sets().size()));
    for (const CellRoutes::Set& set : routes_.sets()) {
        archive.add(static_cast<std::uint64_t>(set.profiles.front()));
        archive.add(set.of[kBodyRadius]);
        archive.add(set.goal.place);
        archive.add(static_cast<std::uint8_t>(set.goal.heading.has_value()));
        archive.add(set.goal.heading.value_or(0));
        archive.add(set.goal.speed);
    }
}

void OverCells::load(ArchiveReader& archive) {
    charts_of_.clear();
    const auto count = archive.value<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto profile = archive.value<std::uint64_t>();
        if (profile >= chains_.size() || !is_mine(scenario_.profiles[profile])) archive.refuse("charts of no profile");
        const auto radius = archive.value<double>();
        ChartGoal goal;
        goal.place = archive.value<Vec2d>();
        const bool has_heading = archive.value<std::uint8_t>() != 0;
        const auto heading = archive.value<double>();
        if (has_heading) goal.heading = heading;
        goal.speed = archive.value<double>();
        chart_goal(static_cast<std::uint16_t>(profile), radius, goal, "");
        charts_of_.push_back(*routes_.find(profile, radius, goal));
    }
}

bool OverCells::adopt(RouteMemory& memory) const {
    if (memory.walk.charts == WalkMemory::kNone) return true;
    if (memory.walk.charts >= charts_of_.size()) return false;
    memory.walk.charts = charts_of_[memory.walk.charts];
    return memory.corners.empty() || (memory.next > 0 && memory.next < memory.corners.size());
}

OverCells::OverCells(const RouteContext& context)
    : scenario_(context.scenario),
      chains_(context.chains),
      workers_(context.workers),
      routes_(context.scenario, context.chains, std::make_shared<const Map>(context.map)) {
    if (!scenario_.doors.empty()) {
        throw problem_at(scenario_, "/doors", "heading charts are computed beforehand and cannot heed doors", "",
                         "a scene without doors",
                         "Leave the doors out, or let people plan by \"hierarchical\" or \"corner\".");
    }
    for (std::size_t i = 0; i < chains_.size(); ++i) {
        const ProfileSpec& profile = scenario_.profiles[i];
        if (!is_mine(profile)) continue;
        const Parameter& top_speed = chart_parameters()[kTopSpeed];
        const double least = chains_[i].least_common(kPrefSpeed);
        if (least >= top_speed.min) continue;
        throw problem_at(scenario_, "/profiles/" + pointer_token(profile.name) + "/pref_speed",
                         "whoever walks by heading charts must want to walk", fmt::format("{}", least),
                         fmt::format("{} to {} m/s", top_speed.min, top_speed.max), "Choose a larger speed.");
    }
}

void OverCells::prepare_sources() {
    // Those who come later must not wait for their charts, nor be refused in the middle of a run.
    const auto prepare = [this](int index, const TargetSpec& target, std::optional<double> own_radius,
                                const std::string& pointer) {
        const ProfileSpec& profile = scenario_.profiles[static_cast<std::size_t>(index)];
        if (!is_mine(profile)) return;
        if (target.goal < 0 && target.is_offset) {
            throw problem_at(scenario_, pointer, "newcomers who walk by heading charts need a common goal", "",
                             "a named goal or a point", "Name the place they walk to.");
        }
        const Chain& chain = chains_[static_cast<std::size_t>(index)];
        const double largest = planned_radius(profile, own_radius.value_or(chain.largest_common(kRadius)));
        double radius = planned_radius(profile, own_radius.value_or(chain.least_common(kRadius)));
        // As planned_radius counts them, so that the same number comes out.
        for (;; radius = planned_radius(profile, radius + kRadiusClass)) {
            chart_goals(static_cast<std::uint16_t>(index), radius, target, {}, pointer);
            if (radius >= largest) break;
        }
    };
    for (std::size_t i = 0; i < scenario_.sources.size(); ++i) {
        const SourceSpec& source = scenario_.sources[i];
        if (source.newcomers.empty()) prepare(source.profile, source.target, {}, fmt::format("/sources/{}/goal", i));
        for (std::size_t k = 0; k < source.newcomers.size(); ++k) {
            const NewcomerSpec& one = source.newcomers[k];
            prepare(
                one.profile.value_or(source.profile), one.target.value_or(source.target), one.radius,
                one.target ? fmt::format("/sources/{}/newcomers/{}/goal", i, k) : fmt::format("/sources/{}/goal", i));
        }
    }
}

void OverCells::need(const RouteNeed& need, RouteMemory& memory) {
    chart_goals(need.profile, need.radius, need.target, need.from, need.pointer.empty() ? "" : need.pointer + "/goal");
    if (need.must_have_way) check_way(need);
    memory.walk.body_radius = need.radius;
}

void OverCells::chart_goal(std::uint16_t profile, double body_radius, const ChartGoal& goal,
                           const std::string& pointer) {
    try {
        routes_.need(profile, body_radius, goal, workers_);
    } catch (const ChartError& error) {
        InputProblem problem = error.problem();
        const std::string& name = scenario_.profiles[profile].name;
        // A named goal is an object; a plain point is what it is.
        const bool named = pointer.starts_with("/goals/");
        switch (error.about()) {
            case ChartInput::map:
                throw placed(scenario_, "/map", problem);
            case ChartInput::goal:
                throw placed(scenario_, named ? pointer + "/point" : pointer, problem);
            case ChartInput::heading:
                throw placed(scenario_, named ? pointer + "/heading_deg" : pointer, problem);
            case ChartInput::radii:
                throw placed(scenario_, "/profiles/" + pointer_token(name) + "/route", problem);
            case ChartInput::memory:
                problem.allowed = fmt::format("{} MB for all charts of the scene", scenario_.chart_memory_mb);
                problem.remedy =
                    "Use a larger \"cell\", fewer \"turn_radii\" or fewer goals, or raise "
                    "\"chart_memory_mb\" of \"simulation\".";
                throw placed(scenario_, "/profiles/" + pointer_token(name) + "/route", problem);
        }
    }
}

void OverCells::chart_goals(std::uint16_t profile, double body_radius, const TargetSpec& target, Vec2d from,
                            const std::string& pointer) {
    if (target.goal < 0) {
        if (target.is_offset && target.value == Vec2d{}) return;  // stays where it is
        const Vec2d place = target.is_offset ? from + target.value : target.value;
        chart_goal(profile, body_radius, routes_.goal_of(-1, place), pointer);
        return;
    }
    std::set<int> known{target.goal};
    for (std::vector<int> open{target.goal}; !open.empty();) {
        const int index = open.back();
        const GoalSpec& goal = scenario_.goals[static_cast<std::size_t>(index)];
        open.pop_back();
        const auto visit = [&](int next) {
            if (known.insert(next).second) open.push_back(next);
        };
        for (const int one : goal.any) visit(one);
        if (goal.next >= 0) visit(goal.next);
        if (goal.queue && goal.queue->otherwise >= 0) visit(goal.queue->otherwise);
        if (!goal.any.empty()) continue;
        const std::string where = "/goals/" + pointer_token(goal.name);
        if (!goal.region.empty()) {
            throw problem_at(scenario_, where + "/region", "heading charts lead to points", "", "\"point\"",
                             "Give the goal a point, with a heading and a speed where they matter.");
        }
        if (goal.queue) {
            throw problem_at(scenario_, where + "/queue", "heading charts do not lead to the end of a line that moves",
                             "", "a goal that is a point",
                             "Let those who go there walk by \"hierarchical\" or \"corner\".");
        }
        chart_goal(profile, body_radius, routes_.goal_of(index, {}), where);
    }
}

void OverCells::check_way(const RouteNeed& need) const {
    const auto number = routes_.find(need.profile, need.radius, routes_.goal_of(need.goal, need.way_point));
    if (!number || routes_.charts(*number).left_from(need.from)) return;
    try {
        check_start(routes_.charts(*number), need.from);
    } catch (const InputError& error) {
        throw placed(scenario_, need.pointer, error.problem());
    }
}

void OverCells::lead(const LeadBlock& block) const noexcept {
    block.for_each([&](const Octet& g, std::uint32_t lane, Wish& wish) {
        const Self& self = block.world.self[g.row[lane]];
        RouteMemory& m = block.memory_of(self);
        CellRoutes::Walk walk;
        if (!g.waits(lane) && m.has_plan()) {
            walk = routes_.walk_of(self, block.values->part_values_of(self), m, g, lane, block.world.dt, block.step);
        }
        set_lead(wish, walk.velocity, walk.way);
    });
}

bool OverCells::has_arrived(const World& world, Row row) const {
    const Place p = world.now.place[row];
    return routes_.crossed_goal(world.now.self[row], world.route_of(row), {p.x, p.y});
}

std::string OverCells::why_not(const World& world, Row row) const {
    const RouteMemory& m = world.route_of(row);
    if (m.status == PathStatus::found) return {};
    const Place p = world.now.place[row];
    switch (routes_.status_at(m, {p.x, p.y})) {
        case WalkStatus::start_outside:
        case WalkStatus::start_blocked:
            return "it stands in a wall or too close to one";
        case WalkStatus::too_coarse:
            return "the way is narrower than the cells of the heading charts";
        default:
            return "the goal cannot be reached";
    }
}

// By charts the heading they give and where it leads, the circle of the turns at this speed, and the wish; along the
// grid the corners ahead. Taken once more from the memory of before the step, as the step does.
void OverCells::draw(const WorldView& frozen, const World& world, const Octet& g, const RouteMemory& before,
                     const RouteMemory&, Drawing& draw) const {
    if (!before.has_plan() || g.waits(0)) return;
    RouteMemory way = before;
    const Self& self = frozen.self[g.row[0]];
    const CellRoutes::Walk walk = routes_.walk_of(self, world.part_values_of(self), way, g, 0, frozen.dt, way.due);
    const Vec2d at{g.place[0].x, g.place[0].y};
    const ChartChoice& choice = walk.choice;
    if (!choice.found) return;
    Vec2d from{};
    for (std::size_t k = way.next; k < way.corners.size(); ++k) {
        const Vec2d to = way.corners[k] - at;
        draw.segment(Role::goal, "way", from, to, norm(to - from), unit_name::length);
        from = to;
    }
    if (way.corners.empty()) {
        draw.vector(Role::goal, "chart heading", choice.direction * choice.speed, unit_name::velocity);
        draw.point(Role::goal, "subgoal", walk.way, choice.left, unit_name::length);
        // On the side to which the chart turns it.
        const double side = cross(way.walk.heading, choice.direction) < 0 ? -1 : 1;
        const double radius = routes_.charts(way.walk.charts).radius(choice.chart);
        draw.circle(Role::limit, "turning radius", left_of(way.walk.heading) * (side * radius), radius,
                    unit_name::length);
    }
    draw.circle(Role::limit, "desired speed", {}, choice.speed, unit_name::velocity);
    draw.vector(Role::wish, "desired velocity", walk.velocity, unit_name::velocity);
}

std::vector<GoalCharts> OverCells::charts() const {
    std::vector<GoalCharts> all;
    for (const CellRoutes::Set& set : routes_.sets()) {
        GoalCharts& charts = all.emplace_back(GoalCharts{{}, set.goal, set.of[kBodyRadius], set.charts});
        for (std::size_t i = 0; i < scenario_.goals.size(); ++i) {
            const GoalSpec& goal = scenario_.goals[i];
            if (goal.region.empty() && goal.any.empty() && routes_.goal_of(static_cast<int>(i), {}) == set.goal) {
                charts.goals.push_back(goal.name);
            }
        }
    }
    return all;
}

/// The charts' table, and how often the way is planned anew.
std::span<const Parameter> cell_parameters() {
    static const std::vector<Parameter> table = [] {
        std::vector<Parameter> all(chart_parameters().begin(), chart_parameters().end());
        all.push_back(kReplanParameter);
        return all;
    }();
    return table;
}

// Who walks over cells is expected at its goal as exactly as charts lead there.
const CommonDefault kCommonDefaults[] = {{kGoalRadius, chart_parameters()[kGoalTolerance].fallback}};

std::unique_ptr<RouteProvider> make(const RouteContext& context) {
    if (context.scenario.map.periodic != Vec2d{}) throw periodic_axes(context.scenario);
    return std::make_unique<OverCells>(context);
}

constexpr std::string_view kSource = "D. C. Brogan, N. L. Johnson: Realistic human walking paths. CASA 2003";

}  // namespace

const RoutePart& heading_chart_route() {
    static const RoutePart part{{.name = kByCharts,
                                 .kind = PartKind::route,
                                 .source = kSource,
                                 .summary = "round turns to a place, a heading and a speed",
                                 .parameters = cell_parameters(),
                                 .common_defaults = kCommonDefaults},
                                make};
    return part;
}

const RoutePart& grid_route() {
    static const RoutePart part{{.name = kAlongGrid,
                                 .kind = PartKind::route,
                                 .source = kSource,
                                 .summary = "the shortest way over the cells of heading charts, their baseline",
                                 .parameters = cell_parameters(),
                                 .common_defaults = kCommonDefaults},
                                make};
    return part;
}

}  // namespace sidestep
