#include "import/assimp_reading.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <assimp/Importer.hpp>
#include <filesystem>

#include "import/mesh_limits.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

namespace fs = std::filesystem;

/// Files of one folder. A model may name others, as textures and buffers; nobody who opens a model means to have the
/// rest of the disk read.
class Folder final : public Assimp::DefaultIOSystem {
public:
    explicit Folder(const std::string& path) : root_(fs::canonical(path).parent_path()) {}

    bool Exists(const char* file) const override { return permits(file) && DefaultIOSystem::Exists(file); }
    Assimp::IOStream* Open(const char* file, const char* mode) override {
        if (mode == nullptr || *mode != 'r' || !permits(file)) return nullptr;
        return DefaultIOSystem::Open(file, mode);
    }
    /// What was asked for and not given, for the message.
    const std::string& refused() const { return refused_; }

private:
    bool permits(const char* file) const {
        std::error_code error;
        const fs::path real = fs::canonical(file, error);
        if (error) return true;  // there is none: the importer says so
        const fs::path inside = real.lexically_relative(root_);
        const bool below = !inside.empty() && *inside.begin() != "..";
        if (below && fs::is_regular_file(real, error) && fs::file_size(real, error) <= kLargestPart) return true;
        if (!fs::is_directory(real, error)) refused_ = file;
        return false;
    }

    fs::path root_;
    mutable std::string refused_;
};

class Collector {
public:
    explicit Collector(const std::string& path, const aiScene& scene) : path_(path), scene_(scene) {}

    Mesh collect() {
        add(*scene_.mRootNode, aiMatrix4x4(), 0);
        return std::move(mesh_);
    }

private:
    void add(const aiNode& node, const aiMatrix4x4& parent, std::size_t depth) {
        if (depth > kDeepestNodes) {
            refuse_mesh(path_, "its parts lie too deep inside each other",
                        fmt::format("at most {} levels", kDeepestNodes));
        }
        const aiMatrix4x4 placed = parent * node.mTransformation;
        for (unsigned m = 0; m < node.mNumMeshes; ++m) {
            const aiMesh& part = *scene_.mMeshes[node.mMeshes[m]];
            const auto first = static_cast<std::uint32_t>(mesh_.points.size());
            for (unsigned v = 0; v < part.mNumVertices; ++v) {
                const aiVector3D p = placed * part.mVertices[v];
                mesh_.points.push_back({p.x, p.y, p.z});
            }
            for (unsigned f = 0; f < part.mNumFaces; ++f) {
                const aiFace& face = part.mFaces[f];
                for (unsigned c = 1; c + 1 < face.mNumIndices; ++c) {
                    mesh_.triangles.push_back(
                        {first + face.mIndices[0], first + face.mIndices[c], first + face.mIndices[c + 1]});
                }
            }
            // The same part may stand in many places.
            if (mesh_.triangles.size() > kMostTriangles || mesh_.points.size() > kMostMeshPoints) {
                refuse_mesh(path_, "it is too large", fmt::format("at most {} triangles", kMostTriangles));
            }
        }
        for (unsigned c = 0; c < node.mNumChildren; ++c) add(*node.mChildren[c], placed, depth + 1);
    }

    const std::string& path_;
    const aiScene& scene_;
    Mesh mesh_;
};

}  // namespace

Mesh read_by_assimp(const std::string& path) {
    Assimp::Importer importer;
    auto* const folder = new Folder(path);
    importer.SetIOHandler(folder);  // which takes it
    const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate);
    if (!folder->refused().empty()) {
        refuse_mesh(path, fmt::format("it refers to \"{}\"", folder->refused()),
                    fmt::format("files of its own folder and below, of at most {} MiB", kLargestPart >> 20));
    }
    if (scene == nullptr || scene->mRootNode == nullptr) {
        const std::string why = importer.GetErrorString();
        refuse_mesh(path, why.empty() ? "assimp does not say why" : why.substr(0, 300));
    }
    return Collector(path, *scene).collect();
}

}  // namespace sidestep
