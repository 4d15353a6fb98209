// Any bytes as a map of one text format (SIDESTEP_FUZZ_FORMAT) are either imported or refused with an InputError that
// says what to do. What is imported is in order: the strict reader of scenes takes it, and importing it again mends
// nothing and changes nothing.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sidestep/error.h"
#include "sidestep/import.h"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

std::size_t map_points(const sidestep::MapOutline& outline) {
    std::size_t count = 0;
    for (const auto& area : outline.floor) {
        count += area.outer.size();
        for (const auto& hole : area.holes) count += hole.size();
    }
    for (const auto& wall : outline.walls) count += wall.size();
    return count;
}

void use(const std::string& text) {
    using namespace sidestep;
    const ImportedMap map = import_text(MapFormat::SIDESTEP_FUZZ_FORMAT, text);
    if (map.outline.empty()) return;
    const std::string wkt = to_wkt(map.outline);
    require(std::fabs(area_of(map_outline(wkt)) - area_of(map.outline)) <= 1e-6 * (1 + area_of(map.outline)));
    ImportOptions exact;
    exact.snap = 0;
    const ImportedMap again = import_text(MapFormat::wkt, wkt, exact);
    for (const RepairKind kind : {RepairKind::zero_length, RepairKind::crossing_ring, RepairKind::hole_outside,
                                  RepairKind::overlap, RepairKind::crossing, RepairKind::duplicate}) {
        require(again.report.count(kind) == 0);
    }
    require(again.report.read_points == map_points(again.outline));
    require(std::fabs(area_of(again.outline) - area_of(map.outline)) <= 1e-6 * (1 + area_of(map.outline)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        use(text);
    } catch (const sidestep::InputError& error) {
        const sidestep::InputProblem& problem = error.problem();
        require(!problem.message.empty() && !problem.remedy.empty() && !problem.allowed.empty());
        require(problem.value.size() < 4000);
    }
    return 0;
}
