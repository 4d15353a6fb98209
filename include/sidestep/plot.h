// Figures as SVG text: charts, heat maps and paths over a map. The same input gives the same bytes. Every figure has a
// title, axes with units and, above its data, a legend that cannot cover them. docs/reports.md shows what they look
// like.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sidestep/export.h"
#include "sidestep/grid_field.h"
#include "sidestep/outline.h"
#include "sidestep/vec2.h"

namespace sidestep {
namespace SIDESTEP_EXPORT plot {

// ---- Paper and ink ----

struct Box {
    double x = 0, y = 0, width = 0, height = 0;  ///< pixels, y downwards
    double right() const { return x + width; }
    double bottom() const { return y + height; }
};

enum class Theme {
    plain,  ///< light, colours written out: any viewer shows it
    page,   ///< colours are custom properties of an HTML page, which defines them (theme_css)
};

/// What a colour is for; categories are told apart by colour-blind readers too (after Okabe and Ito).
enum class Ink { paper, text, faint, grid, floor, wall, goal, mark, category };
inline constexpr std::size_t kCategories = 6;  ///< further ones share a grey

/// "#rrggbb" or "var(--…)".
std::string colour(Theme theme, Ink ink, std::size_t category = 0);
/// From dark violet to yellow as t goes from 0 to 1, lighter all the way: readable without colour too.
std::string ramp(double t);
/// Defines the custom properties of Theme::page: light, dark where the reader prefers it, light on paper.
std::string theme_css();

/// Safe inside XML and HTML, in text and in quoted attributes. Bytes that are not UTF-8 and control characters become
/// the replacement character.
std::string escaped(std::string_view text);
/// Pixels a text takes, on the generous side.
double text_width(std::string_view text, double size);
/// Shortened with "…" to fit.
std::string shortened(std::string_view text, double size, double width);
/// At most `digits` decimals, without trailing zeros.
std::string decimal(double value, int digits = 2);
/// So many significant digits, never as a power of ten where a number of metres, people or seconds can be read without:
/// "12 346", "0.00123", "−4.5"; "–" where it is not finite.
std::string plain(double value, int digits = 4);

struct TextStyle {
    double size = 12.5;
    enum class Anchor { start, middle, end } anchor = Anchor::start;
    Ink ink = Ink::text;
    bool bold = false;
};

/// An SVG document in the making.
class Canvas {
public:
    /// `prefix` keeps ids apart where several figures stand in one page.
    Canvas(double width, double height, Theme theme, std::string prefix = {});

    Theme theme() const { return theme_; }
    std::string colour(Ink ink, std::size_t category = 0) const { return plot::colour(theme_, ink, category); }
    void line(Vec2d a, Vec2d b, const std::string& stroke, double width);
    void rect(Box box, const std::string& fill, const std::string& stroke = "none", double width = 1);
    void circle(Vec2d centre, double radius, const std::string& fill, const std::string& stroke = "none");
    void text(Vec2d at, std::string_view text, const TextStyle& style = {});
    /// What is drawn until end() is cut off at the box.
    void clip(Box box);
    void end() { raw("</g>\n"); }
    void raw(std::string_view svg) { body_ += svg; }
    /// `title` is what a screen reader says.
    std::string finish(std::string_view title) const;

private:
    double width_, height_;
    Theme theme_;
    std::string prefix_, body_;
    int clips_ = 0;
};

// ---- Figures ----

struct Axis {
    std::string label, unit;  ///< drawn as "label [unit]"
};

/// Where a figure's parts came to lie.
struct Layout {
    Box data;
    std::optional<Box> legend;
    std::vector<double> x_ticks, y_ticks;
};

struct Line {
    std::string name;
    std::vector<Vec2d> points;  ///< a NaN interrupts the line
};
struct LineChart {
    std::string title, note;
    Axis x, y;
    std::vector<Line> lines;
    bool from_zero = true;  ///< the y axis begins at 0
};
Layout draw(Canvas& canvas, Box area, const LineChart& chart);

struct BarChart {
    std::string title, note;
    Axis x, y;
    double lower = 0, width = 1;  ///< of the bins
    std::vector<double> heights;
    std::optional<double> mark;  ///< a vertical line, such as the mean …
    std::string mark_name;       ///< … and what it is
};
Layout draw(Canvas& canvas, Box area, const BarChart& chart);

/// Values on a grid whose sides need not be lengths: how often something happened over time and distance, say.
struct CellChart {
    std::string title, note;
    Axis x, y, value;
    Vec2d lower{}, upper{1, 1};  ///< of the grid
    std::size_t columns = 0, rows = 0;
    std::vector<double> values;  ///< row by row, upwards; 0 and NaN stay empty
};
Layout draw(Canvas& canvas, Box area, const CellChart& chart);

/// Points, means with their spread, and lines through them.
struct PointChart {
    std::string title, note;
    Axis x, y;
    struct Cloud {
        std::string name;
        std::vector<Vec2d> points;
        std::size_t category = kCategories;
    };
    std::vector<Cloud> clouds{};
    struct Spread {
        std::string name;
        struct Bar {
            Vec2d at{};
            double half = 0;  ///< upwards and downwards; NaN: none
        };
        std::vector<Bar> bars;
        std::size_t category = 0;
    };
    std::vector<Spread> spreads{};
    struct Curve {
        std::string name;
        std::vector<Vec2d> points;
        std::size_t category = 1;
    };
    std::vector<Curve> curves{};
    double x_most = std::numeric_limits<double>::infinity();  ///< what lies beyond is cut off; the axis begins at 0
    std::size_t most_points = 3000;  ///< of a cloud; of more, every k-th is drawn, and the figure says so
};
Layout draw(Canvas& canvas, Box area, const PointChart& chart);

/// Something over time, one line each, coloured by a value that changes along it; and over them what passed from one to
/// the next.
struct TraceChart {
    std::string title, note;
    Axis x, y, value;
    struct Trace {
        std::vector<Vec2d> points;  ///< a NaN interrupts the line
        std::vector<double> values;
    };
    std::vector<Trace> traces;
    double y_low = 0, y_high = 1;
    std::vector<std::vector<Vec2d>> marked{};  ///< lines with a ring at every point; a NaN interrupts them
    std::string marked_name{};
    std::size_t most_points = 12000;  ///< traces are thinned until there are no more
};
Layout draw(Canvas& canvas, Box area, const TraceChart& chart);

/// What lies under the data.
struct Ground {
    MapOutline outline;
    struct Goal {
        std::string name;
        std::vector<Vec2d> polygon;  ///< empty: a point
        Vec2d point{};
        std::vector<Vec2d> line{};  ///< along which people wait for it
    };
    std::vector<Goal> goals;
};

struct View {
    Vec2d lower{}, upper{10, 10};
};
/// What to show of people who were within `people` (nothing: nobody): all of them, and map and goals as far as they
/// do not make them small.
View view_of(const Ground& ground, const std::optional<View>& people);

/// Lines over a map that mean one thing.
struct LineSet {
    std::string name;  ///< empty: not in the legend
    std::vector<std::vector<Vec2d>> lines;
    Ink ink = Ink::faint;
    std::size_t category = 0;  ///< of Ink::category
    double width = 0;          ///< pixels; 0: thin, and thinner where there are many
    bool dashed = false;
    bool counted = true;  ///< the legend says how many
};
/// Places on a map that are worth pointing at, for one reason.
struct MarkSet {
    std::string name;
    std::vector<Vec2d> places;
    std::size_t category = 0;
    double radius = 3.2;  ///< pixels
    bool filled = false;
    bool counted = true;  ///< the legend says how many
};

struct HeatMap {
    std::string title, note;
    Axis value;
    GridField field;  ///< cells with 0 or NaN stay empty unless `zero_counts`
    bool zero_counts = false;
    Ground ground;
    View view;
    struct Arrow {
        Vec2d at, direction;  ///< a unit vector
    };
    std::vector<Arrow> arrows{};  ///< of one length, that of the least distance between two in a row
    std::string arrow_name{};
    std::vector<LineSet> lines{};
    std::vector<MarkSet> marks{};
};
Layout draw(Canvas& canvas, Box area, const HeatMap& map);

struct Path {
    std::vector<std::vector<Vec2d>> pieces;  ///< more than one where somebody was out of sight
    std::size_t category = 0;                ///< place in PathMap::categories
    double value = 0;                        ///< instead, where PathMap::value is given
};
struct PathMap {
    std::string title, note;
    Ground ground;
    View view;
    std::vector<Path> paths;
    std::vector<std::string> categories;
    std::optional<Axis> value;        ///< colour by value, with this name
    std::size_t most_paths = 2000;    ///< of more, every k-th is drawn, and the figure says so
    std::size_t most_points = 60000;  ///< paths are simplified until there are no more
    std::size_t most_marks = 300;     ///< start and end are marked up to so many paths
};
Layout draw(Canvas& canvas, Box area, const PathMap& map);

/// A map alone: its floor and walls, and on them what is worth pointing at.
struct OutlineMap {
    std::string title, note;
    Ground ground;
    View view;
    std::vector<MarkSet> marks;
    struct Tile {
        std::vector<Vec2d> corners;
        std::size_t category = 0;  ///< place in `categories`
    };
    std::vector<Tile> tiles;              ///< parts of the floor
    std::vector<std::string> categories;  ///< those without a name are not in the legend
    std::vector<LineSet> lines;
    std::size_t most_marks = 500;    ///< of one name, of those that are not filled
    std::size_t most_lines = 60000;  ///< of one name within the view; more would be a veil, and the legend says so
};
Layout draw(Canvas& canvas, Box area, const OutlineMap& map);

/// The height at which a map of this width shows its view without blank stripes, within reason.
double map_height(const View& view, double width);

/// One figure as a whole document; maps choose their height.
std::string figure(const LineChart& chart, double width, double height, Theme theme, const std::string& prefix = {});
std::string figure(const BarChart& chart, double width, double height, Theme theme, const std::string& prefix = {});
std::string figure(const CellChart& chart, double width, double height, Theme theme, const std::string& prefix = {});
std::string figure(const PointChart& chart, double width, double height, Theme theme, const std::string& prefix = {});
std::string figure(const TraceChart& chart, double width, double height, Theme theme, const std::string& prefix = {});
std::string figure(const HeatMap& map, double width, Theme theme, const std::string& prefix = {});
std::string figure(const PathMap& map, double width, Theme theme, const std::string& prefix = {});
std::string figure(const OutlineMap& map, double width, Theme theme, const std::string& prefix = {});

// ---- Parts others may use ----

/// Round numbers from low to high, at most `most` (at least two unless low equals high).
std::vector<double> ticks(double low, double high, std::size_t most);
/// As many decimals as the step between ticks needs, with a real minus sign.
std::string tick_label(double value, double step);
/// Douglas and Peucker: keeps the ends and everything farther than `tolerance` from the line without it.
std::vector<Vec2d> simplified(const std::vector<Vec2d>& points, double tolerance);

}  // namespace SIDESTEP_EXPORT plot
}  // namespace sidestep
