// Models side by side.
#include <fmt/format.h>

#include <algorithm>

#include "report/page.h"
#include "sidestep/report.h"

namespace sidestep {

std::string comparison_html(const ComparisonTable& table) {
    using plot::escaped;
    constexpr double kWidth = 440;
    std::string body = fmt::format(
        "<h1>{}</h1>\n<div class=\"scroll\"><table class=\"close\"><thead><tr><th>model</th>", escaped(table.title));
    for (const std::string& column : table.columns) body += fmt::format("<th>{}</th>", escaped(column));
    body += "</tr></thead><tbody>\n";
    for (const ComparisonTable::Row& row : table.rows) {
        body += fmt::format("<tr><th>{}</th>", escaped(row.model));
        for (const std::string& cell : row.cells) body += fmt::format("<td>{}</td>", escaped(cell));
        body += "</tr>\n";
    }
    body += fmt::format("</tbody></table></div>\n<p class=\"small\">{}</p>\n", escaped(table.remark));

    // One view for all, so that paths can be compared by eye.
    std::vector<plot::PathMap> maps;
    std::vector<std::string_view> captions;
    for (const ComparisonTable::Row& row : table.rows) {
        if (row.trajectory.tracks.empty()) continue;
        captions.push_back(row.caption);
        maps.push_back(path_map(row.trajectory, result_ground(row.trajectory.info), PathColour::direction, row.model));
        maps.back().most_paths = 400;
        maps.back().most_points = 12000;
        maps.back().most_marks = 60;
    }
    if (!maps.empty()) {
        plot::View all = maps[0].view;
        for (const plot::PathMap& map : maps) {
            all.lower = {std::min(all.lower.x, map.view.lower.x), std::min(all.lower.y, map.view.lower.y)};
            all.upper = {std::max(all.upper.x, map.view.upper.x), std::max(all.upper.y, map.view.upper.y)};
        }
        body += "<h2>Where people walked</h2>\n<div class=\"figures three maps\">\n";
        for (std::size_t i = 0; i < maps.size(); ++i) {
            maps[i].view = all;
            body +=
                fmt::format("<figure><div>{}</div><figcaption>{}</figcaption></figure>\n",
                            figure(maps[i], kWidth, plot::Theme::page, fmt::format("m{}", i)), escaped(captions[i]));
        }
        body += "</div>\n";
    }
    return report_page(table.title, body);
}

}  // namespace sidestep
