// What a shared library shows of itself: everything the public headers declare, and nothing else.
#pragma once

// On the namespace, so that a new declaration cannot forget it.
#if defined(__GNUC__)
#define SIDESTEP_EXPORT [[gnu::visibility("default")]]
#else
#define SIDESTEP_EXPORT
#endif
