// Density and mean speed in space and in time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "analyse/frame_grid.h"
#include "base/round_number.h"
#include "record/frames.h"
#include "sidestep/crowd_fields.h"
#include "sidestep/error.h"
#include "sidestep/velocity.h"

namespace sidestep {
namespace {

constexpr double kSmallestCell = 0.25;  // m, about a body
constexpr double kCellsAlong = 100;
constexpr double kMostCells = 1e8;

/// Covers everybody; without anybody it has no cells.
GridField grid_for(const Trajectory& trajectory, double cell) {
    GridField field;
    Vec2d low{}, high{};
    bool anybody = false;
    for (const Track& track : trajectory.tracks) {
        for (const Vec2d p : track.position) {
            low = anybody ? Vec2d{std::min(low.x, p.x), std::min(low.y, p.y)} : p;
            high = anybody ? Vec2d{std::max(high.x, p.x), std::max(high.y, p.y)} : p;
            anybody = true;
        }
    }
    if (cell != 0 && !(cell > 0)) throw std::invalid_argument("a cell must be larger than 0 m");
    field.cell = cell > 0 ? cell : kSmallestCell;
    if (!anybody) return field;
    if (cell == 0) {
        const double longest = std::max(high.x - low.x, high.y - low.y);
        if (longest > kSmallestCell * kCellsAlong) field.cell = round_number_above(longest / kCellsAlong);
    }
    const auto first = [&](double x) { return std::floor(x / field.cell); };
    const double columns = first(high.x) - first(low.x) + 1, rows = first(high.y) - first(low.y) + 1;
    if (columns * rows > kMostCells) {
        throw InputError({.message = "the cells are too small for the area",
                          .value = fmt::format("{:g} m", field.cell),
                          .allowed = fmt::format("at most {:g} cells", kMostCells),
                          .remedy = "Take larger cells, or leave their size out to have one chosen."});
    }
    field.lower = {first(low.x) * field.cell, first(low.y) * field.cell};
    field.columns = static_cast<std::uint32_t>(columns);
    field.rows = static_cast<std::uint32_t>(rows);
    field.value.assign(std::size_t{field.columns} * field.rows, 0.0);
    return field;
}

std::size_t cell_of(const GridField& field, Vec2d p) {
    // The same division as in grid_for, so that whoever stands on a border is in the cell that was made for it.
    const auto column = std::floor(p.x / field.cell) - std::floor(field.lower.x / field.cell + 0.5);
    const auto row = std::floor(p.y / field.cell) - std::floor(field.lower.y / field.cell + 0.5);
    return static_cast<std::size_t>(std::clamp(row, 0.0, field.rows - 1.0)) * field.columns +
           static_cast<std::size_t>(std::clamp(column, 0.0, field.columns - 1.0));
}

}  // namespace

CrowdFields crowd_fields(const Trajectory& trajectory, const FieldOptions& options) {
    CrowdFields fields;
    fields.density = grid_for(trajectory, options.cell);
    fields.speed = fields.density;
    const FrameGrid frames = frame_grid(trajectory);
    fields.seconds = static_cast<double>(frames.count) * frames.interval / trajectory.info.fps;
    std::vector<std::uint32_t> moving(fields.density.value.size(), 0);
    for (const Track& track : trajectory.tracks) {
        for (std::size_t i = 0; i < track.position.size(); ++i) {
            const std::size_t cell = cell_of(fields.density, track.position[i]);
            fields.density.value[cell] += 1;
            if (track.position.size() < 2) continue;
            fields.speed.value[cell] += norm(velocity_at(track, i, trajectory.info));
            ++moving[cell];
        }
    }
    const double area = fields.density.cell * fields.density.cell;
    for (std::size_t i = 0; i < moving.size(); ++i) {
        fields.density.value[i] /= area * static_cast<double>(frames.count);
        fields.speed.value[i] =
            moving[i] > 0 ? fields.speed.value[i] / moving[i] : std::numeric_limits<double>::quiet_NaN();
    }
    return fields;
}

std::vector<CrowdSample> crowd_series(const Trajectory& trajectory, std::size_t at_most) {
    std::vector<CrowdSample> series;
    const FrameGrid grid = frame_grid(trajectory);
    if (grid.count == 0) return series;
    const Frames frames(trajectory);
    const std::uint64_t stride = (grid.count - 1) / std::max<std::size_t>(at_most, 1) + 1;
    for (std::uint64_t i = 0; i < grid.count; i += stride) {
        CrowdSample sample;
        sample.frame = static_cast<std::uint32_t>(grid.first + i * grid.interval);
        sample.time = sample.frame / trajectory.info.fps;
        const auto numbers = frames.numbers();
        double sum = 0;
        std::size_t moving = 0;
        for (auto at = std::lower_bound(numbers.begin(), numbers.end(), sample.frame);
             at != numbers.end() && *at - sample.frame < grid.interval; ++at) {
            for (const Frames::Sample s : frames.at(static_cast<std::size_t>(at - numbers.begin()))) {
                ++sample.people;
                const Track& track = trajectory.tracks[s.track];
                if (track.position.size() < 2) continue;
                sum += norm(velocity_at(track, s.index, trajectory.info));
                ++moving;
            }
        }
        if (moving > 0) sample.speed = sum / static_cast<double>(moving);
        series.push_back(sample);
    }
    return series;
}

std::vector<double> all_speeds(const Trajectory& trajectory) {
    std::vector<double> speeds;
    for (const Track& track : trajectory.tracks) {
        for (std::size_t i = 0; track.position.size() > 1 && i < track.position.size(); ++i) {
            speeds.push_back(norm(velocity_at(track, i, trajectory.info)));
        }
    }
    return speeds;
}

}  // namespace sidestep
