#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/round_number.h"
#include "base/simplify.h"
#include "sidestep/plot.h"

namespace sidestep::plot {

std::vector<double> ticks(double low, double high, std::size_t most) {
    if (!(high > low) || !std::isfinite(high - low)) return {low};
    most = std::max<std::size_t>(most, 2);
    double step = round_number_above((high - low) / static_cast<double>(most));
    while (true) {
        const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
        const double count = last - first + 1;
        if (count > static_cast<double>(most)) {
            step = round_number_above(step * 1.5);
            continue;
        }
        std::vector<double> at;
        for (double i = first; i <= last; ++i) at.push_back(i == 0 ? 0 : i * step);
        // A range within two round numbers shows at least its ends.
        if (at.size() < 2) return {low, high};
        return at;
    }
}

std::string tick_label(double value, double step) {
    std::string text;
    if (std::abs(value) >= 1e9 || (step != 0 && std::abs(step) < 1e-9)) {
        text = fmt::format("{:.3g}", value);
    } else {
        int digits = 0;
        for (double s = std::abs(step); digits < 9 && s > 0 && std::abs(s - std::round(s)) > 1e-6 * s; s *= 10)
            ++digits;
        text = fmt::format("{:.{}f}", value, digits);
        if (text.find_first_not_of("-0.") == std::string::npos) text = "0";
    }
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::string plain(double value, int digits) {
    if (!std::isfinite(value)) return "–";
    std::string text;
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-6 || size >= 1e15)) {
        text = fmt::format("{:.{}g}", value, digits);
    } else {
        const int before = size == 0 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
        text = fmt::format("{:.{}f}", value, std::max(0, digits - before));
        if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) text.pop_back();
        if (text == "-0") text = "0";
        const std::size_t first = text.starts_with('-') ? 1 : 0;
        std::size_t end = std::min(text.find('.'), text.size());
        // From five digits on, in groups of three with thin spaces that do not break.
        for (const bool grouped = end - first > 4; grouped && end - first > 3;) {
            end -= 3;
            text.insert(end, "\u202f");
        }
    }
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::vector<Vec2d> simplified(const std::vector<Vec2d>& points, double tolerance) {
    return sidestep::simplified(points, tolerance);
}

}  // namespace sidestep::plot
