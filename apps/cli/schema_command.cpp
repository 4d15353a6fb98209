#include "schema_command.h"

#include "output.h"
#include "sidestep/scene.h"
#include "sidestep/simulation.h"

namespace sidestep::cli {

int schema_command() {
    std::string text = scene_schema();
    if (!text.ends_with('\n')) text += '\n';
    print(text);
    return kHealthy;
}

}  // namespace sidestep::cli
