#include "map/map_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "sidestep/error.h"

namespace sidestep {
namespace {

constexpr std::string_view kMagic = "SIDEMAP\n";
constexpr std::size_t kHeader = 32;
constexpr std::size_t kTag = 4;
constexpr std::string_view kOutline = "OUTL", kSubdivision = "SUBD";
constexpr std::uint32_t kOutlineVersion = 1, kSubdivisionVersion = 1;
// Maps reach 1e7 m from the origin (import), so nothing honest is farther.
constexpr double kFarthest = 1e8;

[[noreturn]] void fail(const std::string& file, std::string message, std::string value, std::string allowed,
                       std::string remedy) {
    InputProblem problem;
    problem.message = std::move(message);
    problem.file = file;
    problem.value = std::move(value);
    problem.allowed = std::move(allowed);
    problem.remedy = std::move(remedy);
    throw InputError(std::move(problem));
}

constexpr const char* kBuildAgain = "Build the map again with `sidestep map`.";

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_place(Vec2d p) {
    return std::fabs(p.x) <= kFarthest && std::fabs(p.y) <= kFarthest;
}

/// Every question about a subdivision ends, and ends inside its arrays, when all of this holds.
void check(const Subdivision& s, const ArchiveReader& reader) {
    const auto require = [&](bool holds, const char* what) {
        if (!holds) reader.refuse(what);
    };
    require(is_place(s.origin), "the origin is nowhere");
    for (const LatticePoint p : s.points) {
        require(p.x >= -kLatticeLimit && p.x <= kLatticeLimit && p.y >= -kLatticeLimit && p.y <= kLatticeLimit,
                "a point lies outside the lattice");
    }
    require(s.door_count <= s.portals.size(), "there are more doors than portals");
    const std::size_t cells = s.cells.size();
    for (const Subdivision::Portal& portal : s.portals) {
        require(portal.a < s.points.size() && portal.b < s.points.size(), "a portal has no such point");
        require(portal.cells[0] < cells && portal.cells[1] < cells && portal.cells[0] != portal.cells[1],
                "a portal has no such cell");
        require(portal.door == kNoDoor || portal.door < s.door_count, "a portal has no such door");
        require(s.cells[portal.cells[0]].component == s.cells[portal.cells[1]].component,
                "a portal joins two components");
    }
    std::vector<std::uint8_t> uses(s.portals.size(), 0);
    std::size_t first = 0;
    for (std::uint32_t c = 0; c < cells; ++c) {
        const Subdivision::Cell& cell = s.cells[c];
        require(cell.first_side == first && cell.side_count >= 3 && cell.side_count <= s.sides.size() - first,
                "a cell has no such sides");
        require(cell.component < cells, "a cell has no such component");
        first += cell.side_count;
        const auto sides = s.sides_of(c);
        for (const Subdivision::Side& side : sides) require(side.point < s.points.size(), "a side has no such point");
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const std::uint32_t a = sides[i].point, b = sides[(i + 1) % sides.size()].point;
            require(s.points[a] != s.points[b], "a side has no length");
            require(orientation(s.points[a], s.points[b], s.points[sides[(i + 2) % sides.size()].point]) >= 0,
                    "a cell is not convex");
            if (sides[i].portal == kNoPortal) continue;
            require(sides[i].portal < s.portals.size(), "a side has no such portal");
            const Subdivision::Portal& portal = s.portals[sides[i].portal];
            const bool left = portal.cells[0] == c && portal.a == a && portal.b == b;
            const bool right = portal.cells[1] == c && portal.b == a && portal.a == b;
            require(left || right, "a side and its portal do not fit");
            const std::uint8_t use = left ? 1 : 2;
            require((uses[sides[i].portal] & use) == 0, "a portal has two sides in one cell");
            uses[sides[i].portal] = static_cast<std::uint8_t>(uses[sides[i].portal] | use);
        }
    }
    require(first == s.sides.size(), "a side belongs to no cell");
    require(std::all_of(uses.begin(), uses.end(), [](std::uint8_t u) { return u == 3; }), "a portal has no sides");
}

}  // namespace

void MapFileWriter::add(std::string_view tag, std::uint32_t version, const ArchiveWriter& content) {
    for (std::size_t i = 0; i < kTag; ++i) body_.add(i < tag.size() ? tag[i] : ' ');
    body_.add(version);
    body_.add(content.bytes());
    ++sections_;
}

std::vector<std::byte> MapFileWriter::bytes() const {
    ArchiveWriter all;
    for (const char c : kMagic) all.add(c);
    all.add(kMapFileVersion);
    all.add(sections_);
    all.add(std::uint64_t{kHeader + body_.bytes().size()});
    all.add(checksum(body_.bytes()));
    std::vector<std::byte> result = all.bytes();
    result.insert(result.end(), body_.bytes().begin(), body_.bytes().end());
    return result;
}

void MapFileWriter::write(const std::string& file) const {
    const std::string temporary = file + ".part";
    const std::vector<std::byte> all = bytes();
    {
        std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
        out.write(reinterpret_cast<const char*>(all.data()), static_cast<std::streamsize>(all.size()));
        out.close();
        if (!out) {
            std::remove(temporary.c_str());
            fail(file, "the built map cannot be written", fmt::format("{} bytes", all.size()), "",
                 "Check that the folder exists and has room.");
        }
    }
    if (std::rename(temporary.c_str(), file.c_str()) != 0) {
        std::remove(temporary.c_str());
        fail(file, "the built map cannot be written", "", "", "Check that the name is not that of a folder.");
    }
}

bool is_map_file(std::span<const std::byte> bytes) {
    return as_text(bytes).starts_with(kMagic);
}

MapFile MapFile::read(const std::string& file) {
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    const std::streamoff length = in ? static_cast<std::streamoff>(in.tellg()) : -1;
    std::vector<std::byte> bytes(length > 0 ? static_cast<std::size_t>(length) : 0);
    in.seekg(0);
    if (!bytes.empty()) in.read(reinterpret_cast<char*>(bytes.data()), length);
    if (!in || length < 0) fail(file, "the built map cannot be read", "", "a file", "Check the name.");
    return from_bytes(std::move(bytes), file);
}

MapFile MapFile::from_bytes(std::vector<std::byte> bytes, std::string name) {
    if (!is_map_file(bytes)) {
        fail(name, "this is not a built map", "", "a file written by `sidestep map`", kBuildAgain);
    }
    if (bytes.size() < kHeader) {
        fail(name, "the built map is truncated", fmt::format("{} bytes", bytes.size()),
             fmt::format("at least {}", kHeader), kBuildAgain);
    }
    const std::span<const std::byte> all(bytes);
    ArchiveReader header(all.subspan(kMagic.size(), kHeader - kMagic.size()), name, "header");
    const auto version = header.value<std::uint32_t>();
    if (version != kMapFileVersion) {
        fail(name, "the built map is of another version", std::to_string(version), std::to_string(kMapFileVersion),
             kBuildAgain);
    }
    const auto sections = header.value<std::uint32_t>();
    const auto length = header.value<std::uint64_t>();
    if (bytes.size() != length) {
        fail(name, bytes.size() < length ? "the built map is truncated" : "something follows the built map",
             fmt::format("{} bytes", bytes.size()), fmt::format("{}", length), kBuildAgain);
    }
    if (header.value<std::uint64_t>() != checksum(all.subspan(kHeader))) {
        fail(name, "the built map is damaged: its checksum does not fit", "", "", kBuildAgain);
    }
    MapFile file;
    std::size_t at = kHeader;
    constexpr std::size_t kSectionHeader = kTag + 4 + 8;
    for (std::uint32_t i = 0; i < sections; ++i) {
        ArchiveReader reader(all.subspan(at), name, "sections");
        if (all.size() - at < kSectionHeader) reader.refuse("there are less sections than announced");
        Section section{std::string(as_text(all.subspan(at, kTag))), 0, 0, 0};
        static_cast<void>(reader.value<std::uint32_t>());
        section.version = reader.value<std::uint32_t>();
        const auto size = reader.value<std::uint64_t>();
        section.begin = at + kSectionHeader;
        if (size > all.size() - section.begin) reader.refuse("a section is longer than the file");
        section.length = static_cast<std::size_t>(size);
        at = section.begin + section.length;
        file.sections_.push_back(std::move(section));
    }
    if (at != all.size()) ArchiveReader(all, name, "sections").refuse("something follows the last section");
    file.name_ = std::move(name);
    file.bytes_ = std::move(bytes);
    return file;
}

std::optional<ArchiveReader> MapFile::section(std::string_view tag, std::uint32_t version) const {
    for (const Section& section : sections_) {
        if (section.tag != tag || section.version != version) continue;
        return ArchiveReader(std::span(bytes_).subspan(section.begin, section.length), name_, section.tag);
    }
    return std::nullopt;
}

void add_outline(MapFileWriter& file, const MapOutline& outline) {
    ArchiveWriter content;
    content.add(std::uint64_t{outline.floor.size()});
    for (const MapOutline::Area& area : outline.floor) {
        content.add(area.outer);
        content.add(std::uint64_t{area.holes.size()});
        for (const auto& hole : area.holes) content.add(hole);
    }
    content.add(std::uint64_t{outline.walls.size()});
    for (const auto& line : outline.walls) content.add(line);
    file.add(kOutline, kOutlineVersion, content);
}

namespace {

ArchiveReader required(const MapFile& file, std::string_view tag, std::uint32_t version) {
    std::optional<ArchiveReader> reader = file.section(tag, version);
    if (!reader) {
        fail(file.name(), fmt::format("the built map has no section {} of version {}", tag, version), "", "",
             kBuildAgain);
    }
    return *std::move(reader);
}

std::vector<Vec2d> read_line(ArchiveReader& reader) {
    std::vector<Vec2d> line = reader.vector<Vec2d>();
    if (!std::all_of(line.begin(), line.end(), is_place)) reader.refuse("a point is nowhere");
    return line;
}

}  // namespace

MapOutline read_outline(const MapFile& file) {
    ArchiveReader reader = required(file, kOutline, kOutlineVersion);
    MapOutline outline;
    // Counts are not trusted: every element has bytes of its own, so the end comes before memory does.
    for (auto areas = reader.value<std::uint64_t>(); areas > 0; --areas) {
        MapOutline::Area area;
        area.outer = read_line(reader);
        for (auto holes = reader.value<std::uint64_t>(); holes > 0; --holes) area.holes.push_back(read_line(reader));
        outline.floor.push_back(std::move(area));
    }
    for (auto lines = reader.value<std::uint64_t>(); lines > 0; --lines) outline.walls.push_back(read_line(reader));
    reader.expect_end();
    return outline;
}

void add_subdivision(MapFileWriter& file, const Subdivision& subdivision) {
    ArchiveWriter content;
    content.add(subdivision.origin);
    content.add(subdivision.door_count);
    content.add(subdivision.points);
    content.add(subdivision.portals);
    content.add(subdivision.sides);
    content.add(subdivision.cells);
    file.add(kSubdivision, kSubdivisionVersion, content);
}

Subdivision read_subdivision(const MapFile& file) {
    ArchiveReader reader = required(file, kSubdivision, kSubdivisionVersion);
    Subdivision subdivision;
    subdivision.origin = reader.value<Vec2d>();
    subdivision.door_count = reader.value<std::uint32_t>();
    subdivision.points = reader.vector<LatticePoint>();
    subdivision.portals = reader.vector<Subdivision::Portal>();
    subdivision.sides = reader.vector<Subdivision::Side>();
    subdivision.cells = reader.vector<Subdivision::Cell>();
    reader.expect_end();
    check(subdivision, reader);
    return subdivision;
}

}  // namespace sidestep
