#include "interrupt.h"

#include <csignal>
#include <initializer_list>

namespace sidestep::cli {

namespace {

volatile std::sig_atomic_t received = 0;

extern "C" void remember(int signal) {
    received = signal;
}

}  // namespace

void catch_interrupts() {
    struct sigaction action{};
    action.sa_handler = remember;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

int interrupted_by() {
    return received;
}

}  // namespace sidestep::cli
