// Places along a drawn line.
#include "simulation/queue_line.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sidestep {
namespace {

QueueSpec line(std::vector<Vec2d> points, double spacing = 0.6) {
    QueueSpec spec;
    spec.line = std::move(points);
    spec.spacing = spacing;
    return spec;
}

TEST(QueueLine, PlacesLieSoFarApart) {
    const QueueLine straight(line({{0, 0}, {-6, 0}}), Map());
    EXPECT_EQ(straight.places(), 11u);
    EXPECT_NEAR(straight.end(), 6, 1e-9);
    EXPECT_EQ(straight.place(0), (Vec2d{0, 0}));
    EXPECT_NEAR(straight.place(1.5).x, -1.5, 1e-12);
    EXPECT_NEAR(straight.forward(3).x, 1, 1e-9);

    // Round corners it is farther along the line than on the ground.
    for (const auto& points : {std::vector<Vec2d>{{0, 0}, {-2.1, 0}, {-2.1, 3}, {-5, 3}},
                               std::vector<Vec2d>{{0, 0}, {-4, 0}, {-4, 0.9}, {0, 0.9}, {0, 1.8}, {-4, 1.8}}}) {
        const QueueLine bent(line(points), Map());
        for (int i = 1; i < 30; ++i) {
            EXPECT_NEAR(norm(bent.place(0.6 * i) - bent.place(0.6 * (i - 1))), 0.6, 1e-9) << i;
        }
    }
}

TEST(QueueLine, GoesOnStraightBehindItsEnd) {
    const QueueLine bent(line({{0, 0}, {-2, 0}, {-2, 2}}), Map());
    const Vec2d far = bent.place(60), farther = bent.place(61);
    EXPECT_NEAR(far.x, -2, 1e-9);
    EXPECT_NEAR(farther.y - far.y, 1, 1e-9);
    EXPECT_EQ(bent.limit(), kUnlimited);
    // … as far as there is room.
    const Map room = Map::from_wkt("POLYGON ((-9 -3, 3 -3, 3 3, -9 3, -9 -3))");
    const QueueLine held(line({{0, 0}, {-3, 0}}), room);
    EXPECT_EQ(held.places(), 6u);
    EXPECT_NEAR(held.limit(), 0.6 * 14, 1e-9) << "8.4 m leave 0.6 m to the wall, 9 m none";
}

TEST(QueueLine, OnePointIsOnePlace) {
    const QueueLine gate(line({{1, 2}}), Map());
    EXPECT_EQ(gate.places(), 1u);
    EXPECT_EQ(gate.limit(), 0);
    EXPECT_EQ(gate.end(), 0);
    EXPECT_EQ(gate.place(0), (Vec2d{1, 2}));
    EXPECT_EQ(gate.place(5), (Vec2d{1, 2}));
}

}  // namespace
}  // namespace sidestep
