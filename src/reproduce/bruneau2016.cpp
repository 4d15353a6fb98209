#include "reproduce/bruneau2016.h"

#include <fmt/format.h>

#include "reproduce/bruneau2016_study.h"
#include "scene/doors.h"
#include "sidestep/simulation.h"

namespace sidestep::bruneau2016 {

namespace {

constexpr double kBody = 0.15;  // m: two touch at less than any d_f that is found
constexpr double kMinute = 60;

}  // namespace

const std::vector<FileOfPeople>& Study::people() {
    if (!people_) people_ = single_files_of_people(options.data.empty() ? data_folder("scenes") : options.data.c_str());
    return *people_;
}

const LawFit& Study::fitted() {
    if (!fitted_) {
        const std::vector<PeopleBin> bins = people_bins(people(), Half::learned);
        if (bins.empty()) {
            LawWalker thesis;
            thesis.constants.ttr = 0.75;
            thesis.standstill = 0.4;
            fitted_ = LawFit{thesis, 0};
        } else {
            tell("the law of distances fitted to the learned half of the recordings");
            fitted_ = fit_to_diagram(FollowingLaw::distance, bins, evaluations(), options.threads);
        }
    }
    return *fitted_;
}

Scenario Study::ring(std::uint32_t people_on_it, double length, const LawWalker& walker, double spacing) const {
    Scenario scenario = options.scene("ring");
    ProfileSpec& profile = scenario.profiles.at(0);
    const LawConstants& c = walker.constants;
    const double radius = std::min(kBody, walker.standstill / 2);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, double>>{{"radius", radius},
                                                               {"pref_speed", walker.limits.preferred},
                                                               {"max_speed", walker.limits.most},
                                                               {"law", static_cast<double>(walker.law)},
                                                               {"ttr", c.ttr},
                                                               {"standing_gap", walker.standstill - 2 * radius},
                                                               {"accel", walker.limits.accel},
                                                               {"decel", walker.limits.decel},
                                                               {"speed_noise", walker.noise},
                                                               {"fit_window", walker.window},
                                                               {"error_distance", static_cast<double>(walker.error)},
                                                               {"law_slowing", c.slowing},
                                                               {"law_gain", c.gain},
                                                               {"law_gap_gain", c.gap_gain},
                                                               {"law_exponent", c.exponent},
                                                               {"law_speed_exponent", c.speed_exponent},
                                                               {"law_time_gap", c.time_gap},
                                                               {"law_width", c.width},
                                                               {"law_delay", walker.delay}}) {
        set_parameter(profile, name, Distribution::fixed(value));
    }
    scenario.map.periodic = {length, 0};
    const AgentSpec one = scenario.agents.at(0);
    const double apart = spacing > 0 ? spacing : length / people_on_it;
    scenario.agents.assign(people_on_it, one);
    for (std::uint32_t i = 0; i < people_on_it; ++i) scenario.agents[i].position = Vec2d{apart * i, 0};
    scenario.duration = kMinute;
    scenario.deadlocks = Deadlocks::none;
    return scenario;
}

double Study::engine_speed(std::uint32_t people_on_it, double length, const LawWalker& walker, const std::string& model,
                           bool following) const {
    Scenario scenario = ring(people_on_it, length, walker);
    if (!following) scenario.profiles.at(0).intents.clear();
    if (!model.empty()) use_model(scenario, model);
    Simulation simulation(std::move(scenario), 1);
    double sum = 0;
    std::size_t n = 0;
    while (!simulation.finished()) {
        simulation.step();
        if (simulation.time() <= kMinute / 2) continue;
        for (const Motion& m : simulation.view().motion) sum += static_cast<double>(m.vx), ++n;
    }
    return sum / static_cast<double>(n);
}

Reproduction reproduce(const ReproduceOptions& options) {
    Study study(options);
    if (options.wants("following")) {
        distances(study);
        scenes(study);
        diagrams(study);
        waves(study);
        signals(study);
    }
    if (options.wants("single_file")) single_file(study);
    if (options.wants("models")) models_in_file(study);
    return std::move(study.result);
}

}  // namespace sidestep::bruneau2016
