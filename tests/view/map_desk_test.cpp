#include "view/map_desk.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>

#include "sidestep/error.h"
#include "view/wire.h"

namespace sidestep::view {
namespace {

using std::chrono::seconds;

constexpr const char* kNotch = "POLYGON ((0 0, 10 0, 10 10, 6 10, 5 3, 4 10, 0 10, 0 0))";

class Asked {
public:
    explicit Asked(Ground ground) : desk(std::move(ground)) {}

    std::future<Response> ask(const std::string& path, std::map<std::string, std::string> query) {
        auto answer = std::make_shared<std::promise<Response>>();
        desk.answer({path, std::move(query)}, [answer](Response response) { answer->set_value(std::move(response)); });
        return answer->get_future();
    }
    Json route(std::map<std::string, std::string> query) {
        query.try_emplace("from", "3,9");
        query.try_emplace("to", "7,9");
        for (;;) {
            Json answer = Json::parse(*ask("/api/route", query).get().body);
            if (answer.value("status", "") != "building") return answer;
        }
    }
    int status(const std::string& path, std::map<std::string, std::string> query) {
        return ask(path, std::move(query)).get().status;
    }

    MapDesk desk;
};

Ground notch() {
    return {.cut = [] { return PlanningMap(map_outline(kNotch)); }};
}

TEST(MapDesk, FindsTheWayThatAFinderFinds) {
    Asked asked(notch());
    for (const PathMethod method : path_methods()) {
        for (const double body : {0.5, 1.2}) {
            const PlanningMap map(map_outline(kNotch));
            const Path path = PathFinder(map, {.method = method, .radius = body / 2}).find({3, 9}, {7, 9});
            const Json answer = asked.route({{"method", std::string(name_of(method))}, {"body", std::to_string(body)}});
            EXPECT_EQ(answer["status"], "found");
            EXPECT_EQ(answer["length"], path.length) << name_of(method);
            EXPECT_EQ(answer["points"].size(), 2 * path.points.size());
            EXPECT_EQ(answer["portals"].size(), 4 * path.portals.size());
        }
    }
}

TEST(MapDesk, SaysWhyThereIsNone) {
    Asked asked(notch());
    EXPECT_EQ(asked.route({{"to", "5,9"}})["status"], "goal_blocked");
    EXPECT_EQ(asked.route({{"from", "-1,9"}})["status"], "start_blocked");
    EXPECT_EQ(asked.route({{"body", "3.5"}})["status"], "too_narrow");
    EXPECT_NE(asked.route({{"to", "5,9"}})["explanation"].get<std::string>().find("wall"), std::string::npos);
}

TEST(MapDesk, HeedsDoorsAsTheyAreAskedFor) {
    const PlanningMap::Door door{{5, 0}, {5, 3}};
    Asked asked({.cut = [door] { return PlanningMap(map_outline(kNotch), {&door, 1}); }, .doors = 1});
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(asked.route({})["status"], "found");
        const Json closed = asked.route({{"closed", "0"}});
        EXPECT_EQ(closed["status"], "unreachable");
        EXPECT_NE(closed["explanation"].get<std::string>().find("closed door"), std::string::npos);
    }
    EXPECT_EQ(asked.route({{"method", "exact"}})["status"], "refused");
    EXPECT_EQ(asked.status("/api/route", {{"from", "3,9"}, {"to", "7,9"}, {"closed", "1"}}), 400);
}

TEST(MapDesk, RefusesWhatIsNoQuestion) {
    Asked asked(notch());
    const std::map<std::string, std::string> fine{{"from", "3,9"}, {"to", "7,9"}};
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"from", "3"},
                                                                                      {"from", "nan,1"},
                                                                                      {"to", "1,2,3"},
                                                                                      {"method", "straight"},
                                                                                      {"body", "0"},
                                                                                      {"body", "5"},
                                                                                      {"body", "wide"},
                                                                                      {"closed", "x"},
                                                                                      {"closed", "0"}}) {
        auto query = fine;
        query[name] = value;
        EXPECT_EQ(asked.status("/api/route", query), 400) << name << "=" << value;
    }
    EXPECT_EQ(asked.status("/api/cells", {{"body", "inf"}}), 400);
    EXPECT_EQ(asked.status("/api/cells", {}), 200);
}

TEST(MapDesk, TheMapIsCutOnceAndOnlyWhenAskedFor) {
    std::atomic<int> cuts{0};
    Asked asked({.cut = [&] {
        ++cuts;
        return PlanningMap(map_outline(kNotch));
    }});
    EXPECT_EQ(cuts, 0);
    for (const char* body : {"0.5", "0.7", "0.5"}) EXPECT_EQ(asked.status("/api/cells", {{"body", body}}), 200);
    asked.route({});
    EXPECT_EQ(cuts, 1);
}

TEST(MapDesk, AMapThatCannotBeCutIsTold) {
    Asked asked({.cut = []() -> PlanningMap { throw InputError({.message = "walls cross", .remedy = "Mend it."}); }});
    for (int i = 0; i < 2; ++i) {
        const Response response = asked.ask("/api/cells", {}).get();
        EXPECT_EQ(response.status, 422);
        EXPECT_NE(response.body->find("walls cross. Mend it."), std::string::npos);
    }
    EXPECT_EQ(asked.route({})["status"], "refused");
}

TEST(MapDesk, TheNewestQuestionWins) {
    std::promise<void> go;
    const std::shared_future<void> gate = go.get_future().share();
    Asked asked({.cut = [gate] {
        gate.wait();
        return PlanningMap(map_outline(kNotch));
    }});
    std::vector<std::future<Response>> answers;
    for (int i = 0; i < 20; ++i) answers.push_back(asked.ask("/api/route", {{"from", "3,9"}, {"to", "7,9"}}));
    go.set_value();
    std::size_t superseded = 0, last = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        ASSERT_EQ(answers[i].wait_for(seconds(20)), std::future_status::ready) << "everybody is answered";
        if (answers[i].get().body->find("superseded") != std::string::npos) {
            ++superseded;
        } else {
            last = i;
        }
    }
    EXPECT_GE(superseded, 17U);
    EXPECT_EQ(last, 19U);
}

}  // namespace
}  // namespace sidestep::view
