#include "scene/parameter_value.h"

#include <fmt/format.h>

#include <cmath>

namespace sidestep {
namespace {

/// The numbers of {"uniform": […]} and its like.
std::vector<double> numbers(const Node& list, std::size_t count, const std::string& form) {
    if (list.items(form) != count) {
        list.fail(fmt::format("{} has {} numbers instead of {}", list.name(), list.json().size(), count), form,
                  "Write exactly these numbers.");
    }
    std::vector<double> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(list.item(i).number());
    return result;
}

void check_bound(const Node& list, std::size_t index, const Parameter& parameter) {
    const Range range = range_of(parameter);
    if (range.contains(list.json()[index].get<double>())) return;
    const Node bound = list.item(index);
    bound.fail(fmt::format("a bound of \"{}\" is out of range", parameter.name), range.text(),
               "Choose bounds in this range; every agent's value must be possible.");
}

Distribution read_uniform(const Node& list, const Parameter& parameter) {
    const std::vector<double> n = numbers(list, 2, "an array [a, b]");
    if (n[0] > n[1]) list.fail("the lower bound exceeds the upper bound", "[a, b] with a <= b", "Swap the bounds.");
    check_bound(list, 0, parameter);
    check_bound(list, 1, parameter);
    return Distribution::between(n[0], n[1]);
}

/// A normal or a log-normal.
Distribution read_bell(const Node& list, const Parameter& parameter, Distribution::Kind kind) {
    const std::vector<double> n = numbers(list, 4, "an array [mean, sd, min, max]");
    if (n[1] < 0) list.item(1).fail("the standard deviation is negative", "0 or more", "Write its magnitude.");
    if (!(n[2] <= n[0] && n[0] <= n[3])) {
        list.fail("the mean does not lie between the bounds", "[mean, sd, min, max] with min <= mean <= max",
                  "Widen the bounds or move the mean.");
    }
    if (kind == Distribution::Kind::log_normal && !(n[0] > 0)) {
        list.item(0).fail("log-normal values are above 0, and so is their mean", "more than 0",
                          "Write the mean of the values, not of their logarithms; or use a normal distribution.");
    }
    check_bound(list, 2, parameter);
    check_bound(list, 3, parameter);
    return {kind, n[0], n[1], n[2], n[3]};
}

Distribution read_exponential(const Node& list, const Parameter& parameter) {
    const std::vector<double> n = numbers(list, 3, "an array [mean, min, max]");
    if (!(n[1] <= n[0] && n[0] <= n[2])) {
        list.fail("the mean does not lie between the bounds", "[mean, min, max] with min <= mean <= max",
                  "Widen the bounds or move the mean.");
    }
    if (!(n[0] > 0)) {
        list.item(0).fail("exponential values are above 0, and so is their mean", "more than 0",
                          "Choose a larger one.");
    }
    check_bound(list, 1, parameter);
    check_bound(list, 2, parameter);
    return Distribution::exponential(n[0], n[1], n[2]);
}

Distribution read_kind(const Node& list, const Parameter& parameter, Distribution::Kind kind) {
    if (kind == Distribution::Kind::uniform) return read_uniform(list, parameter);
    if (kind == Distribution::Kind::exponential) return read_exponential(list, parameter);
    return read_bell(list, parameter, kind);
}

Distribution read_distribution(const Node& node, const Parameter& parameter) {
    if (!parameter.per_agent) {
        node.fail(fmt::format("\"{}\" may not be drawn for each agent", parameter.name), range_of(parameter).text(),
                  "Write one number; use several profiles for several values.");
    }
    Object object(node, "a distribution");
    std::optional<Distribution> result;
    for (const auto kind : {Distribution::Kind::uniform, Distribution::Kind::normal, Distribution::Kind::log_normal,
                            Distribution::Kind::exponential}) {
        const auto list = object.find(name_of(kind));
        if (!list) continue;
        if (result) {
            list->fail_at_key(
                fmt::format("a distribution has both \"{}\" and \"{}\"", name_of(result->kind), name_of(kind)),
                "either \"uniform\", \"normal\", \"log_normal\" or \"exponential\"", "Remove one of them.");
        }
        result = read_kind(*list, parameter, kind);
    }
    object.finish();
    if (!result) {
        node.fail("a distribution does not say which",
                  "{\"uniform\": [a, b]}, {\"normal\": [mean, sd, min, max]}, "
                  "{\"log_normal\": [mean, sd, min, max]} or {\"exponential\": [mean, min, max]}",
                  "Write one of these, or a number.");
    }
    return *result;
}

}  // namespace

Distribution read_value(const Node& node, const Parameter& parameter, std::span<const std::string> scene_names) {
    if (!parameter.choices.empty()) {
        std::vector<std::string> names(parameter.choices.begin(), parameter.choices.end());
        if (!parameter.scene_names.empty()) names.insert(names.end(), scene_names.begin(), scene_names.end());
        if (!node.json().is_string()) node.fail_type("one of the names " + list_of(names));
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == node.text()) return Distribution::fixed(static_cast<double>(i));
        }
        node.fail(fmt::format("\"{}\" has no choice of this name", parameter.name), list_of(names),
                  did_you_mean(node.text(), names, "Choose one of these."));
    }
    if (node.json().is_object()) return read_distribution(node, parameter);
    if (parameter.fallback == kUnlimited && node.json() == "unlimited") return Distribution::fixed(kUnlimited);
    if (!node.json().is_number()) node.fail_type("a number or a distribution");
    const double value = node.json().get<double>();
    const Range range = range_of(parameter);
    if (!range.contains(value)) {
        node.fail(fmt::format("\"{}\" is out of range", parameter.name), range.text(), "Choose a value in this range.");
    }
    if (parameter.whole && value != std::floor(value)) {
        node.fail(fmt::format("\"{}\" is not a whole number", parameter.name), "whole numbers, " + range.text(),
                  "Round it.");
    }
    return Distribution::fixed(value);
}

}  // namespace sidestep
