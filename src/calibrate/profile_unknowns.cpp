#include "calibrate/profile_unknowns.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "scenario/range.h"
#include "sidestep/error.h"
#include "sidestep/simulation.h"

namespace sidestep {
namespace {

std::optional<double> number_in(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
    return whole ? std::optional(value) : std::nullopt;
}

/// What the parts of a profile say of a common parameter, the first that says something, or the table.
double common_default(ProfileSpec& profile, Common parameter) {
    for (const PartPlace& part : parts_of(profile, parts())) {
        if (part.info == nullptr) continue;
        for (const CommonDefault& own : part.info->common_defaults) {
            if (own.parameter == parameter) return own.value;
        }
    }
    return common_parameters()[parameter].fallback;
}

std::optional<double> middle_in(const std::vector<std::optional<Distribution>>& values, std::size_t index) {
    if (index >= values.size() || !values[index]) return std::nullopt;
    return values[index]->middle();
}

/// The part's values as an agent without anything drawn has them.
std::vector<double> usual_values(ProfileSpec& profile, const PartPlace& part) {
    std::vector<double> values;
    for (std::size_t i = 0; i < kCommonCount; ++i) {
        values.push_back(middle_in(profile.common, i).value_or(common_default(profile, static_cast<Common>(i))));
    }
    for (std::size_t i = 0; i < part.info->parameters.size(); ++i) {
        const Parameter& parameter = part.info->parameters[i];
        const double usual = parameter.derive != nullptr ? parameter.derive(values) : parameter.fallback;
        values.push_back(middle_in(part.spec->values, i).value_or(usual));
    }
    return values;
}

}  // namespace

WrittenValues read_written(const std::string& text) {
    WrittenValues w;
    const std::size_t equals = text.find('=');
    w.name = text.substr(0, equals);
    w.equals = equals != std::string::npos;
    if (!w.equals) return w;
    const std::string_view values = std::string_view(text).substr(equals + 1);
    const std::size_t comma = values.find(',');
    w.comma = comma != std::string_view::npos;
    w.first = number_in(values.substr(0, comma));
    if (w.comma) w.second = number_in(values.substr(comma + 1));
    return w;
}

FitBounds bounds_of(const WrittenValues& written, const Parameter& parameter) {
    const std::string allowed = range_of(parameter).text();
    if (!written.equals) {
        if (const auto bounds = bounds_of(parameter)) return *bounds;
        throw InputError({.message = fmt::format("\"{}\" has no bounds of its own", written.name),
                          .value = written.name,
                          .allowed = allowed,
                          .remedy = fmt::format("Give them: {}=LOW,HIGH.", written.name)});
    }
    const bool given = written.first && written.second && *written.first < *written.second;
    if (given && range_of(parameter).contains(*written.first) && range_of(parameter).contains(*written.second)) {
        return {*written.first, *written.second};
    }
    throw InputError(
        {.message = fmt::format("the bounds of \"{}\" cannot be used", written.name),
         .value = written.name,
         .allowed = allowed,
         .remedy = fmt::format("Write {}=LOW,HIGH within this range, the lower one first.", written.name)});
}

double start_of(ProfileSpec& profile, const ParameterPlace& place, const FitBounds& bounds) {
    double start = place.parameter->fallback;
    if (place.values == &profile.common) {
        start = common_default(profile, static_cast<Common>(place.index));
    } else {
        for (const PartPlace& part : parts_of(profile, parts())) {
            if (place.values == &part.spec->values && part.info != nullptr)
                start = usual_values(profile, part)[kCommonCount + place.index];
        }
    }
    const std::optional<Distribution>* value = place.value();
    if (value != nullptr && *value) start = (*value)->middle();
    return std::clamp(start, bounds.low, bounds.high);
}

}  // namespace sidestep
