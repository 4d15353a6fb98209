#include "scene/queues.h"

#include <fmt/format.h>

#include "scene/limits.h"
#include "scene/parameter_value.h"

namespace sidestep {

namespace {

constexpr double kShortestPiece = 0.01;  // m

std::vector<Vec2d> read_points(const Node& list, const std::string& form) {
    const std::size_t size = list.items(form);
    if (size == 0) list.fail(fmt::format("{} has no points", list.name()), form, "Write at least one.");
    if (size > kMostQueuePoints) {
        list.fail("there are too many points", fmt::format("at most {}", kMostQueuePoints), "Leave some out.");
    }
    std::vector<Vec2d> points;
    for (std::size_t i = 0; i < size; ++i) points.push_back(list.item(i).point());
    return points;
}

}  // namespace

QueueSpec read_queue(const Node& node, const std::function<int(const Node&)>& goal_named) {
    Object object(node, "a queue");
    QueueSpec queue;
    const Node line = object.need("line");
    queue.line = read_points(line, "points [[x, y], …] from the head of the line backwards");
    for (std::size_t i = 1; i < queue.line.size(); ++i) {
        if (norm(queue.line[i] - queue.line[i - 1]) >= kShortestPiece) continue;
        line.item(i).fail("the line stands still here", fmt::format("points {} m apart or more", kShortestPiece),
                          "Leave one of them out.");
    }
    if (const auto spacing = object.find("spacing")) queue.spacing = spacing->number(kQueueSpacing);
    if (const auto ttr = object.find("ttr")) queue.ttr = ttr->number(kQueueReaction);
    if (const auto service = object.find("service")) queue.service = read_value(*service, kService);
    if (const auto points = object.find("points")) {
        queue.points = read_points(*points, "points [[x, y], …] where people are served");
    }
    if (const auto counts = object.find("walking_counts")) queue.walking_counts = counts->boolean();
    const auto patience = object.find("patience");
    if (patience) queue.patience = read_value(*patience, kQueuePatience);
    if (const auto otherwise = object.find("otherwise")) {
        queue.otherwise = goal_named(*otherwise);
        if (!patience) {
            otherwise->fail_at_key("nobody gives up who has patience", "\"otherwise\" together with \"patience\"",
                                   "Say how long people wait, or remove it.");
        }
    }
    if (const auto most = object.find("most")) queue.most = static_cast<std::uint32_t>(most->whole(1, kMostAgents));
    if (const auto enter = object.find("enter")) {
        const std::string& where = enter->text();
        if (where != kQueueEntries[0] && where != kQueueEntries[1]) {
            enter->fail("people cannot enter a line there", "tail, end",
                        "\"tail\": behind the last; \"end\": at the end of the drawn line, as between ropes.");
        }
        queue.enter_at_end = where == kQueueEntries[1];
    }
    object.finish();
    return queue;
}

}  // namespace sidestep
