#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "import/footprints.h"
#include "import/mesh.h"

namespace sidestep {
namespace {

constexpr double kFlat = 0.99;           // cosine of what is horizontal, 8°
constexpr double kSteep = 0.7;           // cosine of what one cannot stand on, 45°
constexpr double kBelow = 0.3;           // m, of floor that lies lower: a kerb
constexpr double kThin = 1e-3;           // m; thinner projections are lines
constexpr double kBin = 0.05;            // m, of heights
constexpr double kClearly = 1.5;         // times more level ground decides which axis points upwards
constexpr double kShareOfLargest = 0.5;  // of the largest level: enough to be the floor
constexpr double kWorthTelling = 0.1;    // of the floor that is taken: so much elsewhere is told of
constexpr int kStoreysTold = 4;
constexpr double kColumns = 256;  // in each direction, where floors are looked for

Vec3d minus(Vec3d a, Vec3d b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

/// Twice the area, along the normal.
Vec3d normal_of(Vec3d a, Vec3d b, Vec3d c) {
    const Vec3d u = minus(b, a), v = minus(c, a);
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

double length(Vec3d v) {
    return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

class Slicer {
public:
    Slicer(Mesh mesh, const ImportOptions& options, ImportReport& report)
        : mesh_(std::move(mesh)), options_(options), report_(report) {}

    Drawing run() {
        check();
        stand_up();
        find_floor();
        Drawing drawing;
        drawing.slices = true;
        drawing.plan = true;
        const double bottom = floor_ + options_.step, top = floor_ + options_.slice_height;
        for (const auto& triangle : mesh_.triangles) {
            const Vec3d a = mesh_.points[triangle[0]], b = mesh_.points[triangle[1]], c = mesh_.points[triangle[2]];
            const Vec3d normal = normal_of(a, b, c);
            const double size = length(normal);
            if (!(size > 0)) continue;
            if (!groundless_ && std::fabs(normal.z) >= kSteep * size) {
                add(drawing, clipped({a, b, c}, floor_ - kBelow, bottom), Drawing::Role::floor);
            }
            add(drawing, clipped({a, b, c}, bottom, top), Drawing::Role::obstacle);
        }
        if (drawing.lines.empty() && drawing.polygons.empty()) {
            refuse("nothing of the model lies at the height of the floor", fmt::format("{}", floor_),
                   fmt::format("a floor between {:.6g} m and {:.6g} m", lowest_, highest_),
                   "Give another floor height.");
        }
        if (groundless_) {
            add_ground(drawing, options_.margin);
            report_.warnings.push_back(
                fmt::format("the model consists of solids without ground under them: ground was put at {:.6g} m, {:g} "
                            "m beyond them",
                            floor_, options_.margin));
        }
        const bool floor = std::any_of(drawing.polygons.begin(), drawing.polygons.end(),
                                       [](const auto& polygon) { return polygon.role == Drawing::Role::floor; });
        if (!floor) {
            report_.warnings.push_back(fmt::format(
                "the model has no floor at {:.6g} m: everything up to 1 m beyond its walls was taken for floor",
                floor_));
        }
        return drawing;
    }

private:
    using Polygon = std::vector<Vec3d>;

    void check() {
        if (mesh_.triangles.empty()) {
            refuse("the model contains no triangle", "", "a mesh with faces", "Export the model with its surfaces.");
        }
        report_.unit = options_.unit.value_or(mesh_.unit);
        report_.model.emplace();
        report_.model->triangles = mesh_.triangles.size();
        for (Vec3d& p : mesh_.points) {
            p = {p.x * report_.unit, p.y * report_.unit, p.z * report_.unit};
            if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) continue;
            refuse("a vertex of the model is not a number", fmt::format("({} {} {})", p.x, p.y, p.z), "finite numbers",
                   "Mend the model in the program it comes from.");
        }
    }

    void stand_up() {
        UpAxis up = options_.up;
        if (up == UpAxis::automatic) {
            double y = 0, z = 0;  // level ground
            for (const auto& t : mesh_.triangles) {
                const Vec3d n = normal_of(mesh_.points[t[0]], mesh_.points[t[1]], mesh_.points[t[2]]);
                const double size = length(n);
                if (std::fabs(n.y) >= kFlat * size) y += size;
                if (std::fabs(n.z) >= kFlat * size) z += size;
            }
            up = y > kClearly * z ? UpAxis::y : z > kClearly * y ? UpAxis::z : mesh_.usual_up;
        }
        report_.model->up = up;
        if (up == UpAxis::z) return;
        // Seen from above with x to the right, -z is up on the page.
        for (Vec3d& p : mesh_.points) p = {p.x, -p.z, p.y};
    }

    void find_floor() {
        lowest_ = highest_ = mesh_.points[mesh_.triangles[0][0]].z;
        for (const auto& t : mesh_.triangles) {
            for (const std::uint32_t i : t) {
                lowest_ = std::min(lowest_, mesh_.points[i].z);
                highest_ = std::max(highest_, mesh_.points[i].z);
            }
        }
        floor_ = options_.floor ? *options_.floor : found_floor();
        report_.model->floor = floor_;
    }

    /// Where a vertical line through the middle of a column meets a surface one could stand on, or its underside.
    struct Meeting {
        std::uint32_t column;
        double height;
        bool up;
    };
    std::vector<Meeting> meetings() {
        Vec2d low{mesh_.points[0].x, mesh_.points[0].y}, high = low;
        for (const auto& t : mesh_.triangles) {
            for (const std::uint32_t i : t) {
                const Vec3d p = mesh_.points[i];
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        }
        low_ = low, high_ = high;
        const Vec2d size{std::max(high.x - low.x, 1e-6) / kColumns, std::max(high.y - low.y, 1e-6) / kColumns};
        std::vector<Meeting> result;
        for (const auto& t : mesh_.triangles) {
            const Vec3d a = mesh_.points[t[0]], b = mesh_.points[t[1]], c = mesh_.points[t[2]], n = normal_of(a, b, c);
            if (!(std::fabs(n.z) >= kSteep * length(n)) || n.z == 0) continue;
            const auto first = [&](double v, double from, double step) {
                return std::max(0.0, std::ceil((v - from) / step - 0.5));
            };
            const auto last = [&](double v, double from, double step) {
                return std::min(kColumns - 1, std::floor((v - from) / step - 0.5));
            };
            const double x0 = first(std::min({a.x, b.x, c.x}), low.x, size.x),
                         x1 = last(std::max({a.x, b.x, c.x}), low.x, size.x);
            const double y0 = first(std::min({a.y, b.y, c.y}), low.y, size.y),
                         y1 = last(std::max({a.y, b.y, c.y}), low.y, size.y);
            for (double row = y0; row <= y1; ++row) {
                for (double column = x0; column <= x1; ++column) {
                    const double x = low.x + (column + 0.5) * size.x, y = low.y + (row + 0.5) * size.y;
                    const auto side = [&](Vec3d p, Vec3d q) {
                        return ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) * n.z;
                    };
                    if (side(a, b) < 0 || side(b, c) < 0 || side(c, a) < 0) continue;
                    const double height = a.z - ((x - a.x) * n.x + (y - a.y) * n.y) / n.z;
                    result.push_back({static_cast<std::uint32_t>(row * kColumns + column), height, n.z > 0});
                }
            }
        }
        // Where faces are turned inside out, all of them are.
        if (std::none_of(result.begin(), result.end(), [](const Meeting& m) { return m.up; })) {
            for (Meeting& m : result) m.up = true;
        }
        std::sort(result.begin(), result.end(), [](const Meeting& l, const Meeting& r) {
            return l.column != r.column   ? l.column < r.column
                   : l.height != r.height ? l.height < r.height
                                          : l.up < r.up;
        });
        return result;
    }

    /// The lowest height (and how much of it there is) at which at least half as much lies as at any other.
    static std::pair<double, std::size_t> lowest_level(std::vector<double> heights) {
        std::sort(heights.begin(), heights.end());
        std::vector<std::size_t> within(heights.size());
        std::size_t largest = 0;
        for (std::size_t i = 0, end = 0; i < heights.size(); ++i) {
            while (end < heights.size() && heights[end] <= heights[i] + kBin) ++end;
            within[i] = end - i;
            largest = std::max(largest, within[i]);
        }
        for (std::size_t i = 0; i < heights.size(); ++i) {
            if (static_cast<double>(within[i]) < kShareOfLargest * static_cast<double>(largest)) continue;
            return {heights[i + within[i] / 2], within[i]};
        }
        return {0, 0};
    }

    double found_floor() {
        const std::vector<Meeting> all = meetings();
        std::vector<double> floors, undersides;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool lowest = i == 0 || all[i - 1].column != all[i].column;
            // A slab may lie on what is below it.
            std::size_t above = i + 1;
            while (above < all.size() && all[above].column == all[i].column &&
                   all[above].height <= all[i].height + kThin) {
                ++above;
            }
            const bool covered = above < all.size() && all[above].column == all[i].column &&
                                 all[above].height < all[i].height + options_.slice_height;
            if (all[i].up && !covered) floors.push_back(all[i].height);
            if (!all[i].up && lowest) undersides.push_back(all[i].height);
        }
        const auto [base, standing] = lowest_level(undersides);
        const double headroom = base + options_.slice_height, ground = base - kBelow;
        const auto near_base =
            std::count_if(floors.begin(), floors.end(), [&](double h) { return h >= ground && h <= headroom; });
        if (standing > 0 && static_cast<double>(near_base) < kShareOfLargest * static_cast<double>(standing)) {
            groundless_ = true;
            return base;
        }
        if (floors.empty()) {
            refuse("the model has no floor: nothing in it is level", "", "a model with a horizontal floor",
                   "Give the height of the floor (--floor), or the axis that points upwards (--up).");
        }
        const double floor = lowest_level(floors).first;
        tell_of_storeys(floors, floor);
        return floor;
    }

    /// Where else one could stand: what is left out is said, with the heights to ask for.
    void tell_of_storeys(std::vector<double> floors, double floor) {
        const auto here =
            std::erase_if(floors, [&](double h) { return h >= floor - kBelow && h < floor + options_.slice_height; });
        const double column = (high_.x - low_.x) * (high_.y - low_.y) / (kColumns * kColumns);
        const double left_out = static_cast<double>(floors.size()) * column;
        if (static_cast<double>(floors.size()) < kWorthTelling * static_cast<double>(here)) return;
        std::string heights;
        for (int i = 0; i < kStoreysTold && !floors.empty(); ++i) {
            const double next = lowest_level(floors).first;
            heights += fmt::format("{}{:.2f}", i > 0 ? ", " : "", next + 0.0);
            std::erase_if(floors, [&](double h) { return h < next + options_.slice_height; });
        }
        report_.warnings.push_back(fmt::format(
            "about {:.0f} m² of floor lie higher or lower and are left out, among them storeys at {} m: --floor, or "
            "\"floor\" in a scene's map, takes another",
            left_out, heights));
    }

    static Polygon clipped(const Polygon& polygon, double low, double high) {
        const auto cut = [](const Polygon& from, double at, double sign) {
            Polygon result;
            for (std::size_t i = 0; i < from.size(); ++i) {
                const Vec3d a = from[i], b = from[(i + 1) % from.size()];
                const double da = (a.z - at) * sign, db = (b.z - at) * sign;
                if (da >= 0) result.push_back(a);
                if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
                    const double t = da / (da - db);
                    result.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), at});
                }
            }
            return result;
        };
        const double lowest = std::min({polygon[0].z, polygon[1].z, polygon[2].z});
        const double highest = std::max({polygon[0].z, polygon[1].z, polygon[2].z});
        if (highest < low || lowest > high) return {};
        if (lowest >= low && highest <= high) return polygon;
        return cut(cut(polygon, low, 1), high, -1);
    }

    void add(Drawing& drawing, const Polygon& polygon, Drawing::Role role) const {
        if (polygon.size() < 2) return;
        std::vector<Vec2d> ring;
        double doubled = 0, longest = -1;
        Vec2d from, to;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Vec2d p{polygon[i].x, polygon[i].y};
            for (const Vec2d q : ring) {
                if (norm_squared(p - q) > longest) longest = norm_squared(p - q), from = q, to = p;
            }
            ring.push_back(p);
        }
        for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
            const Vec2d a = ring[i] - ring[0], b = ring[i + 1] - ring[0];
            doubled += a.x * b.y - a.y * b.x;
        }
        const double across = std::sqrt(std::max(longest, 0.0));
        if (std::fabs(doubled) > kThin * across) {
            drawing.polygons.push_back({role, {std::move(ring)}});
        } else if (role == Drawing::Role::obstacle && across > 0) {
            drawing.lines.push_back({from, to});
        }
    }

    Mesh mesh_;
    const ImportOptions& options_;
    ImportReport& report_;
    double floor_ = 0, lowest_ = 0, highest_ = 0;
    Vec2d low_{}, high_{};     // of all points, seen from above
    bool groundless_ = false;  // solids that stand on nothing
};

}  // namespace

Drawing slice(Mesh mesh, const ImportOptions& options, ImportReport& report) {
    return Slicer(std::move(mesh), options, report).run();
}

}  // namespace sidestep
