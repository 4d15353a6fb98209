// The paper's situations, each a scene of its own: a tie, hesitating, a curved path, a third walker, a wall, a hidden
// corridor.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reproduce/pettre2009_study.h"
#include "sidestep/plot.h"
#include "sidestep/scene.h"

namespace sidestep::pettre2009 {

namespace {

RecordedRun run_scene(const Study& study, const std::string& name, const std::vector<std::string>& settings = {},
                      double shift = 0) {
    Scenario s = study.options.scene(name);
    for (const std::string& setting : settings) apply_setting(s, "walker." + setting);
    if (s.agents[0].position) s.agents[0].position->x += shift;
    return run_in_memory(std::move(s));
}

double closest_of(const RecordedRun& walked, std::size_t a, std::size_t b) {
    const auto m = pair_meeting(walked.trajectory.tracks[a], walked.trajectory.tracks[b], walked.trajectory.info.fps);
    return m ? m->least : std::numeric_limits<double>::quiet_NaN();
}

/// Adaptations that work against each other (section 3). Seen from outside this is what hesitating is.
struct Hesitation {
    double at_sight = 0;             ///< m, predicted at first sight
    double fall = 0;                 ///< m, how far the predicted distance falls below that
    double until = 0;                ///< s after first sight, from when on it stays above that
    double least = 0;                ///< m, how close they pass
    int turns = 0;                   ///< how often the later walker changes the side to which it veers
    std::vector<Vec2d> predicted{};  ///< over time
};
Hesitation hesitation_of(const RecordedRun& w) {
    const Track& later = w.trajectory.tracks[1];
    const auto m = pair_meeting(w.trajectory.tracks[0], later, w.trajectory.info.fps, {.cutoff = 0}).value();
    constexpr double kGrown = 0.05;  // m, more than rounding
    constexpr double kVeers = 0.02;  // m/s across its way, which leads along y
    Hesitation h{.at_sight = m.samples.front().mpd, .least = m.least};
    double veered = 0;
    for (std::size_t i = 0; i < m.samples.size(); ++i) {
        const auto& s = m.samples[i];
        h.fall = std::max(h.fall, h.at_sight - s.mpd);
        if (s.mpd <= h.at_sight + kGrown && s.left > 0.1) h.until = s.time - m.seen;
        h.predicted.push_back({s.time - m.seen, s.mpd});
        const double across = (later.position[i + 1].x - later.position[i].x) * w.trajectory.info.fps;
        if (std::abs(across) < kVeers) continue;
        h.turns += veered * across < 0;
        veered = across;
    }
    return h;
}

/// Who sets off in sight of the other wishes to be faster than it is, and the other cannot know.
void hesitation(Study& study) {
    constexpr double kGaps[] = {0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 1.6};  // m between the starts
    constexpr double kSceneGap = 0.2, kClose = 0.5;
    ReproducedTable table{"scenes", "Hesitating: two who set off in sight of each other, one by so much later", {}, {}};
    struct Start {
        const char* name;
        bool walking;
    };
    double far_share = 0, steady_fall = 0;
    int steady_turns = 0;
    std::optional<Hesitation> shipped[2];
    for (const auto& [name, walking] : {Start{"setting off", false}, Start{"at the speed they wish", true}}) {
        const auto row = [&](const char* what, const char* unit) {
            return ReproducedTable::Row{fmt::format("{}: {}", name, what), unit, {}};
        };
        ReproducedTable::Row sight = row("predicted at first sight", "m"), fall = row("falls by", "m"),
                             until = row("grows from", "s"), turns = row("changes sides", "times"),
                             least = row("closest", "m");
        for (const double gap : kGaps) {
            Scenario s = study.options.scene("crossing_hesitation");
            s.agents[0].position->x += gap - kSceneGap;
            for (AgentSpec& a : s.agents) {
                if (walking) a.velocity.reset();
                a.walking = walking;
            }
            const Hesitation h = hesitation_of(run_in_memory(std::move(s)));
            if (gap == kSceneGap) shipped[walking] = h;
            if (h.at_sight > kClose && !walking) far_share = std::max(far_share, 100 * h.fall / h.at_sight);
            if (walking) steady_fall = std::max(steady_fall, h.fall), steady_turns += h.turns;
            if (!walking) table.columns.push_back(fmt::format("{:.2f} m", gap));
            sight.cells.emplace_back(number(h.at_sight));
            fall.cells.emplace_back(number(h.fall));
            until.cells.emplace_back(number(h.until));
            turns.cells.emplace_back(number(h.turns));
            least.cells.emplace_back(number(h.least));
        }
        for (auto& r : {sight, fall, until, turns, least}) table.rows.push_back(r);
    }
    study.result.tables.push_back(std::move(table));
    const Hesitation &off = *shipped[0], &steady = *shipped[1];
    study.claim(
        {.id = "scenes.crossing_hesitation",
         .ours = off.fall,
         .unit = "m",
         .rule = "\"mpd is lowered in time instead of being increased\" by more than 0.1 m, grows 0.3 s later, and the "
                 "later walker veers to pass first, then to give way; nothing of it, whatever the gap, where both "
                 "already walk as fast as they wish",
         .holds = off.fall > 0.1 && off.until > steady.until + 0.3 && off.turns > 0 && steady_fall < 0.01 &&
                  steady_turns == 0,
         .required = true,
         .note =
             fmt::format("of {:.2f} m; grows from {:.2f} s on instead of {:.2f} s; closest {:.2f} instead of {:.2f} m",
                         off.at_sight, off.until, steady.until, off.least, steady.least)});
    study.claim(
        {.id = "scenes.hesitation_only_when_close",
         .ours = far_share,
         .unit = "%",
         .rule = "\"only when mpd is initially close to 0 m\": less than half of it is lost where 0.5 m or more are "
                 "predicted",
         .holds = far_share < 50});
    plot::LineChart chart;
    chart.title = "Hesitating: predicted distance";
    chart.note = fmt::format("crossing_hesitation; they pass at {:.2f} and {:.2f} m", off.least, steady.least);
    chart.x = {"time since first sight", "s"};
    chart.y = {"predicted distance", "m"};
    chart.lines = {{"setting off", off.predicted}, {"at the speed they wish", steady.predicted}};
    study.result.figures.push_back(
        {"scenes", "hesitation", plot::figure(chart, kFigureWidth, kFigureHeight, plot::Theme::plain)});
}

}  // namespace

void scenes(Study& study) {
    study.lab.tell("scenes");
    {
        const RecordedRun w = run_scene(study, "crossing_tie");
        const auto m = pair_meeting(w.trajectory.tracks[0], w.trajectory.tracks[1], w.trajectory.info.fps);
        study.claim({.id = "scenes.crossing_tie",
                     .paper = 0.8,
                     .ours = m->least,
                     .unit = "m",
                     .rule = "a tie is broken: the one who sees the other on its right gives way, at 0.65 to 1.1 m",
                     .holds = m->b_first && m->least >= 0.65 && m->least <= 1.1,
                     .required = true,
                     .note = fmt::format("who gives way adapts by {:.2f} m/s, who passes first by {:.2f} m/s",
                                         m->effort(0), m->effort(1))});
    }
    hesitation(study);
    {
        std::vector<double> without, half, whole;
        for (int i = 0; i <= 16; ++i) {
            const double shift = -2 + 0.25 * i;
            without.push_back(closest_of(run_scene(study, "curved_walker", {"acceleration=ignored"}, shift), 0, 1));
            half.push_back(closest_of(run_scene(study, "curved_walker", {"acceleration=half"}, shift), 0, 1));
            whole.push_back(closest_of(run_scene(study, "curved_walker", {"acceleration=whole"}, shift), 0, 1));
        }
        const double gain = summarise(half).mean - summarise(without).mean,
                     whole_gain = summarise(whole).mean - summarise(without).mean;
        const auto least = [](const std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); };
        study.claim(
            {.id = "scenes.curved_walker",
             .ours = whole_gain,
             .unit = "m",
             .rule = "taking the other's acceleration into account (τ_A = tti) keeps more distance, mean of 17 starts",
             .holds = whole_gain > 0,
             .required = true,
             .note = fmt::format(
                 "ignored: mean {:.2f}, least {:.2f} m; whole: {:.2f}, {:.2f}; half: {:.2f}, {:.2f} (gain {:.2f})",
                 summarise(without).mean, least(without), summarise(whole).mean, least(whole), summarise(half).mean,
                 least(half), gain)});
    }
    {
        Scenario two = study.options.scene("three_walkers");
        two.agents.pop_back();
        Scenario other_two = study.options.scene("three_walkers");
        other_two.agents.erase(other_two.agents.begin() + 1);
        const auto order = [](const RecordedRun& w) {
            return pair_meeting(w.trajectory.tracks[0], w.trajectory.tracks[1], w.trajectory.info.fps)->b_first;
        };
        const RecordedRun with = run_scene(study, "three_walkers"), without = run_in_memory(two),
                          alone = run_in_memory(other_two);
        double off_line = 0;
        for (const Vec2d p : alone.trajectory.tracks[0].position) off_line = std::max(off_line, std::abs(p.y));
        study.claim({.id = "scenes.three_walkers",
                     .ours = closest_of(with, 0, 1),
                     .unit = "m",
                     .rule = "a third, who alone changes nothing, makes R pass first instead of second (Figure 6)",
                     .holds = order(without) && !order(with) && off_line < 0.02,
                     .required = true,
                     .note = fmt::format(
                         "closest distance with the third; without {:.2f} m; alone with the third R leaves its line "
                         "by {:.3f} m",
                         closest_of(without, 0, 1), off_line)});
    }
    {
        const auto passes_on = [](const RecordedRun& w) {
            const auto m = pair_meeting(w.trajectory.tracks[0], w.trajectory.tracks[1], w.trajectory.info.fps);
            const auto i = static_cast<std::size_t>(std::lround(m->closest * w.trajectory.info.fps));
            return w.trajectory.tracks[0].position[i].y;
        };
        Scenario open = study.options.scene("wall_blocks_turn");
        open.map.wkt = "LINESTRING (-12 -50, 12 -50)";  // far away
        const double free = passes_on(run_in_memory(open)), walled = passes_on(run_scene(study, "wall_blocks_turn"));
        study.claim({.id = "scenes.wall_blocks_turn",
                     .ours = walled,
                     .unit = "m",
                     .rule = "R passes on the left of a wall (> 0), on the right (< 0) where there is none",
                     .holds = walled > 0 && free < 0,
                     .required = true,
                     .note = fmt::format("without the wall {:.2f} m", free)});
    }
    {
        const auto slowest = [](const RecordedRun& w) {
            // Before the other is in sight: the corner is 1.2 m from both axes.
            double v = kUnlimited;
            const Track& r = w.trajectory.tracks[0];
            const Track& p = w.trajectory.tracks[1];
            const Sight sight = sight_on(*built_map(w.trajectory.info.wkt, w.trajectory.info.map));
            for (std::size_t i = 0; i + 1 < std::min(r.position.size(), p.position.size()); ++i) {
                if (sight(r.position[i], p.position[i])) break;
                v = std::min(v, norm(r.position[i + 1] - r.position[i]) * w.trajectory.info.fps);
            }
            return v;
        };
        const RecordedRun careful = run_scene(study, "hidden_corridor"),
                          careless = run_scene(study, "hidden_corridor", {"expected_speed=0"});
        study.claim(
            {.id = "scenes.hidden_corridor",
             .ours = closest_of(careful, 0, 1) - closest_of(careless, 0, 1),
             .unit = "m",
             .rule = "expecting somebody behind the corner slows R before it sees anybody, and keeps more distance",
             .holds =
                 slowest(careful) < slowest(careless) - 0.1 && closest_of(careful, 0, 1) > closest_of(careless, 0, 1),
             .required = true,
             .note = fmt::format("slowest before sight {:.2f} against {:.2f} m/s, closest {:.2f} against {:.2f} m",
                                 slowest(careful), slowest(careless), closest_of(careful, 0, 1),
                                 closest_of(careless, 0, 1))});
    }
}

}  // namespace sidestep::pettre2009
