// Any bytes as a map of one text format (SIDESTEP_FUZZ_FORMAT) are either imported or refused with an InputError that
// says what to do. What is imported is in order: the strict reader of scenes takes it, and importing it again mends
// nothing.
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

void use(const std::string& text) {
    using namespace sidestep;
    const ImportedMap map = import_text(MapFormat::SIDESTEP_FUZZ_FORMAT, text);
    if (map.outline.empty()) return;
    const std::string wkt = to_wkt(map.outline);
    require(std::fabs(area_of(map_outline(wkt)) - area_of(map.outline)) <= 1e-6 * (1 + area_of(map.outline)));
    ImportOptions exact;
    exact.snap = 0;
    const ImportReport again = import_text(MapFormat::wkt, wkt, exact).report;
    require(again.count(RepairKind::crossing) == 0 && again.count(RepairKind::crossing_ring) == 0);
    require(again.count(RepairKind::duplicate) == 0 && again.count(RepairKind::hole_outside) == 0);
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
