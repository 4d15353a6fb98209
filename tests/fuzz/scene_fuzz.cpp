// libFuzzer entry point: any bytes as a scene. Whatever is refused must be refused by an InputError that can be shown;
// what is accepted must yield a map and, when it is small, places for everybody, or again an InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "map/scene_map.h"
#include "scenario/test_models.h"
#include "scene/scene_file.h"
#include "world/populate.h"

namespace {

constexpr std::size_t kFewAgents = 200;

void require(bool condition) {
    if (!condition) std::abort();
}

void use(const std::string& text) {
    using namespace sidestep;
    const Scenario scene = parse_scenario(text, "fuzz.json", test::models());
    const Map map = map_of(scene);
    std::size_t agents = 0;
    for (const AgentSpec& entry : scene.agents) agents += entry.position ? 1 : entry.count;
    if (agents > kFewAgents) return;
    const std::vector<Chain> chains = chains_of(scene, test::models());
    const Placements placements = populate(scene, map, chains);
    require(placements.size() == agents);
    for (std::size_t i = 0; i < placements.size(); ++i) require(map.walkable(placements[i].position));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        use(text);
    } catch (const sidestep::InputError& error) {
        const sidestep::InputProblem& problem = error.problem();
        require(!problem.message.empty() && !problem.remedy.empty() && !problem.allowed.empty());
        require(problem.line > 0 && problem.column > 0);
        require(problem.value.size() < 4000);
    }
    return 0;
}
