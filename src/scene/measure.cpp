#include "scene/measure.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "scene/limits.h"
#include "sidestep/scene.h"

namespace sidestep {
namespace {

/// Calls read(entry, name) for every named entry.
template <class Read>
void for_each_named(const Node& node, std::string_view what, Read read) {
    if (!node.json().is_object()) node.fail_type(fmt::format("an object of named {}s", what));
    if (node.json().size() > kMostMeasured) {
        node.fail(fmt::format("there are too many {}s", what), fmt::format("at most {}", kMostMeasured),
                  "Measure twice.");
    }
    for (auto it = node.json().begin(); it != node.json().end(); ++it) {
        const Node entry = node.child(it);
        if (it.key().empty()) entry.fail_at_key(fmt::format("the {} has no name", what), "a name", "Name it.");
        read(entry, it.key());
    }
}

}  // namespace

MeasurePlan read_measure(const Node& node) {
    Object object(node, "\"measure\"");
    MeasurePlan plan;
    if (const auto areas = object.find("areas")) {
        for_each_named(*areas, "area", [&](const Node& entry, const std::string& name) {
            plan.areas.push_back({name, entry.polygon()});
        });
    }
    if (const auto lines = object.find("lines")) {
        for_each_named(*lines, "line", [&](const Node& entry, const std::string& name) {
            if (entry.items("two points [[x, y], [x, y]]") != 2) {
                entry.fail("a line goes from one point to another", "[[x, y], [x, y]]", "Write both.");
            }
            const MeasureLine line{name, entry.item(0).point(), entry.item(1).point()};
            if (norm(line.b - line.a) < kShortestMeasureLine) {
                entry.fail("the line is too short", fmt::format("at least {} m", kShortestMeasureLine),
                           "Move its ends apart.");
            }
            plan.lines.push_back(line);
        });
    }
    if (const auto cutoff = object.find("cutoff")) plan.cutoff = cutoff->number(kMeasureCutoff);
    if (const auto corners = object.find("cutoff_corners")) {
        plan.cutoff_corners = static_cast<unsigned>(corners->whole(1, kMostCutoffCorners));
    }
    if (const auto over = object.find("speed_over")) plan.speed_over = over->number(kMeasureTime);
    if (const auto border = object.find("speed_border")) {
        const auto found = named<SpeedBorder>(border->text());
        if (!found) {
            border->fail("speeds cannot be taken so at the ends of tracks", "single_sided, adaptive, exclude",
                         "Write one of these, or leave it out.");
        }
        plan.speed_border = *found;
    }
    if (const auto window = object.find("window")) plan.window = window->number(kMeasureTime);
    if (const auto cell = object.find("cell")) plan.cell = cell->number(kMeasureCell);
    object.finish();
    return plan;
}

MeasurePlan parse_measure_plan(const std::string& text, const std::string& name) {
    const Json document = read_json(text, name);
    const Source source{text, name};
    return read_measure(Node(source, document));
}

MeasurePlan load_measure_plan(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in || std::filesystem::is_directory(file)) {
        throw InputError({.message = "the places of measurement cannot be read",
                          .file = file,
                          .value = file,
                          .allowed = "a file {\"areas\": {…}, \"lines\": {…}}",
                          .remedy = "Check the name."});
    }
    return parse_measure_plan(text, file);
}

}  // namespace sidestep
