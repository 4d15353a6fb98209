// How long this thread has worked: does not notice what else the machine does.
#pragma once

#include <ctime>

namespace sidestep {

inline double thread_microseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

}  // namespace sidestep
