#include "import/mesh_file.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <assimp/Importer.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "import/readers.h"
#include "outline/text.h"

namespace sidestep {
namespace {

// Of CPU time, on any machine more than a complete file takes; a damaged one may never end.
rlim_t most_seconds(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    return 10 + (error ? 0 : static_cast<rlim_t>(size / 200'000));
}

[[noreturn]] void refuse_mesh(const std::string& path, const std::string& why) {
    InputProblem problem;
    problem.message = "the model cannot be read: " + why;
    problem.file = problem.value = path;
    problem.allowed = "a complete file of a format that assimp reads";
    problem.remedy =
        "Export the model again, for example as OBJ or glTF; a file cut off while copying reads like this too.";
    throw InputError(std::move(problem));
}

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

void collect(const aiScene& scene, const aiNode& node, const aiMatrix4x4& parent, Mesh& mesh) {
    const aiMatrix4x4 placed = parent * node.mTransformation;
    for (unsigned m = 0; m < node.mNumMeshes; ++m) {
        const aiMesh& part = *scene.mMeshes[node.mMeshes[m]];
        const auto first = static_cast<std::uint32_t>(mesh.points.size());
        for (unsigned v = 0; v < part.mNumVertices; ++v) {
            const aiVector3D p = placed * part.mVertices[v];
            mesh.points.push_back({p.x, p.y, p.z});
        }
        for (unsigned f = 0; f < part.mNumFaces; ++f) {
            const aiFace& face = part.mFaces[f];
            for (unsigned c = 1; c + 1 < face.mNumIndices; ++c) {
                mesh.triangles.push_back(
                    {first + face.mIndices[0], first + face.mIndices[c], first + face.mIndices[c + 1]});
            }
        }
    }
    for (unsigned c = 0; c < node.mNumChildren; ++c) collect(scene, *node.mChildren[c], placed, mesh);
}

struct Header {
    std::uint64_t message = 0, points = 0, triangles = 0;  // bytes of what went wrong, or counts
};

/// Runs in the child: never returns.
[[noreturn]] void send_mesh(const std::string& path, int to) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const rlimit time{most_seconds(path), most_seconds(path)};
    setrlimit(RLIMIT_CPU, &time);
    // What assimp's parts print is not ours.
    if (freopen("/dev/null", "w", stderr) == nullptr || freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate);
    Header header;
    Mesh mesh;
    std::string message;
    if (scene == nullptr || scene->mRootNode == nullptr) {
        message = importer.GetErrorString();
        header.message = message.size() + 1;
    } else {
        collect(*scene, *scene->mRootNode, aiMatrix4x4(), mesh);
        header.points = mesh.points.size();
        header.triangles = mesh.triangles.size();
    }
    const bool sent = write_all(to, &header, sizeof header) &&
                      (header.message == 0 || write_all(to, message.c_str(), header.message)) &&
                      write_all(to, mesh.points.data(), mesh.points.size() * sizeof(Vec3d)) &&
                      write_all(to, mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
    _exit(sent ? 0 : 1);
}

}  // namespace

Mesh read_mesh_file(const std::string& path) {
    int ends[2];
    if (pipe(ends) != 0) refuse_mesh(path, std::strerror(errno));
    const pid_t child = fork();
    if (child < 0) {
        close(ends[0]), close(ends[1]);
        refuse_mesh(path, std::strerror(errno));
    }
    if (child == 0) {
        close(ends[0]);
        try {
            send_mesh(path, ends[1]);
        } catch (...) {}
        _exit(1);
    }
    close(ends[1]);
    Header header;
    Mesh mesh;
    std::string message;
    bool whole = read_all(ends[0], &header, sizeof header);
    if (whole && header.message > 0) {
        message.resize(header.message);
        whole = read_all(ends[0], message.data(), message.size());
    }
    if (whole) {
        mesh.points.resize(header.points);
        mesh.triangles.resize(header.triangles);
        whole = read_all(ends[0], mesh.points.data(), mesh.points.size() * sizeof(Vec3d)) &&
                read_all(ends[0], mesh.triangles.data(), mesh.triangles.size() * sizeof(mesh.triangles[0]));
    }
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!whole) {
        const bool late = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
        refuse_mesh(path, late ? "assimp does not come to an end with it" : "assimp fails on it");
    }
    if (!message.empty()) {
        message.resize(message.size() - 1);
        refuse_mesh(path, message.empty() ? "assimp does not say why" : message.substr(0, 300));
    }
    return mesh;
}

Drawing draw_mesh(const std::string& path, const ImportOptions& options, ImportReport& report) {
    if (!std::filesystem::exists(path)) {
        InputProblem problem;
        problem.message = fmt::format("there is no file \"{}\"", path);
        problem.file = problem.value = path;
        problem.remedy = "Check the name.";
        throw InputError(std::move(problem));
    }
    Mesh mesh = read_mesh_file(path);
    // glTF and COLLADA come with y upwards (assimp turns the latter), formats of measuring and printing with z.
    const std::string extension = lower_case(std::filesystem::path(path).extension().string());
    const bool z = extension == ".ply" || extension == ".stl" || extension == ".3ds";
    mesh.usual_up = z ? UpAxis::z : UpAxis::y;
    return slice(std::move(mesh), options, report);
}

}  // namespace sidestep
