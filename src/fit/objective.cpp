// What a fit is to make small: written, checked, and what data can tell by themselves.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "fit/terms.h"
#include "sidestep/error.h"
#include "sidestep/spelling.h"

namespace sidestep {
namespace {

// m: on a narrower ring people walk one behind the other.
constexpr double kNarrow = 1;

FitWeight weight_of(const std::string& written) {
    const std::size_t equals = written.find('=');
    const std::string name = written.substr(0, equals);
    const auto term = named<FitTerm>(name);
    if (!term) {
        const std::vector<std::string> known(names<FitTerm>().begin(), names<FitTerm>().end());
        throw InputError({.message = fmt::format("there is no term named \"{}\" that a fit could make small", name),
                          .value = written,
                          .allowed = list_of(known),
                          .remedy = did_you_mean(name, known, "Write for example one_by_one=1,distances=0.5.")});
    }
    FitWeight weight{*term, 1};
    if (equals == std::string::npos) return weight;
    const std::string_view number = std::string_view(written).substr(equals + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), weight.weight);
    const bool whole = error == std::errc() && end == number.data() + number.size();
    if (whole && std::isfinite(weight.weight) && weight.weight > 0) return weight;
    throw InputError({.message = fmt::format("the weight of \"{}\" cannot be used", name),
                      .value = written,
                      .allowed = "a number above 0",
                      .remedy = fmt::format("Write for example {}=0.5, or leave the term out.", name)});
}

}  // namespace

std::vector<FitWeight> parse_objective(const std::string& written) {
    std::vector<FitWeight> objective;
    for (std::size_t from = 0; from <= written.size();) {
        const std::size_t comma = std::min(written.find(',', from), written.size());
        const FitWeight weight = weight_of(written.substr(from, comma - from));
        if (std::ranges::find(objective, weight.term, &FitWeight::term) != objective.end()) {
            throw InputError({.message = fmt::format("\"{}\" is named twice", name_of(weight.term)),
                              .value = written,
                              .allowed = "every term once",
                              .remedy = "Leave one of them out."});
        }
        objective.push_back(weight);
        from = comma + 1;
    }
    return objective;
}

bool is_single_file(const FlowExperiment& experiment) {
    return experiment.is_ring() && experiment.width <= kNarrow;
}

bool can_tell(const FitData& data, FitTerm term) {
    switch (term) {
        case FitTerm::one_by_one:
        case FitTerm::distances:
            return !data.people.empty();
        case FitTerm::pairs:
            return std::ranges::any_of(data.people, [](const FilmedPeople& p) { return !p.meetings.empty(); });
        case FitTerm::flow:
            return !std::ranges::all_of(data.experiments, is_single_file);
        case FitTerm::single_file:
            return std::ranges::any_of(data.experiments, is_single_file);
    }
    return false;
}

std::vector<FitWeight> usual_objective(const FitData& data) {
    std::vector<FitWeight> objective;
    for (const FitTerm term :
         {FitTerm::one_by_one, FitTerm::pairs, FitTerm::distances, FitTerm::flow, FitTerm::single_file}) {
        const bool accuracy = term == FitTerm::one_by_one || term == FitTerm::pairs;
        if (can_tell(data, term)) objective.push_back({term, accuracy ? 1 : 0.5});
    }
    return objective;
}

}  // namespace sidestep
