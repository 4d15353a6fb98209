#include "import/plan_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace sidestep {
namespace {

constexpr double kHalfStrip = 0.1;  // m on either side of a line

bool has(const std::string& name, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

bool meet(Vec2d a, Vec2d b, double snap) {
    return norm(a - b) <= snap;
}

/// `line` goes on with `next` where an end of one is an end of the other.
bool join(std::vector<Vec2d>& line, std::vector<Vec2d>& next, double snap) {
    if (meet(line.front(), next.front(), snap) || meet(line.front(), next.back(), snap)) {
        std::reverse(line.begin(), line.end());
    }
    if (meet(line.back(), next.back(), snap)) std::reverse(next.begin(), next.end());
    if (!meet(line.back(), next.front(), snap)) return false;
    line.insert(line.end(), next.begin() + 1, next.end());
    return true;
}

void join_lines(std::vector<PlanPlace>& places, double snap) {
    const auto is_line = [](const PlanPlace& p) { return !p.closed && p.use != PlaceUse::journey; };
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!is_line(places[i])) continue;
        for (std::size_t j = i + 1; j < places.size();) {
            PlanPlace& other = places[j];
            if (!is_line(other) || other.name != places[i].name || !join(places[i].points, other.points, snap)) {
                ++j;
                continue;
            }
            places.erase(places.begin() + static_cast<std::ptrdiff_t>(j));
            j = i + 1;  // the line is longer now, and may meet one that was passed over
        }
        std::vector<Vec2d>& points = places[i].points;
        if (points.size() > 3 && meet(points.front(), points.back(), snap)) {
            points.pop_back();
            places[i].closed = true;
        }
    }
}

}  // namespace

std::optional<PlaceUse> place_use_of(const std::string& lower_case_name) {
    const std::string& name = lower_case_name;
    // Of German words only what is left of them in any encoding of umlauts.
    const bool german = has(name, {"ausg"}) && has(name, {"ng"});
    // Signs and lamps hang above exits, and are drawn where nobody walks out.
    if ((german || has(name, {"exit", "egress", "sortie", "salida", "uscita"})) &&
        !has(name, {"sign", "light", "lite", "lamp", "schild"})) {
        return PlaceUse::exit;
    }
    if (has(name, {"distribution"})) return PlaceUse::start;
    if (has(name, {"waypoint"})) return PlaceUse::waypoint;
    if (has(name, {"journey"})) return PlaceUse::journey;
    return std::nullopt;
}

void name_places(std::vector<PlanPlace>& places, double snap) {
    std::erase_if(places, [](const PlanPlace& place) { return place.points.size() < (place.closed ? 3u : 2u); });
    join_lines(places, snap);
    std::map<std::string, std::size_t> count, number;
    for (const PlanPlace& place : places) ++count[place.name];
    for (PlanPlace& place : places) {
        const std::string layer = place.name;
        if (count[layer] > 1) place.name = fmt::format("{} {}", layer, ++number[layer]);
    }
}

std::vector<Vec2d> polygon_of(const PlanPlace& place) {
    if (place.closed) return place.points;
    std::vector<Vec2d> left, right;
    const std::vector<Vec2d>& line = place.points;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const Vec2d before = i > 0 ? unit(line[i] - line[i - 1]) : Vec2d{};
        const Vec2d after = i + 1 < line.size() ? unit(line[i + 1] - line[i]) : Vec2d{};
        const Vec2d along = unit(before + after);
        const Vec2d aside = Vec2d{-along.y, along.x} * kHalfStrip;
        left.push_back(line[i] + aside);
        right.push_back(line[i] - aside);
    }
    left.insert(left.end(), right.rbegin(), right.rend());
    return left;
}

}  // namespace sidestep
