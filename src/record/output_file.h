// Putting a new result in its place, so that a killed start leaves the old file or a whole header, never half of one.
#pragma once

#include <string>

namespace sidestep {

class OutputFile {
public:
    /// Throws InputError when `path` exists and `overwrite` is false, is a folder, or lies in none.
    OutputFile(std::string path, bool overwrite);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    const std::string& path() const { return path_; }  ///< as the user wrote it, for messages
    const std::string& real() const { return real_; }  ///< symbolic links followed
    /// Where to write the header. Equals real() for a device or pipe, which cannot be replaced.
    const std::string& part() const { return part_; }
    /// Removes the old file with its journals and gives the part its name.
    void put_in_place();
    /// Throws the InputError of a file that cannot be written; `why` ends the sentence.
    [[noreturn]] void cannot_write(const std::string& why) const;

private:
    std::string path_, real_, part_;
    bool placed_ = false;
};

}  // namespace sidestep
