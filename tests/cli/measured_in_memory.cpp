// What a program that uses the library measures: run_in_memory() and every metric, as JSON.
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "sidestep/metric.h"
#include "sidestep/run.h"
#include "sidestep/scene.h"

int main(int argc, char** argv) {
    using namespace sidestep;
    if (argc != 3) return 2;
    Scenario scene = load_scene(argv[1]);
    set_duration(scene, std::stod(argv[2]));
    const RecordedRun run = run_in_memory(scene);
    const Measurement measurement(run.trajectory);
    nlohmann::ordered_json numbers;
    for (const Metric& metric : metrics()) {
        const MetricSummary s = summarise(metric.measure(measurement));
        const auto number = [](double value) { return std::isfinite(value) ? nlohmann::json(value) : nullptr; };
        numbers[std::string(metric.name)] = {
            {"n", s.n}, {"mean", number(s.mean)}, {"sd", number(s.sd)}, {"min", number(s.min)}, {"max", number(s.max)}};
    }
    std::cout << numbers.dump();
}
