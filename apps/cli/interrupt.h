// SIGINT and SIGTERM as a question the run loop asks, so that a run ends between two steps with its recording closed.
#pragma once

namespace sidestep::cli {

/// The first signal asks for a clean end; a second one ends the process at once, should the clean end take too long.
void catch_interrupts();
/// The signal that arrived, or 0.
int interrupted_by();

}  // namespace sidestep::cli
