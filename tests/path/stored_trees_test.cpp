// Trees in built map files: what is read is what was written, and what cannot be a tree is refused.
#include "path/stored_trees.h"

#include <gtest/gtest.h>

#include <cstring>

#include "rooms.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

using test::Dice;
using test::RoomPlan;

std::shared_ptr<const PathGround> ground() {
    RoomPlan plan;
    plan.columns = plan.rows = 12;
    return std::make_shared<PathGround>(test::rooms(plan, 5));
}

TEST(StoredTrees, AreThoseThatWereWritten) {
    const auto rooms = ground();
    PathOptions thin, wide, many;
    thin.radius = 0.2;
    wide.radius = 0.5;
    many.key_points = 2;
    const PathOptions all[] = {thin, wide, many};
    MapFileWriter writer;
    add_trees(writer, rooms, all);
    const MapFile file = MapFile::from_bytes(writer.bytes(), "trees");
    for (const PathOptions& options : all) {
        const auto read = read_tree(file, rooms, options);
        ASSERT_NE(read, nullptr);
        const HierarchicalSearch built(rooms, options.radius, {options.key_points});
        EXPECT_EQ(read->memory_bytes(), built.memory_bytes());
        const auto a = read->scratch(), b = built.scratch();
        Dice dice(1);
        Path x, y;
        for (int i = 0; i < 100; ++i) {
            const Vec2d from{dice.between(0, 48), dice.between(0, 48)}, to{dice.between(0, 48), dice.between(0, 48)};
            read->find(from, to, *a, x);
            built.find(from, to, *b, y);
            EXPECT_EQ(x.points, y.points);
            EXPECT_EQ(x.expansions, y.expansions);
        }
    }
    PathOptions other;
    other.radius = 0.3;
    EXPECT_EQ(read_tree(file, rooms, other), nullptr) << "nobody stored this one";
}

TEST(StoredTrees, DamageIsRefusedOrHarmless) {
    const auto rooms = ground();
    const PathOptions options;
    ArchiveWriter good;
    HierarchicalSearch(rooms, options.radius).write(good);
    Dice dice(2);
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        std::vector<std::byte> bytes = good.bytes();
        for (int j = 0; j < 3; ++j) {
            const auto at = static_cast<std::size_t>(dice.unit() * static_cast<double>(bytes.size()));
            bytes[at] = static_cast<std::byte>(dice.below(256));
        }
        try {
            ArchiveReader reader(bytes, "damaged", "TREE");
            const auto search = HierarchicalSearch::read(reader, rooms, options.radius, {});
            if (search == nullptr) {
                ++refused;
                continue;
            }
            const auto scratch = search->scratch();
            Path path;
            for (int k = 0; k < 10; ++k) {
                search->find({dice.between(0, 48), dice.between(0, 48)}, {dice.between(0, 48), dice.between(0, 48)},
                             *scratch, path);
            }
        } catch (const InputError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace sidestep
