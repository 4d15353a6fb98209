// Density and speed in areas and on a grid, frame by frame.
#include "sidestep/area_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analyse/clip.h"
#include "analyse/frame_grid.h"
#include "record/frames.h"
#include "sidestep/error.h"
#include "sidestep/outline.h"
#include "sidestep/velocity.h"
#include "sidestep/voronoi.h"

namespace sidestep {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostCells = 1e7;
constexpr double kLeastFloor = 0.02;  // share of a square below which nothing is told of it

/// Sums over moments on square cells.
class ProfileSums {
public:
    ProfileSums(Vec2d lower, Vec2d upper, double cell, const FloorTriangles& floor) {
        grid_.cell = cell;
        const double x0 = std::floor(lower.x / cell), y0 = std::floor(lower.y / cell);
        const double columns = std::max(1.0, std::ceil(upper.x / cell) - x0),
                     rows = std::max(1.0, std::ceil(upper.y / cell) - y0);
        if (!(columns * rows <= kMostCells)) {
            throw InputError({.message = "the cells of profiles are too small for the area",
                              .value = fmt::format("{:g} m", cell),
                              .allowed = fmt::format("at most {:g} cells", kMostCells),
                              .remedy = "Take larger cells."});
        }
        grid_.lower = {x0 * cell, y0 * cell};
        grid_.columns = static_cast<std::uint32_t>(columns);
        grid_.rows = static_cast<std::uint32_t>(rows);
        const std::size_t n = std::size_t{grid_.columns} * grid_.rows;
        density_.assign(n, 0);
        covered_ = speed_ = flow_ = now_density_ = now_speed_ = now_covered_ = density_;
        floor_.assign(n, floor.plane() ? 1.0 : 0.0);
        for (const FloorTriangles::Triangle& t : floor.triangles()) {
            for_each_square({t.corners.begin(), t.corners.end()},
                            [&](std::size_t i, double part) { floor_[i] += part; });
        }
    }

    void add(const VoronoiCell& cell, double speed) {
        const double share = 1 / static_cast<double>(cell.sharing);
        for (const auto& piece : cell.pieces) {
            for_each_square(piece, [&](std::size_t i, double whole) {
                const double part = share * whole, density = part / cell.area;
                if (now_density_[i] == 0) touched_.push_back(i);
                now_density_[i] += density;
                if (std::isnan(speed)) return;
                now_covered_[i] += part;
                now_speed_[i] += part * speed;
                flow_[i] += density * speed;
            });
        }
    }
    void end_moment() {
        ++moments_;
        for (const std::size_t i : touched_) {
            density_[i] += now_density_[i];
            if (now_covered_[i] > 0) {
                covered_[i] += now_covered_[i];
                speed_[i] += now_speed_[i];
            }
            now_density_[i] = now_speed_[i] = now_covered_[i] = 0;
        }
        touched_.clear();
    }
    Profiles finish(double seconds_each) {
        Profiles p;
        p.seconds = static_cast<double>(moments_) * seconds_each;
        p.density = p.speed = p.flow = grid_;
        p.density.value = density_;
        p.flow.value = flow_;
        p.speed.value.assign(density_.size(), kNone);
        for (std::size_t i = 0; i < density_.size(); ++i) {
            const double times = static_cast<double>(moments_) * floor_[i];
            const bool told = moments_ > 0 && floor_[i] >= kLeastFloor;
            p.density.value[i] = told ? density_[i] / times : 0;
            p.flow.value[i] = told ? flow_[i] / times : 0;
            if (told && covered_[i] > 0) p.speed.value[i] = speed_[i] / covered_[i];
        }
        return p;
    }

private:
    /// Cut into rows first, and each row into its squares: visit(square, part of it).
    template <class Visit>
    void for_each_square(const Ring& piece, Visit visit) {
        Vec2d low = piece.front(), high = low;
        for (const Vec2d p : piece) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
        const double size = grid_.cell;
        const auto at = [&](double x, std::uint32_t most) {
            return static_cast<std::uint32_t>(std::clamp(std::floor(x / size), 0.0, most - 1.0));
        };
        for (std::uint32_t r = at(low.y - grid_.lower.y, grid_.rows); r <= at(high.y - grid_.lower.y, grid_.rows);
             ++r) {
            const double y = grid_.lower.y + r * size;
            keep_left(piece, {0, y}, {1, 0}, spare_);
            keep_left(spare_, {0, y + size}, {-1, 0}, row_);
            if (row_.empty()) continue;
            for (std::uint32_t c = at(low.x - grid_.lower.x, grid_.columns);
                 c <= at(high.x - grid_.lower.x, grid_.columns); ++c) {
                const double x = grid_.lower.x + c * size;
                keep_left(row_, {x, 0}, {0, -1}, spare_);
                keep_left(spare_, {x + size, 0}, {0, 1}, square_);
                const double part = signed_area(square_) / (size * size);
                if (part > 0) visit(std::size_t{r} * grid_.columns + c, part);
            }
        }
    }

    GridField grid_;
    std::vector<double> floor_, density_, covered_, speed_, flow_, now_density_, now_speed_, now_covered_;
    std::vector<std::size_t> touched_;
    std::uint64_t moments_ = 0;
    Ring row_, square_, spare_;
};

double checked_area(const MeasureArea& area) {
    const double size = area.polygon.size() < 3 ? 0 : std::abs(signed_area(area.polygon));
    if (size > 0) return size;
    throw InputError({.message = fmt::format("the measurement area \"{}\" has no size", area.name),
                      .value = fmt::format("{} points", area.polygon.size()),
                      .allowed = "three points or more, not in line",
                      .remedy = "Give the corners of the area one after the other."});
}

struct Someone {
    Vec2d place{};
    double speed = 0;
    AgentId id = 0;
};

}  // namespace

std::size_t speed_steps(const MeasurePlan& plan, const TrajectoryInfo& info, std::uint32_t interval) {
    return static_cast<std::size_t>(std::max(1.0, std::round(0.5 * plan.speed_over * info.fps / interval)));
}

std::optional<Vec2d> individual_velocity(const Track& track, std::size_t sample, const TrajectoryInfo& info,
                                         std::size_t steps, SpeedBorder border) {
    const std::size_t last = track.position.size() - 1;
    std::size_t before = sample >= steps ? sample - steps : sample,
                after = sample + steps <= last ? sample + steps : sample;
    if (border == SpeedBorder::adaptive) {
        const std::size_t side = std::min({steps, sample, last - sample});
        before = sample - side;
        after = sample + side;
    } else if (border == SpeedBorder::exclude) {
        if (before == sample || after == sample) return std::nullopt;
    } else if (before == after) {
        before = 0;
        after = last;
    }
    if (before == after) return std::nullopt;
    Vec2d way = track.position[after] - track.position[before];
    if (info.periodic.x > 0 || info.periodic.y > 0) {
        way = {};
        for (std::size_t i = before; i < after; ++i) {
            const Vec2d p = track.position[i], q = track.position[i + 1];
            way += Vec2d{wrapped_difference(p.x, q.x, info.periodic.x), wrapped_difference(p.y, q.y, info.periodic.y)};
        }
    }
    return way / ((track.frame[after] - track.frame[before]) / info.fps);
}

double individual_speed(const Track& track, std::size_t sample, const TrajectoryInfo& info, std::size_t steps,
                        SpeedBorder border) {
    const std::optional<Vec2d> velocity = individual_velocity(track, sample, info, steps, border);
    return velocity ? norm(*velocity) : kNone;
}

AllAreas measure_areas(const Trajectory& trajectory, const MeasurePlan& plan, const AreaOptions& options) {
    AllAreas all;
    for (const MeasureArea& area : plan.areas) all.areas.push_back({checked_area(area), {}});
    const FrameGrid grid = frame_grid(trajectory);
    if (grid.count == 0) return all;
    const FloorTriangles floor(map_outline(trajectory.info.wkt));
    if (!(plan.cutoff > 0) && floor.plane()) {
        throw InputError({.message = "Voronoi cells have no limit: there is neither a cutoff nor a walkable area",
                          .value = "cutoff 0",
                          .allowed = "a cutoff above 0 m, or a map",
                          .remedy = "Give a map (--map FILE) or a cutoff."});
    }
    const VoronoiOptions cutoff{plan.cutoff, plan.cutoff_corners};
    const std::size_t steps = speed_steps(plan, trajectory.info, grid.interval);
    std::optional<ProfileSums> profiles;
    const std::uint64_t every =
        options.profile_moments == 0 ? 1 : (grid.count + options.profile_moments - 1) / options.profile_moments;
    if (options.profiles) {
        Vec2d low = floor.lower(), high = floor.upper();
        if (floor.plane()) {
            low = high = trajectory.tracks.front().position.front();
            for (const Track& track : trajectory.tracks) {
                for (const Vec2d p : track.position) {
                    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
                }
            }
        }
        profiles.emplace(low, high, plan.cell, floor);
    }
    const Frames frames(trajectory);
    std::vector<Someone> people;
    std::vector<Vec2d> places;
    std::size_t next = 0;
    for (std::uint64_t moment = 0; moment < grid.count; ++moment) {
        const std::uint32_t frame = grid.first + static_cast<std::uint32_t>(moment) * grid.interval;
        people.clear();
        places.clear();
        // Where people were annotated in different phases, everybody is seen once within the interval.
        for (; next < frames.numbers().size() && frames.numbers()[next] - frame < grid.interval; ++next) {
            for (const Frames::Sample s : frames.at(next)) {
                people.push_back({frames.position(s),
                                  individual_speed(frames.track(s), s.index, trajectory.info, steps, plan.speed_border),
                                  frames.id(s)});
                places.push_back(people.back().place);
                if (!floor.inside(people.back().place)) ++all.beside;
            }
        }
        const std::vector<VoronoiCell> cells = voronoi_cells(places, floor, cutoff);
        for (std::size_t a = 0; a < plan.areas.size(); ++a) {
            const std::vector<Vec2d>& polygon = plan.areas[a].polygon;
            AreaSample sample{.frame = frame, .time = frame / trajectory.info.fps};
            double speeds = 0;
            std::size_t with_speed = 0;
            for (std::size_t i = 0; i < people.size(); ++i) {
                const double speed = people[i].speed;
                if (strictly_inside(polygon, people[i].place)) {
                    ++sample.people;
                    if (!std::isnan(speed)) ++with_speed, speeds += speed;
                }
                if (!(cells[i].area > 0)) continue;
                const double part = cells[i].within(polygon);
                sample.voronoi_density += part / cells[i].area;
                if (std::isnan(speed)) continue;
                sample.voronoi_speed += part * speed;
                sample.covered += part;
            }
            const double size = all.areas[a].area;
            sample.density = static_cast<double>(sample.people) / size;
            sample.voronoi_density /= size;
            sample.voronoi_speed /= size;
            sample.covered /= size;
            if (with_speed > 0) sample.speed = speeds / static_cast<double>(with_speed);
            all.areas[a].samples.push_back(sample);
        }
        for (std::size_t i = 0; i < people.size() && options.individuals; ++i) {
            all.individuals.push_back({people[i].id, frame, people[i].speed, cells[i].area});
        }
        if (!profiles || moment % every != 0) continue;
        for (std::size_t i = 0; i < people.size(); ++i) {
            if (cells[i].area > 0) profiles->add(cells[i], people[i].speed);
        }
        profiles->end_moment();
    }
    if (profiles) {
        all.profiles = profiles->finish(static_cast<double>(every) * grid.interval / trajectory.info.fps);
    }
    return all;
}

}  // namespace sidestep
