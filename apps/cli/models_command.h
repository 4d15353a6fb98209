// sidestep models: the catalogue.
#pragma once

namespace sidestep::cli {

int models_command(bool json);

}  // namespace sidestep::cli
