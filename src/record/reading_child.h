// A process of its own for a library that damaged files can crash or keep for ever: it dies alone, and within limits.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace sidestep {

class ReadingChild {
public:
    /// What the child writes to the parent.
    class Pipe {
    public:
        explicit Pipe(int fd) : fd_(fd) {}
        /// Ends the process where nobody reads any more.
        void write(const void* data, std::size_t size);
        template <class T>
        void write(const T& value) {
            write(&value, sizeof value);
        }
        void write_text(const std::string& text);

    private:
        int fd_;
    };

    /// Forks. The child may allocate and read files, which glibc allows in a program of several threads, and nothing
    /// that other threads could hold: `work` is such a library and not more. Its exceptions end it. Throws
    /// std::runtime_error where there is no process to be had.
    ReadingChild(const std::string& path, const std::function<void(Pipe&)>& work);
    ~ReadingChild();
    ReadingChild(const ReadingChild&) = delete;
    ReadingChild& operator=(const ReadingChild&) = delete;

    /// False where the child has died before it had written so much.
    bool read(void* data, std::size_t size);
    template <class T>
    bool read(T& value) {
        return read(&value, sizeof value);
    }
    bool read_text(std::string& text);
    /// After a failed read: whether it took too long.
    bool ran_out_of_time();

private:
    int wait();

    int fd_ = -1;
    pid_t child_ = -1;
    int status_ = 0;
};

}  // namespace sidestep
