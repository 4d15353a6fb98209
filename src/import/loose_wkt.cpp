// Well-known text as people and programs really write it: several geometries in one file, rings not closed, empty
// parts. The strict reader of scenes (wkt.h) refuses these; here they are mended and told.
#include <fmt/format.h>

#include <cmath>

#include "import/readers.h"
#include "outline/text.h"

namespace sidestep {
namespace {

constexpr int kDeepest = 32;
constexpr const char* kAllowed =
    "POLYGON, MULTIPOLYGON (walkable area), LINESTRING, MULTILINESTRING (thin walls) or a GEOMETRYCOLLECTION of these";

class LooseWkt {
public:
    LooseWkt(const std::string& text, double unit, ImportReport& report) : text_(text), unit_(unit), report_(report) {}

    Drawing read() {
        skip_separators();
        if (text_.done()) wrong("the map text is empty", "Choose a file that holds a map.");
        while (!text_.done()) {
            geometry(0);
            skip_separators();
        }
        if (drawing_.polygons.empty() && drawing_.lines.empty()) {
            wrong("the map contains only empty geometries", "Choose a file that holds a map.");
        }
        drawing_.keep_all = true;
        return std::move(drawing_);
    }

private:
    [[noreturn]] void wrong(const std::string& message, const std::string& remedy) const {
        refuse(message, text_.excerpt(), kAllowed, remedy, text_.line(), text_.column());
    }
    [[noreturn]] void unexpected(const char* expected) const {
        wrong(text_.done() ? fmt::format("the map text ends too early: {} should follow", expected)
                           : fmt::format("the map is not well-known text: {} should stand here", expected),
              "Correct the text; coordinates are written as \"x y, x y\". A file that ends too early was not written "
              "or copied completely.");
    }
    void skip_separators() {
        text_.skip_blanks();
        while (text_.peek() == ';' || text_.peek() == ',') {
            text_.skip();
            text_.skip_blanks();
        }
    }
    bool take(char c) {
        text_.skip_blanks();
        if (text_.peek() != c) return false;
        text_.skip();
        return true;
    }
    void need(char c, const char* name) {
        if (!take(c)) unexpected(name);
    }

    /// True when the geometry is EMPTY, which is told; otherwise stands behind its opening parenthesis.
    bool empty() {
        text_.skip_blanks();
        for (;;) {
            const std::size_t start = text_.offset();
            const std::string word = upper_case(text_.word());
            if (word == "EMPTY") {
                ignore(report_, "empty geometries");
                return true;
            }
            if (word != "Z" && word != "M" && word != "ZM") {
                text_.seek(start);
                break;
            }
            text_.skip_blanks();
        }
        need('(', "an opening parenthesis");
        return false;
    }

    Vec2d point() {
        double values[4];
        std::size_t count = 0;
        for (;;) {
            text_.skip_blanks();
            const std::size_t start = text_.offset();
            double value = 0;
            if (count == 4 || !text_.number(value)) break;
            if (!std::isfinite(value)) {
                text_.seek(start);
                wrong("a coordinate of the map is not a number", "Correct the coordinate, or remove the point.");
            }
            values[count++] = value;
        }
        if (count < 2) unexpected("two numbers, the place of a point,");
        return Vec2d{values[0], values[1]} * unit_;
    }

    std::vector<Vec2d> points() {
        std::vector<Vec2d> result;
        do result.push_back(point());
        while (take(','));
        need(')', "a comma or a closing parenthesis");
        return result;
    }

    void polygon() {
        Drawing::Polygon polygon;
        do {
            if (empty()) continue;
            std::vector<Vec2d> ring = points();
            if (ring.size() > 1 && ring.front() == ring.back()) {
                ring.pop_back();
            } else if (ring.size() > 2) {
                add(report_, RepairKind::unclosed_ring, ring.back());
            }
            polygon.rings.push_back(std::move(ring));
        } while (take(','));
        need(')', "a comma or a closing parenthesis");
        if (!polygon.rings.empty()) drawing_.polygons.push_back(std::move(polygon));
    }

    void line() { drawing_.lines.push_back(points()); }

    /// Parts with parentheses of their own.
    template <class Part>
    void parts(Part&& part) {
        do {
            if (!empty()) part();
        } while (take(','));
        need(')', "a comma or a closing parenthesis");
    }

    void geometry(int depth) {
        text_.skip_blanks();
        const std::size_t start = text_.offset();
        std::string type = upper_case(text_.word());
        if (type == "SRID" && take('=')) {
            text_.word();
            need(';', "a semicolon");
            text_.skip_blanks();
            type = upper_case(text_.word());
        }
        // "POLYGONZ" is written as well as "POLYGON Z".
        for (const char* suffix : {"ZM", "Z", "M"}) {
            if (type.ends_with(suffix)) {
                type.resize(type.size() - std::string_view(suffix).size());
                break;
            }
        }
        if (depth > kDeepest) wrong("the map text is nested too deeply", "Flatten the geometry collection.");
        if (type == "POLYGON") {
            if (!empty()) polygon();
        } else if (type == "MULTIPOLYGON") {
            if (!empty()) parts([&] { polygon(); });
        } else if (type == "LINESTRING" || type == "LINEARRING") {
            if (!empty()) line();
        } else if (type == "MULTILINESTRING") {
            if (!empty()) parts([&] { line(); });
        } else if (type == "GEOMETRYCOLLECTION") {
            if (empty()) return;
            do geometry(depth + 1);
            while (take(','));
            need(')', "a comma or a closing parenthesis");
        } else if (type == "POINT") {
            if (!empty()) points();
            ignore(report_, "points");
        } else {
            text_.seek(start);
            if (type.empty()) unexpected("the name of a geometry");
            wrong(fmt::format("a map cannot contain a {}", type), "Remove it, or write it as polygons and lines.");
        }
    }

    Text text_;
    double unit_;
    ImportReport& report_;
    Drawing drawing_;
};

}  // namespace

Drawing draw_wkt(const std::string& text, const ImportOptions& options, ImportReport& report) {
    report.unit = options.unit.value_or(1);
    return LooseWkt(text, report.unit, report).read();
}

}  // namespace sidestep
