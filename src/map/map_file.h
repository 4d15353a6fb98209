// Built maps on disk: everything that was computed about a map, so that it is ready when the file is read.
//
//   8 bytes  "SIDEMAP\n"
//   u32      version; readers take their own only
//   u32      number of sections
//   u64      length of the file
//   u64      checksum of everything that follows
//   sections, each: 4 letters tag, u32 version of its content, u64 length, bytes
//
// Whoever computes something about a map has a section of its own: a tag, and a number that is raised when what the
// section means changes. A section that is missing, or of another number, is computed again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.h"
#include "map/subdivision.h"
#include "sidestep/map.h"

namespace sidestep {

inline constexpr std::uint32_t kMapFileVersion = 1;

/// Of files that are named by people.
inline constexpr std::string_view kBuiltMapExtension = ".sidestepmap";

class MapFileWriter {
public:
    /// `tag` has four letters; each tag once.
    void add(std::string_view tag, std::uint32_t version, const ArchiveWriter& content);
    std::vector<std::byte> bytes() const;
    /// Under a temporary name first: nobody reads half a file. Throws InputError where it cannot be written.
    void write(const std::string& file) const;

private:
    std::uint32_t sections_ = 0;
    ArchiveWriter body_;
};

class MapFile {
public:
    /// Throws InputError: cannot be opened, not a map, another version, truncated, damaged.
    static MapFile read(const std::string& file);
    /// The same for bytes; `name` is what errors call them.
    static MapFile from_bytes(std::vector<std::byte> bytes, std::string name);

    /// Nothing where there is no such section, or of another version. The reader must not outlive the file.
    std::optional<ArchiveReader> section(std::string_view tag, std::uint32_t version) const;
    const std::string& name() const { return name_; }

private:
    struct Section {
        std::string tag;
        std::uint32_t version;
        std::size_t begin, length;
    };
    std::string name_;
    std::vector<std::byte> bytes_;
    std::vector<Section> sections_;
};

/// Whether bytes begin like a built map, whatever their version.
bool is_map_file(std::span<const std::byte> bytes);

/// Sections "OUTL" and "SUBD". Reading throws InputError when the section is missing or does not hold together: what is
/// returned is safe to use, also when somebody made the file up.
void add_outline(MapFileWriter& file, const MapOutline& outline);
MapOutline read_outline(const MapFile& file);
void add_subdivision(MapFileWriter& file, const Subdivision& subdivision);
Subdivision read_subdivision(const MapFile& file);

}  // namespace sidestep
