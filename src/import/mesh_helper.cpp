#include "import/mesh_helper.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/sanitized.h"
#include "import/assimp_reading.h"
#include "import/mesh_limits.h"
#include "sidestep/error.h"
#include "sidestep/import.h"

extern char** environ;

namespace sidestep {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRequest = "--sidestep-read-model";
constexpr const char* kNamedBy = "SIDESTEP_MODEL_HELPER";
constexpr std::uint64_t kGreeting = 0x3173656d'73656873;  // changes whenever what follows it does
constexpr std::uint64_t kLongestMessage = 4096;
constexpr rlim_t kMostMemory = rlim_t{8} << 30;  // bytes of addresses

struct Header {
    std::uint64_t message = 0, points = 0, triangles = 0;  // bytes of what went wrong, or counts
};

/// Of CPU time, on any machine more than a complete file takes; a damaged one may never end.
rlim_t most_seconds(const std::string& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return 10 + (error ? 0 : static_cast<rlim_t>(size / 200'000));
}

class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

private:
    int fd_;
};

bool write_all(int to, const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = write(to, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written, size -= static_cast<std::size_t>(written);
    }
    return true;
}

bool read_all(int from, void* data, std::size_t size) {
    char* at = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t got = read(from, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got, size -= static_cast<std::size_t>(got);
    }
    return true;
}

struct Known {
    std::mutex mutex;
    std::string program;
};
Known& known() {
    static Known helper;
    return helper;
}

bool is_program(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

/// Where the library or the program that contains it lies, `sidestep` may lie too, or beside it as in an installation.
std::string found_nearby() {
    Dl_info about{};
    std::error_code error;
    fs::path object;
    if (dladdr(reinterpret_cast<const void*>(&most_seconds), &about) != 0 && about.dli_fname != nullptr &&
        *about.dli_fname == '/') {
        object = fs::canonical(about.dli_fname, error);
    }
    // A program is named as it was called, perhaps not by a path.
    if (object.empty()) object = fs::read_symlink("/proc/self/exe", error);
    const fs::path folder = object.parent_path();
    if (folder.empty()) return {};
    for (const fs::path& place :
         {folder / "sidestep", folder / ".." / "bin" / "sidestep", folder / ".." / ".." / "bin" / "sidestep"}) {
        if (is_program(place)) return place.string();
    }
    return {};
}

/// Empty where there is none.
std::string helper_program() {
    {
        Known& helper = known();
        const std::lock_guard lock(helper.mutex);
        if (!helper.program.empty()) return helper.program;
    }
    const char* const named = std::getenv(kNamedBy);
    if (named != nullptr) return is_program(named) ? named : "";
    return found_nearby();
}

struct FileActions {
    posix_spawn_file_actions_t actions;
    FileActions() { posix_spawn_file_actions_init(&actions); }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
};
struct Attributes {
    posix_spawnattr_t attributes;
    Attributes() { posix_spawnattr_init(&attributes); }
    ~Attributes() { posix_spawnattr_destroy(&attributes); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
};

/// Starts the helper with its output in `out`. posix_spawn, since after fork() in a program of several threads nearly
/// nothing may be called.
pid_t start(const std::string& program, const std::string& path, int out) {
    FileActions files;
    posix_spawn_file_actions_addopen(&files.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files.actions, out, STDOUT_FILENO);
    // What assimp's parts print is not ours.
    posix_spawn_file_actions_addopen(&files.actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&files.actions, STDERR_FILENO + 1);
#endif
    // The host's handlers and masks are the host's.
    Attributes own;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&own.attributes, &none);
    posix_spawnattr_setsigdefault(&own.attributes, &all);
    posix_spawnattr_setflags(&own.attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string words[] = {program, kRequest, path};
    char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    pid_t child = -1;
    return posix_spawn(&child, program.c_str(), &files.actions, &own.attributes, arguments, environ) == 0 ? child : -1;
}

/// Never returns with something half sent.
int send_mesh(const std::string& path, int to) {
    const rlimit no_core{0, 0}, time{most_seconds(path), most_seconds(path)}, memory{kMostMemory, kMostMemory};
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_CPU, &time);
    if (!kIsSanitized) setrlimit(RLIMIT_AS, &memory);
    if (!write_all(to, &kGreeting, sizeof kGreeting)) return 1;
    Mesh mesh;
    std::string message, allowed;
    try {
        mesh = read_by_assimp(path);
    } catch (const InputError& error) {
        message = error.problem().message;
        allowed = error.problem().allowed;
    }
    if (!message.empty()) {
        message = message.substr(0, kLongestMessage / 2) + '\0' + allowed.substr(0, kLongestMessage / 4);
    }
    const Header header{message.size(), mesh.points.size(), mesh.triangles.size()};
    const bool sent = write_all(to, &header, sizeof header) && write_all(to, message.data(), message.size()) &&
                      write_all(to, mesh.points.data(), mesh.points.size() * sizeof(Vec3d)) &&
                      write_all(to, mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
    return sent ? 0 : 1;
}

}  // namespace

std::optional<int> serve_as_model_helper(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], kRequest) == 0) {
        try {
            return send_mesh(argv[2], STDOUT_FILENO);
        } catch (...) {  // memory; whoever asked sees that nothing came
            return 1;
        }
    }
    std::error_code error;
    use_model_helper(fs::read_symlink("/proc/self/exe", error).string());
    return std::nullopt;
}

void use_model_helper(std::string program) {
    Known& helper = known();
    const std::lock_guard lock(helper.mutex);
    helper.program = std::move(program);
}

std::optional<Mesh> read_by_helper(const std::string& path) {
    const std::string program = helper_program();
    if (program.empty()) return std::nullopt;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    Descriptor in(ends[0]), out(ends[1]);
    const pid_t child = start(program, path, out.get());
    if (child < 0) return std::nullopt;
    out.close();

    std::uint64_t greeting = 0;
    const bool greeted = read_all(in.get(), &greeting, sizeof greeting) && greeting == kGreeting;
    Header header;
    Mesh mesh;
    std::string message;
    bool whole = greeted && read_all(in.get(), &header, sizeof header) && header.message <= kLongestMessage &&
                 header.points <= kMostMeshPoints && header.triangles <= kMostTriangles;
    if (whole) {
        message.resize(header.message);
        mesh.points.resize(header.points);
        mesh.triangles.resize(header.triangles);
        whole = read_all(in.get(), message.data(), message.size()) &&
                read_all(in.get(), mesh.points.data(), mesh.points.size() * sizeof(Vec3d)) &&
                read_all(in.get(), mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
    }
    in.close();
    // A host that collects its children itself, or ignores them, leaves nothing to wait for.
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!greeted) return std::nullopt;  // some other program
    if (!whole) {
        const bool late = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
        refuse_mesh(path, late ? "assimp does not come to an end with it" : "assimp fails on it");
    }
    if (!message.empty()) {
        InputProblem problem;
        const std::size_t end = message.find('\0');
        problem.message = message.substr(0, end);
        problem.file = problem.value = path;
        problem.allowed = end == std::string::npos ? "" : message.substr(end + 1);
        problem.remedy = "Export the model again, for example as OBJ or glTF.";
        throw InputError(std::move(problem));
    }
    const auto beyond = [&](const auto& triangle) {
        return std::ranges::any_of(triangle, [&](std::uint32_t corner) { return corner >= mesh.points.size(); });
    };
    if (std::ranges::any_of(mesh.triangles, beyond)) refuse_mesh(path, "a face has a corner that is not there");
    return mesh;
}

}  // namespace sidestep
