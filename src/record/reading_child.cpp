#include "record/reading_child.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "base/sanitized.h"

namespace sidestep {
namespace {

constexpr std::uint64_t kLongestText = 1u << 28;
constexpr rlim_t kMostMemory = rlim_t{1} << 30;  // bytes of addresses beside those of the parent and the file's

struct Limits {
    rlim_t seconds, bytes;
};

/// Of CPU time, on any machine more than a whole file takes. Asked before the fork.
Limits limits_for(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    const rlim_t bytes = error ? 0 : static_cast<rlim_t>(size);
    unsigned long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return {5 + bytes / 1'000'000, kMostMemory + 8 * bytes + pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE))};
}

void limit(int resource, rlim_t most) {
    rlimit now{};
    if (getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return;
    const rlimit wanted{std::min(most, now.rlim_max), now.rlim_max};
    setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
}

/// The host's handlers, its terminal and its core dumps are the host's.
void stand_alone(const Limits& limits) {
    for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPIPE, SIGXCPU, SIGTERM, SIGINT}) {
        std::signal(signal, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, limits.seconds);
    if (!kIsSanitized) limit(RLIMIT_AS, limits.bytes);
}

}  // namespace

void ReadingChild::Pipe::write(const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = ::write(fd_, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) _exit(1);
        at += written;
        size -= static_cast<std::size_t>(written);
    }
}

void ReadingChild::Pipe::write_text(const std::string& text) {
    write(std::uint64_t{text.size()});
    write(text.data(), text.size());
}

ReadingChild::ReadingChild(const std::string& path, const std::function<void(Pipe&)>& work) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::strerror(errno));
    const Limits limits = limits_for(path);
    child_ = fork();
    if (child_ == 0) {
        stand_alone(limits);
        ::close(ends[0]);
        Pipe pipe(ends[1]);
        try {
            work(pipe);
        } catch (...) {
            _exit(1);
        }
        _exit(0);  // destructors and buffers are the parent's
    }
    const int why = errno;
    ::close(ends[1]);
    fd_ = ends[0];
    if (child_ > 0) return;
    ::close(fd_);
    throw std::runtime_error(std::strerror(why));
}

ReadingChild::~ReadingChild() {
    ::close(fd_);
    // It may be busy with something nobody wants any more.
    if (child_ > 0) kill(child_, SIGKILL);
    wait();
}

int ReadingChild::wait() {
    const pid_t child = std::exchange(child_, -1);
    // A host that collects its children itself, or ignores them, leaves nothing to wait for.
    while (child > 0 && waitpid(child, &status_, 0) < 0 && errno == EINTR) {}
    return status_;
}

bool ReadingChild::read(void* data, std::size_t size) {
    char* at = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t got = ::read(fd_, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool ReadingChild::read_text(std::string& text) {
    std::uint64_t size = 0;
    if (!read(size) || size > kLongestText) return false;
    text.resize(size);
    return read(text.data(), text.size());
}

bool ReadingChild::ran_out_of_time() {
    const int status = wait();
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
}

}  // namespace sidestep
