// A wall acts by its shape: in how many pieces it was drawn, and how thick it is beyond what one sees, changes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scenes.h"

namespace sidestep {
namespace {

using namespace test;

using Line = std::vector<Vec2d>;

/// Lines with every straight part cut into so many pieces, each a line of its own.
std::string in_pieces(const std::vector<Line>& lines, int pieces) {
    std::string wkt;
    for (const Line& line : lines) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            const auto at = [&](int k) {
                return k == pieces ? line[i + 1]
                                   : line[i] + (line[i + 1] - line[i]) * (static_cast<double>(k) / pieces);
            };
            for (int k = 0; k < pieces; ++k) {
                char text[200];
                std::snprintf(text, sizeof text, "%s(%.17g %.17g, %.17g %.17g)", wkt.empty() ? "" : ", ", at(k).x,
                              at(k).y, at(k + 1).x, at(k + 1).y);
                wkt += text;
            }
        }
    }
    return "MULTILINESTRING (" + wkt + ")";
}

/// The same for the rings of a floor.
std::string floor_in_pieces(const std::vector<Line>& rings, int pieces) {
    std::string wkt;
    for (const Line& ring : rings) {
        std::string points;
        for (std::size_t i = 0; i <= ring.size(); ++i) {
            const Vec2d a = ring[i % ring.size()], b = ring[(i + 1) % ring.size()];
            for (int k = 0; k < (i == ring.size() ? 1 : pieces); ++k) {
                const Vec2d p = a + (b - a) * (static_cast<double>(k) / pieces);
                char text[100];
                std::snprintf(text, sizeof text, "%s%.17g %.17g", points.empty() ? "" : ", ", p.x, p.y);
                points += text;
            }
        }
        wkt += (wkt.empty() ? "(" : ", (") + points + ")";
    }
    return "POLYGON (" + wkt + ")";
}

struct Place {
    std::string name;
    std::vector<Line> walls;
    Vec2d from, to;
};

std::vector<Place> places() {
    return {
        {"room", {{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}}}, {1, 0.7}, {9.2, 9}},
        {"corridor", {{{-5, 0.1}, {25, 0.4}}, {{-5, 2.1}, {25, 2.4}}}, {0, 0.75}, {20, 1.2}},
        {"door", {{{5, -4}, {5, 0.3}}, {{5, 1.7}, {5, 6}}}, {0.3, 2.2}, {10, 0.8}},
        {"pillar", {{{4, -0.2}, {4.9, -0.3}, {5, 0.6}, {4.1, 0.7}, {4, -0.2}}}, {0, 0}, {10, 0.2}},
    };
}

/// Where one walker was, step by step.
std::vector<Vec2d> walk(const std::string& model, const std::string& wkt, Vec2d from, Vec2d to) {
    Scenario s = scene(calm_profile(model, {{"radius", 0.2}, {"pref_speed", 1.3}}), 15, 0.05);
    s.map.wkt = wkt;
    put(s, from, to_point(to));
    Simulation simulation(s);
    std::vector<Vec2d> path;
    while (!simulation.finished()) {
        simulation.step();
        path.push_back(agent(simulation, 1).position);
    }
    return path;
}

double farthest_apart(const std::vector<Vec2d>& a, const std::vector<Vec2d>& b) {
    double most = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) most = std::max(most, norm(a[i] - b[i]));
    return most;
}

TEST(WallsByShape, PiecesDoNotCount) {
    for (const PartInfo* model : models()) {
        const std::string name(model->name);
        for (const Place& place : places()) {
            const auto whole = walk(name, in_pieces(place.walls, 1), place.from, place.to);
            ASSERT_GT(norm(whole.back() - place.from), 1) << name << " walks";
            for (const int pieces : {3, 20}) {
                EXPECT_LE(farthest_apart(whole, walk(name, in_pieces(place.walls, pieces), place.from, place.to)), 1e-3)
                    << name << ", " << place.name << ", " << pieces;
            }
        }
    }
}

TEST(WallsByShape, MiddlePointsOfAFloorDoNotCount) {
    const std::vector<Line> rings{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {{4, 4.2}, {4, 5.2}, {5, 5.2}, {5, 4.2}}};
    for (const PartInfo* model : models()) {
        const std::string name(model->name);
        const auto whole = walk(name, floor_in_pieces(rings, 1), {1, 0.7}, {9.2, 9});
        for (const int pieces : {3, 20}) {
            EXPECT_LE(farthest_apart(whole, walk(name, floor_in_pieces(rings, pieces), {1, 0.7}, {9.2, 9})), 1e-3)
                << name << ", " << pieces;
        }
    }
}

// Past a long wall nobody sees how thick it is.
TEST(WallsByShape, ThicknessNobodySeesDoesNotCount) {
    for (const PartInfo* model : models()) {
        const std::string name(model->name);
        const auto thin = walk(name, in_pieces({{{-10, 0}, {30, 0}}}, 1), {0, 0.4}, {12, 0.9});
        for (const double thick : {0.05, 0.2, 0.5}) {
            const std::vector<Line> band{{{-10, 0}, {30, 0}, {30, -thick}, {-10, -thick}, {-10, 0}}};
            EXPECT_LE(farthest_apart(thin, walk(name, in_pieces(band, 1), {0, 0.4}, {12, 0.9})), 1e-3)
                << name << ", " << thick << " m";
        }
    }
}

}  // namespace
}  // namespace sidestep
