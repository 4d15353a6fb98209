// Plain values in a row of bytes, as built maps are kept: written in one order, read in the same. Numbers stand as they
// do in memory (x86-64, little-endian).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sidestep {

/// Records of plain numbers: any bytes are a value. So neither bool nor enum in them, and no padding, which would make
/// equal things have different bytes.
template <class T>
concept Archivable = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, bool> &&
                     (!std::is_enum_v<T> || std::is_same_v<T, std::byte>);

class ArchiveWriter {
public:
    template <Archivable T>
    void add(const T& value) {
        add_bytes(&value, sizeof value);
    }
    /// The count, then the values.
    template <Archivable T>
    void add(const std::vector<T>& values) {
        add(std::uint64_t{values.size()});
        add_bytes(values.data(), values.size() * sizeof(T));
    }
    void add(const std::string& text) {
        add(std::uint64_t{text.size()});
        add_bytes(text.data(), text.size());
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    void add_bytes(const void* from, std::size_t count);

    std::vector<std::byte> bytes_;
};

/// Throws InputError where less is left than is asked for; never allocates more than is there. The bytes must outlive
/// it.
class ArchiveReader {
public:
    /// `file` and `part` are what errors name.
    ArchiveReader(std::span<const std::byte> bytes, std::string file, std::string part)
        : rest_(bytes), file_(std::move(file)), part_(std::move(part)) {}

    template <Archivable T>
    T value() {
        T result;
        std::memcpy(&result, take(sizeof(T)), sizeof(T));
        return result;
    }
    template <Archivable T>
    std::vector<T> vector() {
        const std::size_t count = counted(sizeof(T));
        std::vector<T> result(count);
        if (count > 0) std::memcpy(result.data(), take(count * sizeof(T)), count * sizeof(T));
        return result;
    }
    std::string text() {
        const std::size_t count = counted(1);
        return {reinterpret_cast<const char*>(take(count)), count};
    }
    /// Throws where something is left.
    void expect_end() const;
    /// For what is read but cannot be: throws that this part contradicts itself.
    [[noreturn]] void refuse(const std::string& what) const;

private:
    const std::byte* take(std::size_t count);
    /// How many of this size follow.
    std::size_t counted(std::size_t size);

    std::span<const std::byte> rest_;
    std::string file_, part_;
};

/// A checksum against damage, not against intent.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace sidestep
