// The reader of scenes' maps, what it says is valid, and walls moved outwards.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "path/clearance.h"
#include "path/free_space.h"
#include "sidestep/error.h"
#include "sidestep/map.h"

namespace {

using namespace sidestep;

void require(bool holds) {
    if (!holds) std::abort();
}

void offset(const MapOutline& outline) {
    for (const double radius : {0.0, 0.3}) {
        try {
            const FreeSpace space(clear_of_walls(outline, radius));
        } catch (const InputError&) {  // wider than the lattice
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    MapOutline outline;
    try {
        outline = map_outline(text);
    } catch (const InputError& error) {
        require(!error.problem().message.empty() && !error.problem().remedy.empty());
        return 0;
    }
    // What is read can be written, and read again without losing a bit.
    const std::string written = to_wkt(outline);
    if (outline.floor.size() < 2) require(to_wkt(map_outline(written)) == written);
    offset(outline);
    return 0;
}
