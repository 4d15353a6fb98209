// Any walls are either subdivided or refused with an InputError: crossing, touching, lying on each other, of no length.
// Cells are convex and a subdivision survives being written and read, which checks that it holds together.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "map/map_file.h"
#include "map/subdivision.h"
#include "sidestep/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sidestep;
    if (size < 2) return 0;
    // The first byte says how coarse places are, down to the lattice; the second what a ring or line is.
    const double step = (data[0] % 4 == 0) ? 0x1p-16 : (data[0] % 4 == 1) ? 0x1p-8 : (data[0] % 4 == 2) ? 0.1 : 1;
    const std::uint8_t kinds = data[1];
    MapOutline outline;
    std::vector<Vec2d> line;
    SubdivisionOptions options;
    for (std::size_t i = 2; i + 1 < size && i < 400; i += 2) {
        line.push_back({step * data[i], step * data[i + 1]});
        if (line.size() < 2u + (data[i] & 3u)) continue;
        const std::size_t kind = (kinds >> (line.size() % 4)) & 3u;
        if (kind == 0) {
            outline.walls.push_back(line);
        } else if (kind == 3 && line.size() == 2) {
            options.doors.push_back({line[0], line[1]});
        } else if (outline.floor.empty()) {
            outline.floor.push_back({line, {}});
        } else {
            outline.floor[0].holes.push_back(line);
        }
        line.clear();
    }
    try {
        const Subdivision subdivision = subdivide(outline, options);
        MapFileWriter writer;
        add_subdivision(writer, subdivision);
        const MapFile file = MapFile::from_bytes(writer.bytes(), "fuzz.map");
        try {
            static_cast<void>(read_subdivision(file));
        } catch (const InputError&) {
            __builtin_trap();
        }
    } catch (const InputError&) {}
    return 0;
}
