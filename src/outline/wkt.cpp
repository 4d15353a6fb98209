#include "outline/wkt.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "outline/refuse.h"
#include "outline/text.h"
#include "outline/unite.h"
#include "outline/validity.h"

namespace sidestep {
namespace {

std::atomic<std::uint64_t> read_so_far = 0;

constexpr const char* kAllowed =
    "POLYGON, MULTIPOLYGON (walkable area), LINESTRING, MULTILINESTRING (thin walls) or a GEOMETRYCOLLECTION of these";
// A projected coordinate system reaches 1e7 m; doubles are exact to 2e-9 m there.
constexpr double kFarthest = 1e7;
// Collections are read by recursion: deeper text could exhaust the stack.
constexpr int kDeepest = 32;
constexpr std::size_t kShown = 80;

std::string excerpt(std::string_view text) {
    if (text.size() <= kShown) return std::string(text);
    return std::string(text.substr(0, kShown)) + "…";
}

std::string coordinates(Vec2d p) {
    return fmt::format("({} {})", p.x, p.y);
}

[[noreturn]] void refuse_coordinate(const std::string& written) {
    refuse("a coordinate of the map is not usable", written,
           fmt::format("finite numbers of metres between {:g} and {:g}", -kFarthest, kFarthest),
           "Correct the coordinate, or move the map nearer to the origin.");
}

[[noreturn]] void refuse_empty() {
    refuse("the map contains an empty geometry", "EMPTY", kAllowed, "Remove it; leave the map out for an open plane.");
}

class WktReader {
public:
    explicit WktReader(std::string_view wkt) : wkt_(wkt), text_(wkt) {}

    MapOutline read() {
        text_.skip_blanks();
        if (text_.done()) refuse("the map text is empty", "", kAllowed, "Leave the map out for an open plane.");
        if (wkt_.find('\0') != std::string_view::npos) {
            refuse("the map text contains a zero byte", "", "plain text", "Remove it; what follows would not be read.");
        }
        geometry();
        text_.skip_blanks();
        while (text_.peek() == ';') {
            text_.skip();
            text_.skip_blanks();
        }
        if (!text_.done()) {
            refuse("the map is not well-known text: something follows the geometry", excerpt(text_.rest()), kAllowed,
                   "Remove it, or put both into one GEOMETRYCOLLECTION.");
        }
        for (const MapOutline::Area& area : outline_.floor) check(area);
        outline_.floor = united(std::move(outline_.floor));
        return std::move(outline_);
    }

private:
    [[noreturn]] void malformed(const std::string& what) const {
        refuse("the map is not well-known text: " + what, excerpt(wkt_), kAllowed,
               "Correct the text; each ring must be closed and coordinates are written as \"x y, x y\".");
    }
    [[noreturn]] void expected(const char* what) const {
        if (text_.done()) malformed(fmt::format("it ends where {} should follow", what));
        malformed(fmt::format("{} should stand at character {} instead of \"{}\"", what, text_.offset() + 1,
                              text_.excerpt()));
    }

    bool take(char c) {
        text_.skip_blanks();
        if (text_.peek() != c) return false;
        text_.skip();
        return true;
    }
    void open() {
        const std::size_t start = text_.offset();
        text_.skip_blanks();
        if (upper_case(text_.word()) == "EMPTY") refuse_empty();
        text_.seek(start);
        if (!take('(')) expected("an opening parenthesis");
        if (++depth_ > kDeepest) {
            refuse("the map text is nested too deeply", excerpt(wkt_),
                   fmt::format("at most {} open parentheses", kDeepest), "Flatten the geometry collection.");
        }
    }
    void close() {
        if (!take(')')) expected("a comma or a closing parenthesis");
        --depth_;
    }
    template <class Part>
    void list(Part part) {
        open();
        do part();
        while (take(','));
        close();
    }

    std::optional<double> number() {
        text_.skip_blanks();
        const std::string_view rest = text_.rest();
        std::string_view token = rest.substr(0, rest.find_first_of(" \t\r\n,()"));
        const std::size_t size = token.size();
        if (token.starts_with('+')) token.remove_prefix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
        if (end != token.data() + token.size() || error == std::errc::invalid_argument) return std::nullopt;
        if (error == std::errc::result_out_of_range) refuse_coordinate(std::string(token));
        text_.skip(size);
        return value;
    }

    Vec2d point() {
        std::optional<double> values[2];
        for (auto& value : values) {
            value = number();
            if (!value) expected("a number");
        }
        // Heights and measures.
        for (int i = 0; i < 2 && number(); ++i) {}
        const Vec2d p{*values[0], *values[1]};
        if (!(std::fabs(p.x) <= kFarthest && std::fabs(p.y) <= kFarthest)) refuse_coordinate(coordinates(p));
        return p;
    }

    std::vector<Vec2d> points() {
        std::vector<Vec2d> result;
        list([&] { result.push_back(point()); });
        return result;
    }

    std::vector<Vec2d> ring() {
        std::vector<Vec2d> corners = points();
        check_closed(corners);
        // Drawing programs repeat points; a ring loses nothing without them.
        corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
        if (corners.size() > 1) corners.pop_back();
        return corners;
    }

    void check_closed(const std::vector<Vec2d>& ring) const {
        if (ring.front() == ring.back()) return;
        malformed(fmt::format("a ring is not closed, it begins at {} and ends at {}", coordinates(ring.front()),
                              coordinates(ring.back())));
    }

    void polygon() {
        MapOutline::Area area;
        bool outer = true;
        list([&] {
            if (outer) {
                area.outer = ring();
            } else {
                area.holes.push_back(ring());
            }
            outer = false;
        });
        outline_.floor.push_back(std::move(area));
    }

    void line(bool closed) {
        std::vector<Vec2d> wall = points();
        if (wall.size() < 2) malformed("a line needs at least two points");
        if (closed) check_closed(wall);
        for (std::size_t i = 0; i + 1 < wall.size(); ++i) {
            if (wall[i] == wall[i + 1]) {
                refuse("a wall of the map has no length", coordinates(wall[i]), "line strings without repeated points",
                       "Remove the repeated point.");
            }
        }
        outline_.walls.push_back(std::move(wall));
    }

    void geometry() {
        text_.skip_blanks();
        const std::size_t start = text_.offset();
        const std::string type = upper_case(text_.word());
        if (type.empty()) expected("the name of a geometry");
        if (type == "POINT" || type == "MULTIPOINT") {
            refuse(fmt::format("a map cannot contain a {}", type), type, kAllowed, "Remove it.");
        }
        skip_dimensions();
        if (type == "POLYGON") {
            polygon();
        } else if (type == "MULTIPOLYGON") {
            list([&] { polygon(); });
        } else if (type == "LINESTRING" || type == "LINEARRING") {
            line(type == "LINEARRING");
        } else if (type == "MULTILINESTRING") {
            list([&] { line(false); });
        } else if (type == "GEOMETRYCOLLECTION") {
            list([&] { geometry(); });
        } else {
            text_.seek(start);
            expected("the name of a geometry");
        }
    }

    /// "Z", "M" or "ZM" behind the name.
    void skip_dimensions() {
        text_.skip_blanks();
        const std::size_t start = text_.offset();
        const std::string word = upper_case(text_.word());
        if (word != "Z" && word != "M" && word != "ZM") text_.seek(start);
    }

    static void check(const MapOutline::Area& area) {
        const std::optional<AreaFault> fault = fault_of(area);
        if (!fault) return;
        refuse(
            fmt::format("a polygon of the map is not valid: {} at or near {}", fault->reason, coordinates(fault->at)),
            coordinates(fault->at), "simple rings that do not cross, with holes inside the outer ring",
            "Mend the polygon at this place; write separate areas as a MULTIPOLYGON.");
    }

    std::string_view wkt_;
    Text text_;
    int depth_ = 0;
    MapOutline outline_;
};

}  // namespace

std::uint64_t texts_read() {
    return read_so_far;
}

MapOutline read_wkt(const std::string& wkt) {
    ++read_so_far;
    return WktReader(wkt).read();
}

std::string to_wkt(const MapOutline& outline) {
    std::string text;
    const auto append = [&text](const std::vector<Vec2d>& points, bool closed) {
        text += '(';
        for (const Vec2d p : points) fmt::format_to(std::back_inserter(text), "{} {}, ", p.x, p.y);
        if (closed) fmt::format_to(std::back_inserter(text), "{} {}, ", points.front().x, points.front().y);
        text.resize(text.size() - 2);
        text += ')';
    };
    const std::size_t parts = outline.floor.size() + outline.walls.size();
    if (parts == 0) return text;
    if (parts > 1) text = "GEOMETRYCOLLECTION (";
    for (std::size_t i = 0; i < parts; ++i) {
        if (i > 0) text += ", ";
        if (i >= outline.floor.size()) {
            text += "LINESTRING ";
            append(outline.walls[i - outline.floor.size()], false);
            continue;
        }
        text += "POLYGON (";
        append(outline.floor[i].outer, true);
        for (const auto& hole : outline.floor[i].holes) {
            text += ", ";
            append(hole, true);
        }
        text += ')';
    }
    if (parts > 1) text += ')';
    return text;
}

MapOutline map_outline(const std::string& wkt) {
    return wkt.empty() ? MapOutline{} : read_wkt(wkt);
}

}  // namespace sidestep
