// What surrounds the data of every figure: title, legend or colour bar, axes with ticks, note. It is laid out before
// any data are drawn, from top to bottom, so nothing can come to lie on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sidestep/plot.h"

namespace sidestep::plot {

struct Range {
    double low = 0, high = 1;
    double size() const { return high - low; }
};

struct LegendEntry {
    enum class Mark { line, dot, ring, area, dashes } mark = Mark::line;
    std::string colour, label;
};

struct ColourBar {
    Axis axis;
    Range range;
    bool open_top = false;  ///< the last colour also stands for everything above
    std::size_t levels = 16;
    std::string colour_of(double value) const;
    std::size_t level_of(double value) const;
};

struct FrameSpec {
    std::string title, note;
    Axis x, y;
    Range x_range, y_range;
    bool whole_y = false;  ///< y counts: no ticks between whole numbers
    bool true_aspect =
        false;  ///< a metre is as long along y as along x; ranges grow to fill the box. Adds a scale bar.
    std::vector<LegendEntry> legend{};
    std::optional<ColourBar> bar{};
};

class Frame {
public:
    /// Draws everything but the data.
    Frame(Canvas& canvas, Box area, const FrameSpec& spec);
    const Layout& layout() const { return layout_; }
    Vec2d place(Vec2d data) const {
        return {layout_.data.x + (data.x - x_.low) * layout_.data.width / x_.size(),
                layout_.data.bottom() - (data.y - y_.low) * layout_.data.height / y_.size()};
    }
    double pixels_per_x() const { return layout_.data.width / x_.size(); }

private:
    double draw_legend(double top, const FrameSpec& spec);
    double draw_bar(double top, const FrameSpec& spec);
    void choose_ticks(const FrameSpec& spec);
    void draw_ticks();
    void draw_scale_bar(double baseline);

    Canvas& canvas_;
    Box area_;
    Layout layout_;
    Range x_, y_;
};

std::string axis_text(const Axis& axis);

/// Lines of text and ticks.
inline constexpr double kTitleHeight = 22, kRowHeight = 18, kBarHeight = 40, kSmall = 11.5, kTickSize = 11.5;
/// Above and below the data of a map with two rows of legend or a colour bar.
inline constexpr double kMapSurround = kTitleHeight + 2 * kRowHeight + 3 * kRowHeight;

}  // namespace sidestep::plot
