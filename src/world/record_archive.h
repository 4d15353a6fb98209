// Agents as rows of bytes, for snapshots.
#pragma once

#include "base/archive.h"
#include "world/world.h"

namespace sidestep {

/// Values that an agent shares with its profile are left out: they are drawn again.
void write_record(ArchiveWriter& archive, const AgentRecord& record);
/// Throws InputError for what no record can be.
AgentRecord read_record(ArchiveReader& archive);

}  // namespace sidestep
