#include "import/mesh_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "import/assimp_reading.h"
#include "import/gltf_check.h"
#include "import/mesh_helper.h"
#include "import/mesh_limits.h"
#include "import/readers.h"
#include "outline/text.h"

namespace sidestep {

void refuse_mesh(const std::string& path, const std::string& why, std::string allowed) {
    InputProblem problem;
    problem.message = "the model cannot be read: " + why;
    problem.file = problem.value = path;
    problem.allowed = allowed.empty() ? "a complete file of a format that assimp reads" : std::move(allowed);
    problem.remedy =
        "Export the model again, for example as OBJ or glTF; a file cut off while copying reads like this too.";
    throw InputError(std::move(problem));
}

Mesh read_mesh_file(const std::string& path) {
    if (!std::filesystem::is_regular_file(path)) refuse_mesh(path, "it is not a file");
    const std::string extension = lower_case(std::filesystem::path(path).extension().string());
    if (extension == ".gltf" || extension == ".glb") check_gltf(path);
    if (auto mesh = read_by_helper(path)) return std::move(*mesh);
    return read_by_assimp(path);
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
