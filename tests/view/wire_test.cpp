// Messages read back by a decoder written from docs/viewer_protocol.md.
#include "view/wire.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstring>
#include <map>
#include <numbers>

namespace sidestep::view {
namespace {

class Reader {
public:
    explicit Reader(const std::string& bytes) : bytes_(bytes) {}
    template <class T>
    T fixed() {
        T value;
        std::memcpy(&value, bytes_.data() + at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes_.at(at_++));
            value |= static_cast<std::uint64_t>(byte & 127) << shift;
            if (byte < 128) return value;
        }
    }
    std::int64_t zigzag() {
        const std::uint64_t coded = varint();
        return static_cast<std::int64_t>(coded >> 1) ^ -static_cast<std::int64_t>(coded & 1);
    }
    std::vector<std::int64_t> column(std::size_t n, int order) {
        std::vector<std::int64_t> values;
        std::int64_t step = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t difference = zigzag();
            step = order == 2 && i > 1 ? step + difference : difference;
            values.push_back(i == 0 ? difference : values.back() + step);
        }
        return values;
    }
    bool at_end() const { return at_ == bytes_.size(); }

private:
    const std::string& bytes_;
    std::size_t at_ = 0;
};

double turns_between(double a, double b) {
    const double turns = (a - b) / (2 * std::numbers::pi);
    return std::abs(turns - std::round(turns));
}

TEST(Wire, QuantisedTracksComeBackWithinTheirSteps) {
    EXPECT_TRUE(rc::check([] {
        const Vec2d origin{*rc::gen::inRange(-5000, 5000) * 1.0, 7};
        const auto frames = *rc::gen::inRange(0, 12);
        QuantisedTracks tracks(origin);
        std::map<std::pair<std::uint64_t, std::uint64_t>, Person> sent;
        for (int index = 0; index < frames; ++index) {
            ViewFrame frame{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(3 * index), {}};
            for (const AgentId id : {1U, 2U, 300U, 4294967295U}) {
                if (*rc::gen::inRange(0, 4) == 0) continue;  // who comes and goes
                const auto number = [](int limit) { return *rc::gen::inRange(-limit, limit) / 1024.0; };
                Person person{id,
                              {origin.x + 1000 * number(20'000), origin.y + number(3000)},
                              static_cast<float>(number(3216)),
                              static_cast<float>(std::abs(number(5000)))};
                frame.people.push_back(person);
                sent[{id, frame.index}] = person;
            }
            tracks.add(frame);
        }
        RC_ASSERT(tracks.samples() == sent.size());
        const std::string bytes = tracks.take();
        Reader reader(bytes);
        RC_ASSERT(reader.fixed<std::uint32_t>() == 0x31515353U);
        const auto segments = reader.fixed<std::uint32_t>();
        std::size_t received = 0;
        std::pair<std::uint64_t, std::uint64_t> last{0, 0};
        for (std::uint32_t s = 0; s < segments; ++s) {
            const std::uint64_t id = reader.varint(), first = reader.varint(), n = reader.varint();
            RC_ASSERT((std::pair{id, first} > last));
            last = {id, first};
            RC_ASSERT(!sent.contains({id, first + n}));  // segments are as long as they can be
            const auto x = reader.column(n, 2), y = reader.column(n, 2), heading = reader.column(n, 1),
                       speed = reader.column(n, 1);
            for (std::size_t i = 0; i < n; ++i) {
                RC_ASSERT(sent.contains({id, first + i}));
                const Person& person = sent[{id, first + i}];
                RC_ASSERT(std::abs(static_cast<double>(x[i]) / 1000 + origin.x - person.position.x) < 0.0005001);
                RC_ASSERT(std::abs(static_cast<double>(y[i]) / 1000 + origin.y - person.position.y) < 0.0005001);
                const double angle = static_cast<double>(heading[i]) * 2 * std::numbers::pi / 1024;
                RC_ASSERT(turns_between(angle, static_cast<double>(person.heading)) < 1.0 / 2048 + 1e-6);
                RC_ASSERT(std::abs(static_cast<double>(speed[i]) / 1000 - static_cast<double>(person.speed)) <
                          0.0005001);
                ++received;
            }
        }
        RC_ASSERT(received == sent.size());
        RC_ASSERT(reader.at_end());
    }));
}

TEST(Wire, AFrameThatIsLeftOutEndsSegments) {
    QuantisedTracks tracks({});
    tracks.add({0, 0, {{1, {0, 0}, 0, 0}}});
    tracks.add({2, 2, {{1, {1, 0}, 0, 0}}});
    const std::string bytes = tracks.take();
    Reader reader(bytes);
    reader.fixed<std::uint32_t>();
    EXPECT_EQ(reader.fixed<std::uint32_t>(), 2U);
}

TEST(Wire, NamesAreNumberedInOrderOfAppearance) {
    AgentTable table;
    table.expect_goal("exit");
    table.add({4, 0.3F, "adult", "kiosk", ""});
    table.add({5, 0, "child", "exit", "family"});
    Json names;
    table.add_names(names);
    EXPECT_EQ(to_text(names), R"({"profiles":["adult","child"],"goal_names":["exit","kiosk"],"groups":["family"]})");
    EXPECT_EQ(to_text(table.columns()),
              R"({"id":[4,5],"radius":[0.3,0.2],"profile":[0,1],"goal":[1,0],"group":[-1,0]})");
    EXPECT_EQ(to_text(table.columns(1)), R"({"id":[5],"radius":[0.2],"profile":[1],"goal":[0],"group":[0]})");
    EXPECT_EQ(to_text(table.columns(2)), R"({"id":[],"radius":[],"profile":[],"goal":[],"group":[]})");
}

}  // namespace
}  // namespace sidestep::view
