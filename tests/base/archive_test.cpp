#include "base/archive.h"

#include <gtest/gtest.h>

#include "sidestep/error.h"
#include "sidestep/vec2.h"

namespace sidestep {
namespace {

ArchiveWriter sample() {
    ArchiveWriter writer;
    writer.add(std::uint32_t{7});
    writer.add(std::vector<Vec2d>{{1, 2}, {3, 4}});
    writer.add(std::string("wall"));
    writer.add(std::vector<std::uint16_t>{});
    return writer;
}

void read(std::span<const std::byte> bytes) {
    ArchiveReader reader(bytes, "city.map", "TEST");
    EXPECT_EQ(reader.value<std::uint32_t>(), 7u);
    EXPECT_EQ(reader.vector<Vec2d>(), (std::vector<Vec2d>{{1, 2}, {3, 4}}));
    EXPECT_EQ(reader.text(), "wall");
    EXPECT_TRUE(reader.vector<std::uint16_t>().empty());
    reader.expect_end();
}

TEST(Archive, ReadsWhatWasWritten) {
    read(sample().bytes());
}

TEST(Archive, EveryTruncationIsAnError) {
    const std::vector<std::byte> all = sample().bytes();
    for (std::size_t length = 0; length < all.size(); ++length) {
        EXPECT_THROW(read(std::span(all).first(length)), InputError) << length;
    }
    std::vector<std::byte> longer = all;
    longer.push_back({});
    EXPECT_THROW(read(longer), InputError);
}

TEST(Archive, AnImpossibleCountAllocatesNothing) {
    ArchiveWriter writer;
    writer.add(UINT64_MAX / 4);
    ArchiveReader reader(writer.bytes(), "city.map", "TEST");
    try {
        static_cast<void>(reader.vector<Vec2d>());
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, "city.map");
        EXPECT_NE(error.problem().value.find("TEST"), std::string::npos);
    }
}

TEST(Archive, ChecksumSeesEveryByte) {
    std::vector<std::byte> bytes(67);
    const std::uint64_t before = checksum(bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const int bit : {0, 7}) {
            bytes[i] ^= std::byte{1} << bit;
            EXPECT_NE(checksum(bytes), before);
            bytes[i] ^= std::byte{1} << bit;
        }
    }
    bytes.push_back({});
    EXPECT_NE(checksum(bytes), before);
}

}  // namespace
}  // namespace sidestep
