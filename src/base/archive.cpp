#include "base/archive.h"

#include "base/random.h"
#include "sidestep/error.h"

namespace sidestep {

namespace {

[[noreturn]] void fail(std::string message, const std::string& file, const std::string& part, std::string value,
                       std::string allowed) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = file;
    problem.value = "part \"" + part + "\"" + (value.empty() ? "" : ", " + value);
    problem.allowed = std::move(allowed);
    problem.remedy = "Build the map again.";
    throw InputError(std::move(problem));
}

}  // namespace

void ArchiveWriter::add_bytes(const void* from, std::size_t count) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), begin, begin + count);
}

const std::byte* ArchiveReader::take(std::size_t count) {
    if (count > rest_.size()) {
        fail("the built map is truncated", file_, part_, "", std::to_string(count) + " more bytes");
    }
    const std::byte* begin = rest_.data();
    rest_ = rest_.subspan(count);
    return begin;
}

std::size_t ArchiveReader::counted(std::size_t size) {
    const auto count = value<std::uint64_t>();
    if (count > rest_.size() / size) {
        fail("the built map is truncated", file_, part_, std::to_string(count) + " values announced",
             "as many as follow");
    }
    return static_cast<std::size_t>(count);
}

void ArchiveReader::expect_end() const {
    if (!rest_.empty()) {
        fail("the built map has more than it should", file_, part_, std::to_string(rest_.size()) + " bytes left",
             "none");
    }
}

void ArchiveReader::refuse(const std::string& what) const {
    fail("the built map contradicts itself: " + what, file_, part_, "", "a file as sidestep writes it");
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
    std::uint64_t sum = mix(bytes.size() + 1);
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data() + i, 8);
        // Odd factor and shift: every bit of a word reaches all higher bits at once and the lower ones a word later.
        sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
        sum ^= sum >> 32;
    }
    std::uint64_t last = 0;
    if (i < bytes.size()) std::memcpy(&last, bytes.data() + i, bytes.size() - i);
    return mix(sum ^ last);
}

}  // namespace sidestep
