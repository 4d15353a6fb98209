#include "import/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "import/coverage.h"
#include "outline/boundary.h"
#include "outline/faces.h"

namespace sidestep {
namespace {

// A projected coordinate system reaches 1e7 m; doubles are exact to 2e-9 m there. Ground round a plan still fits.
constexpr double kFarthest = 1e7 - 2;
constexpr double kSmallest = 3, kLargest = 50'000;  // m, of a plausible map
constexpr double kLargestBuilding = 2'000;          // m, likewise of one that a unit is guessed for
constexpr std::array kUsualUnits{1.0, 0.001, 0.01, 0.0254, 0.3048, 1000.0};  // m, the likeliest first
constexpr double kPlanMargin = 1;                                            // m of ground round a plan
// A plan's rooms, together, are the most of it; less is the inside of its walls.
constexpr double kEnclosedShare = 0.2;
constexpr double kSliceTolerance = 0.02;  // m

[[noreturn]] void refuse_nothing() {
    refuse("the file contains nothing a map could be made of", "", "polygons or lines that are longer than nothing",
           "Check that the file holds walls, buildings or a walkable area.");
}

/// How many edges meet at each point.
std::vector<std::uint32_t> degrees(const Faces& faces) {
    std::vector<std::uint32_t> degree(faces.points().size(), 0);
    for (const Faces::Edge& edge : faces.edges()) ++degree[edge.a], ++degree[edge.b];
    return degree;
}

class Mender {
public:
    Mender(const Drawing& drawing, const ImportOptions& options, ImportReport& report)
        : drawing_(drawing), options_(options), report_(report) {}
    MapOutline run();

private:
    struct Bounds {
        Vec2d lower{}, upper{};
        bool any = false;
    };
    void measure();
    void include(const std::vector<Vec2d>& points);
    void doubt_unit();
    void collect();
    void add_chain(const std::vector<Vec2d>& points, EdgeSource source, bool closed);
    void add_plan_ground();
    void make_linework();
    void tell_about_edges(const Faces& faces, const Coverage& coverage, const std::vector<bool>& keep);
    Straightening straightening(const Faces& faces) const;
    std::vector<bool> chosen(const Faces& faces, const Coverage& coverage);
    std::uint32_t wanted_region(const Faces& faces, const std::vector<std::uint32_t>& region,
                                const std::vector<double>& area);
    void drop_regions(const Faces& faces, const std::vector<std::uint32_t>& region, const std::vector<double>& area,
                      std::uint32_t wanted);
    Vec2d place(LatticePoint p) const { return frame_.place(p); }

    const Drawing& drawing_;
    const ImportOptions& options_;
    ImportReport& report_;
    Bounds bounds_;
    LatticeFrame frame_;
    std::vector<EdgeSource> sources_;
    std::size_t polygons_ = 0;
    bool has_floor_ = false;
    Linework work_;
    std::vector<LatticePoint> drawn_;  ///< before noding, in the order of comes_before
};

void Mender::include(const std::vector<Vec2d>& points) {
    report_.read_points += points.size();
    for (const Vec2d p : points) {
        if (!(std::fabs(p.x) <= kFarthest && std::fabs(p.y) <= kFarthest)) {
            refuse("a coordinate of the map is not usable", fmt::format("({} {})", p.x, p.y),
                   fmt::format("finite numbers of metres between {:g} and {:g}", -kFarthest, kFarthest),
                   "Correct the coordinate, say what the unit of the file is (--unit, in a scene \"unit\" beside "
                   "\"file\"), or move the map nearer to the origin.");
        }
        if (!bounds_.any) bounds_ = {p, p, true};
        bounds_.lower = {std::min(bounds_.lower.x, p.x), std::min(bounds_.lower.y, p.y)};
        bounds_.upper = {std::max(bounds_.upper.x, p.x), std::max(bounds_.upper.y, p.y)};
    }
}

void Mender::measure() {
    for (const Drawing::Polygon& polygon : drawing_.polygons) {
        for (const auto& ring : polygon.rings) include(ring);
        has_floor_ = has_floor_ || polygon.role == Drawing::Role::floor;
    }
    for (const auto& line : drawing_.lines) include(line);
    if (!bounds_.any) refuse_nothing();
    doubt_unit();
}

void Mender::doubt_unit() {
    const Vec2d size = bounds_.upper - bounds_.lower;
    const double widest = std::max(size.x, size.y);
    if (widest >= kSmallest && widest <= kLargest) return;
    report_.unit_doubt = fmt::format(
        "the map is {:.3g} m by {:.3g} m, which is {} for people who walk: is the unit of the file "
        "({:g} m) right?",
        size.x, size.y, widest < kSmallest ? "small" : "large", report_.unit);
    for (const double unit : kUsualUnits) {
        const double scale = unit / report_.unit;
        if (unit == report_.unit || widest * scale < kSmallest || widest * scale > kLargestBuilding) continue;
        report_.unit_doubt += fmt::format(
            " With --unit {:g} (in a scene \"unit\": {:g} beside \"file\") it would be {:.3g} m by {:.3g} m.", unit,
            unit, size.x * scale, size.y * scale);
        break;
    }
    report_.warnings.push_back(report_.unit_doubt);
}

void Mender::add_chain(const std::vector<Vec2d>& points, EdgeSource source, bool closed) {
    std::vector<LatticePoint> chain;
    for (const Vec2d p : points) {
        const LatticePoint q = frame_.on(p);
        if (!chain.empty() && chain.back() == q) {
            if (!drawing_.slices) add(report_, RepairKind::zero_length, p);
            continue;
        }
        chain.push_back(q);
    }
    if (closed && chain.size() > 1 && chain.back() == chain.front()) chain.pop_back();
    if (chain.empty()) return;
    if (chain.size() < (closed ? 3u : 2u)) {
        if (!drawing_.slices) add(report_, closed ? RepairKind::short_ring : RepairKind::zero_length, place(chain[0]));
        if (chain.size() < 2) return;
        source = EdgeSource{};
        closed = false;
    }
    const auto id = static_cast<std::uint32_t>(sources_.size());
    sources_.push_back(source);
    const auto first = static_cast<std::uint32_t>(work_.points.size());
    const auto count = static_cast<std::uint32_t>(chain.size());
    work_.points.insert(work_.points.end(), chain.begin(), chain.end());
    for (std::uint32_t i = 0; i + 1 < count; ++i) work_.pieces.push_back({first + i, first + i + 1, id});
    if (closed) work_.pieces.push_back({first + count - 1, first, id});
}

void Mender::add_plan_ground() {
    const Vec2d l = bounds_.lower - Vec2d{kPlanMargin, kPlanMargin},
                u = bounds_.upper + Vec2d{kPlanMargin, kPlanMargin};
    const auto polygon = static_cast<std::uint32_t>(polygons_++);
    add_chain({l, {u.x, l.y}, u, {l.x, u.y}}, EdgeSource{polygon, false, false}, true);
}

void Mender::collect() {
    for (const Drawing::Polygon& polygon : drawing_.polygons) {
        const auto id = static_cast<std::uint32_t>(polygons_++);
        for (std::size_t r = 0; r < polygon.rings.size(); ++r) {
            add_chain(polygon.rings[r], EdgeSource{id, r > 0, polygon.role == Drawing::Role::obstacle}, true);
        }
    }
    for (const auto& line : drawing_.lines) add_chain(line, EdgeSource{}, false);
    if (work_.pieces.empty()) refuse_nothing();
    if (drawing_.plan && !has_floor_) add_plan_ground();
}

void Mender::make_linework() {
    frame_ = LatticeFrame::around(bounds_.lower, bounds_.upper);
    collect();
    const double reach = options_.snap / frame_.step;
    const bool tell = !drawing_.slices;
    unite_points(work_);
    const auto note = [&](RepairKind kind) {
        return [this, kind, tell](LatticePoint at) {
            if (tell) add(report_, kind, place(at));
        };
    };
    weld(work_, reach, note(RepairKind::nearly_touching), note(RepairKind::zero_length));
    drawn_ = work_.points;
    NodingListener listener;
    listener.nearly_touched = note(RepairKind::nearly_touching);
    listener.crossed = [&](LatticePoint at, std::uint32_t one, std::uint32_t other) {
        if (!tell) return;
        const EdgeSource &a = sources_[one], &b = sources_[other];
        const bool lines = a.is_line() || b.is_line();
        add(report_,
            lines                    ? RepairKind::crossing
            : a.polygon == b.polygon ? RepairKind::crossing_ring
                                     : RepairKind::overlap,
            place(at));
    };
    node(work_, reach, listener);
}

std::uint32_t Mender::wanted_region(const Faces& faces, const std::vector<std::uint32_t>& region,
                                    const std::vector<double>& area) {
    const auto larger = [&](std::uint32_t l, std::uint32_t r) { return area[l] < area[r]; };
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t f = 1; f < region.size(); ++f) {
        if (region[f] == f) candidates.push_back(f);
    }
    if (candidates.empty()) {
        refuse("no walkable area is left", "", "floor that obstacles and walls do not cover",
               "Look at the drawing with --svg; a wrong unit, floor height or up axis is the usual reason.");
    }
    if (options_.inside) {
        const Vec2d at = *options_.inside;
        const bool within = at.x >= bounds_.lower.x - 1 && at.x <= bounds_.upper.x + 1 && at.y >= bounds_.lower.y - 1 &&
                            at.y <= bounds_.upper.y + 1;
        const std::uint32_t face = within ? faces.face_at(frame_.on(at)) : 0;
        if (face != 0 && region[face] != 0) return region[face];
        refuse(
            "the place that should be walkable is not", fmt::format("{},{}", at.x, at.y),
            fmt::format("a place outside obstacles and on the floor, between ({:.10g} {:.10g}) and ({:.10g} {:.10g})",
                        bounds_.lower.x, bounds_.lower.y, bounds_.upper.x, bounds_.upper.y),
            "Choose another place, or leave it out: the largest region is then kept.");
    }
    if (!drawing_.plan || has_floor_) return *std::max_element(candidates.begin(), candidates.end(), larger);
    // Nobody said where inside is. What lies between plan and margin is one region, and rooms open into it where the
    // plan has doors to the outside.
    const Vec2d size = bounds_.upper - bounds_.lower;
    const double all = 2 * size.x * size.y / (frame_.step * frame_.step);
    std::vector<bool> outer(region.size(), false);
    for (std::uint32_t half = 0; half < faces.half_edge_count(); ++half) {
        if (faces.face(Faces::twin(half)) == 0) outer[region[faces.face(half)]] = true;
    }
    std::vector<std::uint32_t> enclosed;
    for (const std::uint32_t c : candidates) {
        if (!outer[c]) enclosed.push_back(c);
    }
    if (!enclosed.empty()) {
        const std::uint32_t best = *std::max_element(enclosed.begin(), enclosed.end(), larger);
        if (area[best] >= kEnclosedShare * all) return best;
    }
    report_.open = true;
    report_.warnings.push_back(
        "no large area is enclosed by walls: what lies around them was taken, up to 1 m beyond the plan; a place that "
        "is "
        "walkable (inside) would decide");
    return *std::max_element(candidates.begin(), candidates.end(), larger);
}

void Mender::drop_regions(const Faces& faces, const std::vector<std::uint32_t>& region, const std::vector<double>& area,
                          std::uint32_t wanted) {
    if (drawing_.slices) {
        // The inside of every solid is such a region.
        return;
    }
    std::vector<bool> told(region.size(), false);
    for (std::uint32_t half = 0; half < faces.half_edge_count(); ++half) {
        const std::uint32_t r = region[faces.face(half)];
        if (r == 0 || r == wanted || told[r] || area[r] <= 0) continue;
        told[r] = true;
        add(report_, RepairKind::dropped_region, place(faces.points()[faces.from(half)]));
    }
}

/// Which faces are kept. Regions are faces joined where no wall and no border lies between them.
std::vector<bool> Mender::chosen(const Faces& faces, const Coverage& coverage) {
    const std::size_t count = faces.face_count();
    const bool open_plane = !has_floor_ && !drawing_.plan;
    std::vector<bool> keep(count, false);
    for (std::uint32_t f = open_plane ? 0 : 1; f < count; ++f) {
        keep[f] = (open_plane || coverage.on_floor(f)) && !coverage.in_obstacle(f);
    }
    const bool all = options_.regions == KeepRegions::all ||
                     (options_.regions == KeepRegions::automatic && drawing_.keep_all && !options_.inside);
    if (open_plane) return keep;

    std::vector<std::uint32_t> region(count);
    std::iota(region.begin(), region.end(), 0u);
    const auto root = [&](std::uint32_t f) {
        while (region[f] != f) f = region[f] = region[region[f]];
        return f;
    };
    for (std::uint32_t e = 0; e < faces.edges().size(); ++e) {
        const std::uint32_t l = faces.face(2 * e), r = faces.face(2 * e + 1);
        if (faces.edges()[e].wall || !keep[l] || !keep[r]) continue;
        const std::uint32_t a = root(l), b = root(r);
        if (a != b) region[std::max(a, b)] = std::min(a, b);
    }
    std::vector<double> area(count, 0);
    for (std::uint32_t f = 0; f < count; ++f) {
        region[f] = keep[f] ? root(f) : 0;
        if (keep[f]) area[region[f]] += faces.doubled_area(f);
    }
    const std::uint32_t wanted = wanted_region(faces, region, area);
    if (all) return keep;
    drop_regions(faces, region, area, wanted);
    for (std::uint32_t f = 1; f < count; ++f) keep[f] = region[f] == wanted;
    return keep;
}

void Mender::tell_about_edges(const Faces& faces, const Coverage& coverage, const std::vector<bool>& keep) {
    std::vector<bool> useless(sources_.size(), false);
    for (const std::uint32_t hole : coverage.useless_holes()) useless[hole] = true;
    for (const Piece& piece : work_.pieces) {
        if (!useless[piece.source]) continue;
        useless[piece.source] = false;
        add(report_, RepairKind::hole_outside, place(work_.points[piece.a]));
    }
    if (drawing_.slices) return;
    const std::vector<std::uint32_t> degree = degrees(faces);
    for (std::uint32_t e = 0; e < faces.edges().size(); ++e) {
        const Faces::Edge& edge = faces.edges()[e];
        if (!edge.wall) continue;
        const Vec2d a = place(faces.points()[edge.a]), b = place(faces.points()[edge.b]);
        if (edge.copies > 1) add(report_, RepairKind::duplicate, (a + b) * 0.5);
        const bool left = keep[faces.face(2 * e)], right = keep[faces.face(2 * e + 1)];
        if (!left && !right) {
            add(report_, RepairKind::dropped_wall, (a + b) * 0.5);
            continue;
        }
        if (degree[edge.a] == 1) add(report_, RepairKind::dangling, a);
        if (degree[edge.b] == 1) add(report_, RepairKind::dangling, b);
    }
}

/// Corners stay as they were drawn, so that what is in order is not changed. What goes is what mending left behind
/// where pieces are in line: points where lines met of which one is gone now, and the small turns where crossings were
/// moved to the lattice.
Straightening Mender::straightening(const Faces& faces) const {
    if (drawing_.slices) return {.tolerance = kSliceTolerance / frame_.step, .rounded = true};
    const std::vector<std::uint32_t> degree = degrees(faces);
    std::vector<bool> as_drawn(faces.points().size());
    for (std::size_t p = 0; p < as_drawn.size(); ++p) {
        as_drawn[p] =
            degree[p] <= 2 && std::binary_search(drawn_.begin(), drawn_.end(), faces.points()[p], comes_before);
    }
    return {.tolerance = 3, .as_drawn = std::move(as_drawn)};
}

MapOutline Mender::run() {
    measure();
    make_linework();
    const Faces faces(work_, sources_);
    const Coverage coverage(faces, sources_, polygons_);
    const std::vector<bool> keep = chosen(faces, coverage);
    tell_about_edges(faces, coverage, keep);
    return boundary(faces, keep, frame_, straightening(faces));
}

}  // namespace

MapOutline mended(const Drawing& drawing, const ImportOptions& options, ImportReport& report) {
    try {
        return Mender(drawing, options, report).run();
    } catch (const InputError& error) {
        if (report.unit_doubt.empty()) throw;
        // What is a hundredth of a millimetre wide has no floor left; the reason is another.
        InputProblem problem = error.problem();
        problem.message += "; " + report.unit_doubt;
        throw InputError(std::move(problem));
    }
}

}  // namespace sidestep
