// Wavefront OBJ. Our own reader, because assimp keeps places as float: half a metre off in national coordinates.
#include <fmt/format.h>

#include <cmath>

#include "import/mesh.h"
#include "import/mesh_limits.h"
#include "import/readers.h"
#include "outline/text.h"

namespace sidestep {
namespace {

class Obj {
public:
    explicit Obj(const std::string& text) : text_(text) { mesh_.usual_up = UpAxis::y; }

    Mesh read() {
        while (!text_.done()) {
            text_.skip_blanks();
            const std::size_t start = text_.offset();
            const std::string_view word = text_.word();
            if (word == "v") {
                vertex();
            } else if (word == "f") {
                face();
            } else if (word.empty() && !text_.done() && text_.peek() != '#') {
                text_.seek(start);
                wrong("the file is not OBJ");
            }
            skip_line();
        }
        if (mesh_.points.empty()) wrong("the OBJ contains no vertex");
        return std::move(mesh_);
    }

private:
    [[noreturn]] void wrong(const std::string& message) const {
        refuse(message, text_.excerpt(), "lines \"v x y z\" and \"f i j k …\"",
               text_.done() ? "The file was not written or copied completely." : "Correct this line.", text_.line(),
               text_.column());
    }
    void skip_line() {
        for (char last = '\0'; !text_.done(); text_.skip()) {
            // A backslash continues the line.
            if (text_.peek() == '\n' && last != '\\') return;
            if (text_.peek() != '\r') last = text_.peek();
        }
    }
    /// To the next word of this line; false at its end.
    bool more() {
        for (; !text_.done(); text_.skip()) {
            const char c = text_.peek();
            if (c == '\\') {
                text_.skip();
                while (text_.peek() == '\r') text_.skip();
                continue;
            }
            if (c == '\n' || c == '#') return false;
            if (c != ' ' && c != '\t' && c != '\r') return true;
        }
        return false;
    }
    void vertex() {
        double v[3];
        for (double& value : v) {
            if (!more() || !text_.number(value)) wrong("a vertex is not three numbers");
            if (!std::isfinite(value)) wrong("a vertex of the model is not a number");
        }
        mesh_.points.push_back({v[0], v[1], v[2]});
    }
    void face() {
        std::vector<std::uint32_t> corners;
        while (more()) {
            double index = 0;
            if (!text_.number(index) || index != std::floor(index))
                wrong("a corner of a face is not the number of a vertex");
            const auto count = static_cast<double>(mesh_.points.size());
            // Negative numbers count back from the last vertex.
            const double place = index < 0 ? count + index : index - 1;
            if (place < 0 || place >= count) wrong("a face has a corner that is not there");
            corners.push_back(static_cast<std::uint32_t>(place));
            if (corners.size() > kMostCorners) wrong(fmt::format("a face has more than {} corners", kMostCorners));
            // Numbers of texture and normal.
            while (!text_.done() && !Text::is_blank(text_.peek())) text_.skip();
        }
        if (corners.size() < 3) wrong("a face has fewer than three corners");
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            mesh_.triangles.push_back({corners[0], corners[i], corners[i + 1]});
        }
        if (mesh_.triangles.size() > kMostTriangles) {
            wrong(fmt::format("the model has more than {} triangles", kMostTriangles));
        }
    }

    Text text_;
    Mesh mesh_;
};

}  // namespace

Drawing draw_obj(const std::string& text, const ImportOptions& options, ImportReport& report) {
    return slice(Obj(text).read(), options, report);
}

}  // namespace sidestep
