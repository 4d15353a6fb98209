// A JSON Schema that says everything once.
#pragma once

#include "scenario/json_source.h"

namespace sidestep {

/// The same schema, with what occurs several times moved into "$defs" as "shared_N" and referred to.
Json with_shared_definitions(Json schema);

}  // namespace sidestep
