#include "reproduce/emergence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace sidestep::emergence {

namespace {

constexpr double kLaneBar = 0.3;                   // index above its shuffled baseline
constexpr int kModelsWithLanes = 10;               // of the catalogue
constexpr double kSettled = 30;                    // s, streams have found their lanes by then or never will
constexpr double kDeepest = 0.05;                  // m of overlap that a verdict forgives
constexpr double kQueueSpeed = 0.5;                // m/s, slower people before a door wait
constexpr double kArchLow = 0.6, kArchHigh = 1.7;  // depth of a half circle is its half width
constexpr std::size_t kQueue = 20;                 // fewer make no arch

/// The value below which a share of the values lies.
double quantile(std::vector<double> values, double share) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

/// All seeds of one scene under one model, measured by a function.
template <class Measure>
auto over_seeds(const Lab& lab, const ReproduceOptions& options, const std::string& scene, std::string_view model,
                int most, Measure measure) {
    std::vector<decltype(measure(std::declval<const RecordedRun&>()))> results;
    const int seeds = std::min(options.seeds, most);
    lab.tell(fmt::format("{} with {}, {} seeds", scene, model, seeds));
    results.resize(static_cast<std::size_t>(seeds));
    lab.over_seeds({.scene = scene, .model = std::string(model)}, seeds,
                   [&](std::size_t i, const RecordedRun& run) { results[i] = measure(run); });
    return results;
}

class Catalogue {
public:
    explicit Catalogue(const ReproduceOptions& options) : options_(options), lab_(options) {
        result_.paper = "emergence";
    }

    void lanes();
    void narrow();
    void arch();
    void circle();
    Reproduction finish() { return std::move(result_); }

private:
    const ReproduceOptions& options_;
    Lab lab_;
    Reproduction result_;
};

void Catalogue::lanes() {
    ReproducedTable table{"lanes", "Two streams in a corridor 4 m wide (corridor_counterflow), 30 to 90 s", {}, {}};
    table.columns = {"lanes", "index", "baseline", "arrived"};
    int with_lanes = 0;
    std::vector<std::string> without;
    struct Seen {
        double lanes, phi, baseline, arrived;
    };
    for (const PartInfo* model : models()) {
        const auto runs =
            over_seeds(lab_, options_, "corridor_counterflow", model->name, 5, [](const RecordedRun& walked) {
                LaneOptions options;
                options.from = kSettled;
                options.to = 3 * kSettled;
                std::vector<double> lanes, phi, baseline;
                for (const LaneSample& s : lane_index(walked.trajectory, options)) {
                    lanes.push_back(s.lanes());
                    phi.push_back(s.phi);
                    baseline.push_back(s.baseline);
                }
                return Seen{
                    summarise(lanes).mean, summarise(phi).mean, summarise(baseline).mean,
                    100.0 * static_cast<double>(walked.arrived) / static_cast<double>(walked.trajectory.tracks.size())};
            });
        ReproducedTable::Row row{std::string(model->name), "", {}};
        for (double Seen::* value : {&Seen::lanes, &Seen::phi, &Seen::baseline, &Seen::arrived}) {
            std::vector<double> all;
            for (const Seen& run : runs) all.push_back(run.*value);
            row.cells.emplace_back(summarise(all));
        }
        const bool forms = row.cells[0]->mean >= kLaneBar;
        with_lanes += forms;
        if (!forms) without.emplace_back(model->name);
        table.rows.push_back(std::move(row));
    }
    table.remark = "lanes = index − baseline with shuffled directions; mean ± sd over seeds; arrived in % after 180 s.";
    result_.tables.push_back(std::move(table));
    result_.claims.push_back({.id = "lanes.models",
                              .ours = with_lanes,
                              .unit = "models",
                              .rule = fmt::format("lanes ≥ {} in at least {} models", kLaneBar, kModelsWithLanes),
                              .holds = with_lanes >= kModelsWithLanes,
                              .required = true,
                              .note = without.empty() ? "" : fmt::format("not in {}", fmt::join(without, ", "))});
}

/// Those whose authors promise that nobody is touched: they look for velocities without a collision, or their force
/// grows without bound before one. The others have no term for bodies and leave them to "contacts": "project".
constexpr std::string_view kPromise[] = {"predictive", "orca",         "experiment_based",    "power_law",
                                         "rvo",        "pledestrians", "collision_free_speed"};

void Catalogue::narrow() {
    ReproducedTable table{"narrow", "Two meet in a passage 0.8 m wide (too_narrow)", {"overlap [m]", "passed"}, {}};
    std::vector<std::string> wait, others, broken;
    for (const PartInfo* model : models()) {
        const auto runs = over_seeds(lab_, options_, "too_narrow", model->name, 5, [](const RecordedRun& walked) {
            return std::pair(walked.summary.health.deepest_m, static_cast<double>(walked.arrived));
        });
        double deepest = 0, passed = 0;
        for (const auto& [depth, arrived] : runs) {
            deepest = std::max(deepest, depth);
            passed = std::max(passed, arrived);
        }
        table.rows.push_back({std::string(model->name), "", {number(deepest), number(passed)}});
        const bool waits = deepest <= kDeepest && passed == 0;
        const bool promises = std::find(std::begin(kPromise), std::end(kPromise), model->name) != std::end(kPromise);
        (waits ? wait : promises ? broken : others).emplace_back(model->name);
    }
    table.remark = "There is no room: whoever passes walked through the other. Worst of all seeds.";
    result_.tables.push_back(std::move(table));
    result_.claims.push_back(
        {.id = "narrow.waits",
         .ours = static_cast<double>(wait.size()),
         .unit = "models",
         .rule = fmt::format("overlap at most {} m and nobody passes, in every model that promises it", kDeepest),
         .holds = broken.empty(),
         .required = true,
         .note = fmt::format("waits: {}; walked through: {}", fmt::join(wait, ", "), fmt::join(others, ", "))});
}

struct Arch {
    double ratio = std::numeric_limits<double>::quiet_NaN();  ///< depth of the queue over its half width
    double flow = 0;                                          ///< people per second through the door
    double left = 0;
};

/// Those who wait before the door at the origin, x < 0: how far they reach ahead of it and to its sides.
Arch measure_arch(const RecordedRun& walked) {
    std::vector<double> ratios, times;
    std::map<std::uint32_t, std::vector<Vec2d>> waiting;
    const double fps = walked.trajectory.info.fps;
    const auto every = static_cast<std::uint32_t>(std::lround(fps));
    for (const Track& track : walked.trajectory.tracks) {
        for (std::size_t i = 0; i < track.frame.size(); ++i) {
            if (track.position[i].x > 0.3) {
                times.push_back(track.frame[i] / fps);
                break;
            }
            if (track.frame[i] % every != 0 || i == 0 || track.position[i].x > -0.3) continue;
            const Vec2d v = velocity_at(track, i, walked.trajectory.info);
            if (norm_squared(v) < kQueueSpeed * kQueueSpeed) waiting[track.frame[i]].push_back(track.position[i]);
        }
    }
    for (const auto& [frame, people] : waiting) {
        if (frame / fps < 10 || people.size() < kQueue) continue;
        std::vector<double> ahead, aside;
        for (const Vec2d p : people) {
            const double angle = std::abs(std::atan2(p.y, -p.x));
            if (angle < 0.52) ahead.push_back(std::sqrt(norm_squared(p)));
            if (angle > 1.05) aside.push_back(std::sqrt(norm_squared(p)));
        }
        if (ahead.size() < 4 || aside.size() < 4) continue;
        ratios.push_back(quantile(ahead, 0.9) / quantile(aside, 0.9));
    }
    Arch arch;
    arch.ratio = quantile(ratios, 0.5);
    arch.left = static_cast<double>(times.size());
    std::sort(times.begin(), times.end());
    if (times.size() > 20) arch.flow = static_cast<double>(times.size() - 11) / (times.back() - times[10]);
    return arch;
}

void Catalogue::arch() {
    ReproducedTable table{
        "arch", "150 people before a door 1.2 m wide (arch)", {"depth / half width", "flow [1/s]", "left"}, {}};
    int arches = 0;
    std::vector<std::string> others;
    for (const PartInfo* model : models()) {
        const auto runs = over_seeds(lab_, options_, "arch", model->name, 3, measure_arch);
        ReproducedTable::Row row{std::string(model->name), "", {}};
        for (double Arch::* value : {&Arch::ratio, &Arch::flow, &Arch::left}) {
            std::vector<double> all;
            for (const Arch& run : runs) {
                if (std::isfinite(run.*value)) all.push_back(run.*value);
            }
            row.cells.push_back(all.empty() ? std::nullopt : std::optional(summarise(all)));
        }
        const bool stands = row.cells[0] && row.cells[0]->mean >= kArchLow && row.cells[0]->mean <= kArchHigh;
        arches += stands;
        if (!stands) others.emplace_back(model->name);
        table.rows.push_back(std::move(row));
    }
    table.remark = fmt::format(
        "Of those slower than {} m/s: 90 % distance straight ahead of the door over that to its sides; 1 is a half "
        "circle.",
        kQueueSpeed);
    result_.tables.push_back(std::move(table));
    result_.claims.push_back({.id = "arch.models",
                              .ours = arches,
                              .unit = "models",
                              .rule = fmt::format("depth over half width between {} and {}", kArchLow, kArchHigh),
                              .holds = arches >= kModelsWithLanes,
                              .required = true,
                              .note = others.empty() ? "" : fmt::format("not {}", fmt::join(others, ", "))});
}

void Catalogue::circle() {
    ReproducedTable table{
        "circle",
        "100 people on a circle, each to the opposite side (circle_antipodal_100, bodies not projected)",
        {"arrived", "time [s]", "overlap [m]", "stuck"},
        {}};
    int solved = 0;
    std::vector<std::string> names;
    for (const PartInfo* model : models()) {
        const auto runs =
            over_seeds(lab_, options_, "circle_antipodal_100", model->name, 1, [](const RecordedRun& walked) {
                const RunHealth& health = walked.summary.health;
                return std::array{static_cast<double>(walked.arrived), walked.summary.sim_s, health.deepest_m,
                                  static_cast<double>(health.stuck.size())};
            });
        ReproducedTable::Row row{std::string(model->name), "", {}};
        for (const double value : runs[0]) row.cells.emplace_back(number(value));
        if (runs[0][0] == 100 && runs[0][2] <= kDeepest) {
            ++solved;
            names.emplace_back(model->name);
        }
        table.rows.push_back(std::move(row));
    }
    table.remark =
        "Solved: all arrive and nobody overlaps by more than 0.05 m. docs/emergence.md says why the others fail.";
    result_.tables.push_back(std::move(table));
    result_.claims.push_back(
        {.id = "circle.solved",
         .ours = solved,
         .unit = "models",
         .rule = "reported",
         .holds = true,
         .note = fmt::format("solved by {}", names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")))});
}

}  // namespace

Reproduction reproduce(const ReproduceOptions& options) {
    Catalogue catalogue(options);
    if (options.wants("lanes")) catalogue.lanes();
    if (options.wants("narrow")) catalogue.narrow();
    if (options.wants("arch")) catalogue.arch();
    if (options.wants("circle")) catalogue.circle();
    return catalogue.finish();
}

}  // namespace sidestep::emergence
