// Jülich text and CSV: lines in the order of frames, handed to the operating system every half simulated second.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include "record/formats.h"
#include "record/output_file.h"
#include "record/text_files.h"
#include "record/text_header.h"
#include "sidestep/error.h"

namespace sidestep {
namespace {

// A crowd of 100,000 for half a second would be hundreds of megabytes of text; more often than promised is allowed.
constexpr std::size_t kFlushBytes = 1u << 22;

class Descriptor {
public:
    Descriptor() = default;
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool open(const std::string& path) {
        fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
        return fd_ >= 0;
    }
    bool is_open() const { return fd_ >= 0; }
    bool write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
        return true;
    }
    /// False once the name stands for another file or for none: what is written then is lost with the last descriptor.
    bool is_still(const std::string& path, std::uint64_t size) const {
        struct stat here{}, there{};
        if (::fstat(fd_, &here) != 0 || !S_ISREG(here.st_mode)) return true;
        return ::stat(path.c_str(), &there) == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino &&
               static_cast<std::uint64_t>(here.st_size) >= size;
    }
    bool cut(std::uint64_t size) { return ::ftruncate(fd_, static_cast<off_t>(size)) == 0; }
    /// A network file system may report a full disk only here.
    bool close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

private:
    int fd_ = -1;
};

template <class T>
void append(std::string& out, T value) {
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

class TextWriter final : public TrajectoryWriter {
public:
    TextWriter(const std::string& path, const TrajectoryInfo& info, TextStyle style, bool overwrite)
        : path_(path), style_(style), rhythm_(info.fps) {
        OutputFile output(path, overwrite);
        const std::string head = header(info);
        if (!file_.open(output.part()) || !file_.write(head)) output.cannot_write(std::strerror(errno));
        size_ = head.size();
        output.put_in_place();
        real_ = output.real();
    }

    ~TextWriter() override {
        // Nobody is left to hear of a failure; the file is readable either way.
        if (file_.is_open()) file_.write(pending_);
    }

    void write(const TrajectoryFrame& frame) override {
        if (!file_.is_open()) throw std::logic_error("a frame was handed to a closed trajectory file");
        rhythm_.accept(frame, bounds_);
        for (const TrajectoryRow& row : frame.rows) add_line(frame.frame, row);
        if (rhythm_.due()) {
            flush();
            rhythm_.safe();
        }
    }

    void finish(const std::map<std::string, std::string>& closing) override {
        if (!file_.is_open()) return;
        for (const auto& [key, value] : closing) pending_ += text::header_line(stored_key(key, text::kOwnKeys), value);
        flush();
        if (!file_.is_still(real_, size_)) refuse_gone();
        if (!file_.close()) fail();
        rhythm_.safe();
    }

private:
    std::string header(const TrajectoryInfo& info) const {
        // The rate comes first: some readers look at the first line only.
        std::string head = text::header_line("framerate", shortest(info.fps) + " fps");
        head += text::header_line("format", text::kOurFormat);
        if (!info.wkt.empty()) head += text::header_line("geometry", info.wkt);
        if (info.periodic != Vec2d{}) head += text::header_line(kPeriodicKey, periodic_text(info.periodic));
        for (const auto& [key, value] : info.metadata) {
            head += text::header_line(stored_key(key, text::kOwnKeys), value);
        }
        head += style_ == TextStyle::juelich ? "# id frame x/m y/m z/m\n" : "id,frame,x,y,heading_x,heading_y\n";
        return head;
    }

    void add_line(std::uint32_t frame, const TrajectoryRow& row) {
        const char separator = style_ == TextStyle::juelich ? ' ' : ',';
        append(pending_, row.id);
        pending_ += separator;
        append(pending_, frame);
        pending_ += separator;
        append(pending_, row.position.x);
        pending_ += separator;
        append(pending_, row.position.y);
        if (style_ == TextStyle::juelich) {
            pending_ += " 0\n";
        } else {
            pending_ += separator;
            append(pending_, row.heading.x);
            pending_ += separator;
            append(pending_, row.heading.y);
            pending_ += '\n';
        }
        if (pending_.size() >= kFlushBytes) flush();
    }

    void flush() {
        if (!file_.write(pending_)) fail();
        size_ += pending_.size();
        pending_.clear();
    }

    [[noreturn]] void refuse_gone() {
        file_.close();
        InputProblem problem;
        problem.message = "the output was removed, replaced or cut by another program while it was recorded";
        problem.file = path_;
        problem.remedy = "Record again, and leave the file alone meanwhile.";
        throw InputError(problem);
    }

    /// Cuts the line that did not fit, so that what is left is whole.
    [[noreturn]] void fail() {
        const std::string why = std::strerror(errno);
        const bool full = errno == ENOSPC || errno == EFBIG || errno == EDQUOT;
        pending_.clear();
        if (file_.is_open()) {
            file_.cut(size_);
            file_.close();
        }
        InputProblem problem;
        problem.message = "recording stopped: " + why;
        problem.file = path_;
        problem.remedy = full ? "Free some space or record elsewhere. " : "Record to another place. ";
        problem.remedy += rhythm_.safe_so_far();
        throw InputError(problem);
    }

    std::string path_, real_;  // as it was given, and with links followed
    TextStyle style_;
    FrameRhythm rhythm_;
    Bounds bounds_;  // text formats do not store it
    Descriptor file_;
    std::string pending_;
    std::uint64_t size_ = 0;  // bytes that reached the file whole
};

}  // namespace

std::unique_ptr<TrajectoryWriter> open_text_writer(const std::string& path, const TrajectoryInfo& info, TextStyle style,
                                                   bool overwrite) {
    return std::make_unique<TextWriter>(path, info, style, overwrite);
}

}  // namespace sidestep
