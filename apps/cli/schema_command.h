// sidestep schema: the JSON schema of scene files, for editors that complete and check while one types.
#pragma once

namespace sidestep::cli {

int schema_command();

}  // namespace sidestep::cli
