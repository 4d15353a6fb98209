#include "output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sidestep/error.h"

namespace sidestep::cli {

void refuse_extension(const std::string& file, std::initializer_list<std::string_view> allowed) {
    const std::string extension = std::filesystem::path(file).extension().string();
    std::string list;
    for (const std::string_view ending : allowed) {
        if (file.empty() || extension == ending) return;
        list += fmt::format("{}{}", list.empty() ? "" : ", ", ending);
    }
    throw InputError({.message = fmt::format("\"{}\" does not say what to make", file),
                      .file = file,
                      .value = extension,
                      .allowed = list,
                      .remedy = "Give the output one of these extensions."});
}

void refuse_existing(const std::string& file, bool force) {
    std::error_code error;
    if (file.empty() || force || !std::filesystem::exists(file, error)) return;
    InputProblem problem;
    problem.message = fmt::format("\"{}\" exists already", file);
    problem.file = file;
    problem.value = file;
    problem.allowed = "a file that does not exist yet";
    problem.remedy = "Choose another name, or add --force to overwrite it.";
    throw InputError(problem);
}

void refuse_replacing(const std::string& file, std::span<const std::string> inputs) {
    std::error_code ignored;
    for (const std::string& input : inputs) {
        if (!std::filesystem::equivalent(input, file, ignored)) continue;
        InputProblem problem;
        problem.message = "the output would replace the file it is made from";
        problem.file = problem.value = file;
        problem.allowed = "another file";
        problem.remedy = "Choose another name.";
        throw InputError(problem);
    }
}

void write_file(const std::string& file, const std::string& content) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    // A device such as /dev/stdout is written to, not replaced.
    const bool replace = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    const std::string target = replace ? file + ".part" : file;
    errno = 0;
    std::ofstream out(target, std::ios::binary | std::ios::trunc);
    const bool opened = out.is_open();
    out << content;
    out.close();
    std::string why = out.fail() ? std::strerror(errno) : "";
    if (why.empty() && replace) {
        std::filesystem::rename(target, file, error);
        if (error) why = error.message();
    }
    if (why.empty()) return;
    if (opened && replace) std::filesystem::remove(target, error);
    InputProblem problem;
    problem.message = fmt::format("\"{}\" cannot be written: {}", file, why);
    problem.file = file;
    problem.value = file;
    problem.remedy = "Check that the folder exists and is writable and that there is space left.";
    throw InputError(problem);
}

}  // namespace sidestep::cli
