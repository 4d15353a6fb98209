// The file that keeps what a study has done: a line of JSON per job, appended when it is done.
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "sidestep/study.h"

namespace sidestep {

class StudyCheckpoint {
public:
    /// Reads the file where there is one, without a last line that is torn, and opens it to go on. An empty name keeps
    /// nothing. Throws InputError for a file of another kind and one that cannot be written.
    StudyCheckpoint(const std::string& file, std::span<const Metric* const> metrics);

    /// Null for a job that is not done.
    const StudyResult* find(const std::string& key) const;
    /// Throws InputError where it cannot be written.
    void add(const std::string& key, const StudyJob& job, const StudyResult& result);

private:
    void read(std::span<const Metric* const> metrics);
    void write(const std::string& line);

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string file_;
    std::unique_ptr<std::FILE, Close> out_;
    std::map<std::string, StudyResult> known_;
};

}  // namespace sidestep
