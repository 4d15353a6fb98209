#include "scenario/range.h"

#include <fmt/format.h>

namespace sidestep {

std::string Range::text() const {
    const std::string suffix = unit.empty() || unit == "–" ? "" : fmt::format(" {}", unit);
    if (min == -kUnlimited && max == kUnlimited) return "a finite number" + (unit.empty() ? "" : " of" + suffix);
    if (max == kUnlimited) {
        return min_excluded ? fmt::format("more than {}{}", min, suffix) : fmt::format("{} or more{}", min, suffix);
    }
    return min_excluded ? fmt::format("more than {}, at most {}{}", min, max, suffix)
                        : fmt::format("{} to {}{}", min, max, suffix);
}

Range range_of(const Parameter& parameter) {
    return {parameter.min, parameter.max, parameter.min_excluded, parameter.unit};
}

}  // namespace sidestep
