// Any bytes as a built map are either read or refused with an InputError, and what is read can be asked everything.
// The mutator works on the content and puts a right header before it, so that it gets past the checksum.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "map/cell_locator.h"
#include "map/map_file.h"
#include "sidestep/error.h"
#include "support/maps.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::size_t kHeader = 32, kLengthAt = 16, kChecksumAt = 24;

std::vector<std::byte> sample() {
    using namespace sidestep;
    MapOutline outline = test::floor_of(test::rectangle({0, 0}, {12, 8}), {test::rectangle({3, 3}, {4, 5})});
    outline.walls = {{{8, 0}, {8, 3}}};
    SubdivisionOptions options;
    options.doors = {{Vec2d{8, 3}, Vec2d{8, 8}}};
    MapFileWriter writer;
    add_outline(writer, outline);
    add_subdivision(writer, subdivide(outline, options));
    return writer.bytes();
}

void mend_header(std::uint8_t* data, std::size_t size) {
    const std::uint64_t length = size;
    std::memcpy(data + kLengthAt, &length, sizeof length);
    const std::uint64_t sum = sidestep::checksum({reinterpret_cast<const std::byte*>(data) + kHeader, size - kHeader});
    std::memcpy(data + kChecksumAt, &sum, sizeof sum);
}

void ask(const sidestep::Subdivision& subdivision) {
    const sidestep::CellLocator locator(subdivision);
    static_cast<void>(sidestep::statistics_of(subdivision, 0.5, 3));
    std::vector<std::uint32_t> portals;
    for (double x = -1; x < 13; x += 1.7) {
        for (double y = -1; y < 9; y += 1.3) {
            const sidestep::Vec2d p{x, y};
            const std::uint32_t cell = locator.locate(p);
            if (cell == sidestep::kNoCell) continue;
            portals.clear();
            static_cast<void>(locator.walk(subdivision, cell, p, {12 - x, 8 - y}, portals));
        }
    }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    if (size < kHeader + 16 || seed % 97 == 0) {
        const std::vector<std::byte> fresh = sample();
        if (fresh.size() > most) return LLVMFuzzerMutate(data, size, most);
        std::memcpy(data, fresh.data(), fresh.size());
        size = fresh.size();
    }
    if (seed % 31 == 0) return LLVMFuzzerMutate(data, size, most);
    if (seed % 3 == 0) {
        // One number of the content, small or extreme: what indices and counts get wrong.
        const std::uint32_t values[] = {0, 1, seed % 64, UINT32_MAX, UINT32_MAX - 1, 1u << 29, 1u << 31};
        const std::size_t at = kHeader + seed % ((size - kHeader) / 4) * 4;
        if (at + 4 <= size) std::memcpy(data + at, &values[seed / 7 % std::size(values)], 4);
    } else {
        size = kHeader + LLVMFuzzerMutate(data + kHeader, size - kHeader, most - kHeader);
    }
    mend_header(data, size);
    return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    try {
        const sidestep::MapFile file = sidestep::MapFile::from_bytes({bytes, bytes + size}, "fuzz.map");
        ask(sidestep::read_subdivision(file));
        static_cast<void>(sidestep::read_outline(file));
    } catch (const sidestep::InputError&) {}
    return 0;
}
