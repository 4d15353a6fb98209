#include "record/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "sidestep/error.h"

namespace sidestep {

namespace fs = std::filesystem;

OutputFile::OutputFile(std::string path, bool overwrite) : path_(std::move(path)) {
    std::error_code error;
    const fs::file_status status = fs::status(path_, error);
    if (fs::is_directory(status)) cannot_write("it is a folder");
    if (fs::exists(status) && !overwrite) {
        InputProblem problem;
        problem.message = "the output exists already";
        problem.file = path_;
        problem.remedy = "Choose another name, or add --force to replace it.";
        throw InputError(problem);
    }
    const fs::path folder = fs::path(path_).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, error)) {
        cannot_write("the folder " + folder.string() + " does not exist");
    }
    const fs::path real = fs::canonical(path_, error);
    real_ = error ? path_ : real.string();
    const bool replaceable = !fs::exists(status) || fs::is_regular_file(status);
    part_ = replaceable ? real_ + ".part" : real_;
    // A part left by a killed start belongs to nobody; SQLite would otherwise open it instead of starting afresh.
    if (replaceable) {
        for (const char* ending : {"", "-journal"}) std::remove((part_ + ending).c_str());
    }
}

OutputFile::~OutputFile() {
    if (placed_ || part_ == real_) return;
    for (const char* ending : {"", "-journal"}) std::remove((part_ + ending).c_str());
}

void OutputFile::put_in_place() {
    placed_ = true;
    if (part_ == real_) return;
    // The old database goes before its journals: a journal without a database is harmless, a database without its hot
    // journal is corrupt. And no journal may stay, since SQLite would roll it back into the new file.
    for (const char* ending : {"", "-journal", "-wal", "-shm"}) std::remove((real_ + ending).c_str());
    if (std::rename(part_.c_str(), real_.c_str()) != 0) {
        placed_ = false;
        cannot_write(std::strerror(errno));
    }
}

void OutputFile::cannot_write(const std::string& why) const {
    InputProblem problem;
    problem.message = "cannot write the output: " + why;
    problem.file = path_;
    problem.remedy = "Choose a place you may write to; nothing was written.";
    throw InputError(problem);
}

}  // namespace sidestep
