#include "plot/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/round_number.h"

namespace sidestep::plot {
namespace {

constexpr double kGap = 14;         // between entries of a legend
constexpr double kSwatch = 18;      // width of a legend's mark
constexpr double kLongest = 190;    // of a legend's label
constexpr double kLeastWidth = 60;  // of the data

double step_of(const std::vector<double>& at) {
    return at.size() > 1 ? at[1] - at[0] : 0;
}

double widest(const std::vector<double>& at) {
    double width = 0;
    for (const double t : at) width = std::max(width, text_width(tick_label(t, step_of(at)), kTickSize));
    return width;
}

std::vector<double> fitting_ticks(Range range, double pixels, bool along_x, bool whole) {
    for (std::size_t most = 9;; --most) {
        std::vector<double> at = ticks(range.low, range.high, most);
        if (whole && step_of(at) < 1 && range.size() >= 1) at = ticks(range.low, range.high, 2 + most / 4);
        if (whole) std::erase_if(at, [](double t) { return t != std::round(t); });
        const double each = along_x ? widest(at) + 14 : 22;
        if (most <= 2 || static_cast<double>(at.size()) * each <= pixels + each) return at;
    }
}

Range usable(Range range) {
    if (!std::isfinite(range.low) || !std::isfinite(range.high)) return {0, 1};
    if (range.high > range.low) return range;
    const double around = std::max(0.5, std::abs(range.low) * 0.05);
    return {range.low - around, range.high + around};
}

}  // namespace

std::string axis_text(const Axis& axis) {
    return axis.unit.empty() ? axis.label : fmt::format("{} [{}]", axis.label, axis.unit);
}

std::size_t ColourBar::level_of(double value) const {
    const double share = (value - range.low) / range.size() * static_cast<double>(levels);
    return static_cast<std::size_t>(std::clamp(share, 0.0, static_cast<double>(levels) - 1));
}

std::string ColourBar::colour_of(double value) const {
    return ramp(levels > 1 ? static_cast<double>(level_of(value)) / static_cast<double>(levels - 1) : 0);
}

Frame::Frame(Canvas& canvas, Box area, const FrameSpec& spec)
    : canvas_(canvas), area_(area), x_(usable(spec.x_range)), y_(usable(spec.y_range)) {
    // Bold letters are wider.
    canvas_.text({area.x, area.y + 15}, shortened(spec.title, 14 * 1.15, area.width), {.size = 14, .bold = true});
    double top = area.y + kTitleHeight;
    if (!spec.legend.empty()) top = draw_legend(top, spec);
    if (spec.bar) top = draw_bar(top, spec);
    canvas_.text({area.x, top + 12}, shortened(axis_text(spec.y), kSmall, area.width),
                 {.size = kSmall, .ink = Ink::faint});
    top += kRowHeight;
    const double bottom = area.bottom() - 2 * kRowHeight - (spec.note.empty() ? 0 : kRowHeight);
    Box& data = layout_.data;
    data = {area.x, top + 4, area.width, std::max(bottom - top - 4, 20.0)};
    // The labels' width decides where the data begin, and the range, which decides the labels, may grow with it.
    const Range x_given = x_, y_given = y_;
    double left = 40;
    for (int round = 0; round < 3; ++round) {
        data.x = area.x + left;
        data.width = std::max(area.width - left - 16, kLeastWidth);
        if (spec.true_aspect) {
            const double metres = std::max(x_given.size() / data.width, y_given.size() / data.height);
            const auto grown = [metres](Range r, double pixels) {
                const double more = (metres * pixels - r.size()) / 2;
                return Range{r.low - more, r.high + more};
            };
            x_ = grown(x_given, data.width);
            y_ = grown(y_given, data.height);
        }
        choose_ticks(spec);
        left = widest(layout_.y_ticks) + 10;
    }
    draw_ticks();
    const double baseline = data.bottom() + kRowHeight + 12;
    const std::string x_text = axis_text(spec.x);
    canvas_.text({data.x + data.width / 2, baseline},
                 shortened(x_text, kSmall, spec.true_aspect ? data.width / 2 : data.width),
                 {.size = kSmall, .anchor = TextStyle::Anchor::middle, .ink = Ink::faint});
    if (spec.true_aspect) draw_scale_bar(baseline);
    if (!spec.note.empty()) {
        canvas_.text({area.x, area.bottom() - 5}, shortened(spec.note, kSmall, area.width),
                     {.size = kSmall, .ink = Ink::faint});
    }
}

double Frame::draw_legend(double top, const FrameSpec& spec) {
    double x = area_.x;
    Box box{area_.x, top, area_.width, kRowHeight};
    for (const LegendEntry& entry : spec.legend) {
        const std::string label = shortened(entry.label, kSmall, std::min(kLongest, area_.width - kSwatch - 4));
        const double width = kSwatch + 4 + text_width(label, kSmall);
        if (x > area_.x && x + width > area_.right()) {
            x = area_.x;
            box.height += kRowHeight;
        }
        const double middle = box.bottom() - kRowHeight / 2;
        using Mark = LegendEntry::Mark;
        if (entry.mark == Mark::line) canvas_.line({x, middle}, {x + kSwatch, middle}, entry.colour, 2.5);
        if (entry.mark == Mark::dot) canvas_.circle({x + kSwatch - 5, middle}, 3, entry.colour);
        if (entry.mark == Mark::ring) canvas_.circle({x + kSwatch - 5, middle}, 3, "none", entry.colour);
        if (entry.mark == Mark::area) canvas_.rect({x + 3, middle - 5, kSwatch - 4, 10}, entry.colour);
        if (entry.mark == Mark::dashes) {
            canvas_.raw("<g stroke-dasharray=\"4 3\">");
            canvas_.line({x, middle}, {x + kSwatch, middle}, entry.colour, 1.6);
            canvas_.raw("</g>\n");
        }
        canvas_.text({x + kSwatch + 4, middle + 4}, label, {.size = kSmall});
        x += width + kGap;
    }
    layout_.legend = box;
    return box.bottom();
}

double Frame::draw_bar(double top, const FrameSpec& spec) {
    const ColourBar& bar = *spec.bar;
    const std::string name = shortened(axis_text(bar.axis), kSmall, area_.width * 0.45);
    const double start = area_.x + text_width(name, kSmall) + 16;
    const Box box{start, top + 4, std::max(std::min(240.0, area_.right() - start - 20), 40.0), 12};
    canvas_.text({area_.x, top + 14}, name, {.size = kSmall});
    const double each = box.width / static_cast<double>(bar.levels);
    for (std::size_t i = 0; i < bar.levels; ++i) {
        const double share = bar.levels > 1 ? static_cast<double>(i) / static_cast<double>(bar.levels - 1) : 0;
        // Half a pixel of overlap hides the seams that smoothing of edges leaves.
        const double wide = i + 1 < bar.levels ? each + 0.5 : each;
        canvas_.rect({box.x + each * static_cast<double>(i), box.y, wide, box.height}, ramp(share));
    }
    std::vector<double> at = fitting_ticks(bar.range, box.width, true, false);
    const double step = step_of(at);
    for (const double t : at) {
        const double x = box.x + (t - bar.range.low) / bar.range.size() * box.width;
        const bool more = bar.open_top && t > bar.range.high - 1e-9 * bar.range.size();
        canvas_.line({x, box.bottom()}, {x, box.bottom() + 3}, canvas_.colour(Ink::faint), 1);
        canvas_.text({x, box.bottom() + 14}, (more ? "≥ " : "") + tick_label(t, step),
                     {.size = kTickSize, .anchor = TextStyle::Anchor::middle, .ink = Ink::faint});
    }
    layout_.legend = Box{area_.x, top, area_.width, kBarHeight};
    return top + kBarHeight;
}

void Frame::choose_ticks(const FrameSpec& spec) {
    layout_.x_ticks = fitting_ticks(x_, layout_.data.width, true, false);
    layout_.y_ticks = fitting_ticks(y_, layout_.data.height, false, spec.whole_y);
    if (!spec.true_aspect) return;
    // One grid for both axes: squares can be counted.
    const double step = std::max(step_of(layout_.x_ticks), step_of(layout_.y_ticks));
    const auto multiples = [step](Range r) {
        std::vector<double> at;
        for (double i = std::ceil(r.low / step - 1e-9); i * step <= r.high + 1e-9 * step; ++i) at.push_back(i * step);
        return at;
    };
    if (step > 0 && multiples(x_).size() > 1) layout_.x_ticks = multiples(x_);
    if (step > 0 && multiples(y_).size() > 1) layout_.y_ticks = multiples(y_);
}

void Frame::draw_ticks() {
    const Box& data = layout_.data;
    const std::string grid = canvas_.colour(Ink::grid);
    for (const double t : layout_.x_ticks) {
        const double x = place({t, y_.low}).x;
        canvas_.line({x, data.y}, {x, data.bottom()}, grid, 1);
        canvas_.text({x, data.bottom() + 14}, tick_label(t, step_of(layout_.x_ticks)),
                     {.size = kTickSize, .anchor = TextStyle::Anchor::middle, .ink = Ink::faint});
    }
    for (const double t : layout_.y_ticks) {
        const double y = place({x_.low, t}).y;
        canvas_.line({data.x, y}, {data.right(), y}, grid, 1);
        canvas_.text({data.x - 6, y + 4}, tick_label(t, step_of(layout_.y_ticks)),
                     {.size = kTickSize, .anchor = TextStyle::Anchor::end, .ink = Ink::faint});
    }
    canvas_.line({data.x, data.bottom()}, {data.right(), data.bottom()}, canvas_.colour(Ink::faint), 1);
    canvas_.line({data.x, data.y}, {data.x, data.bottom()}, canvas_.colour(Ink::faint), 1);
}

void Frame::draw_scale_bar(double baseline) {
    const Box& data = layout_.data;
    double metres = round_number_above(x_.size() / 8);
    while (metres * pixels_per_x() > data.width / 4) metres = round_number_above(metres / 2.6);
    const double length = metres * pixels_per_x();
    const std::string label = tick_label(metres, metres) + " m";
    const double x = data.right() - length, y = baseline - 4;
    canvas_.raw(fmt::format("<path d=\"M{} {}v6m0-3h{}m0-3v6\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", decimal(x),
                            decimal(y - 3), decimal(length), canvas_.colour(Ink::text)));
    canvas_.text({x - 6, baseline}, label, {.size = kSmall, .anchor = TextStyle::Anchor::end});
}

}  // namespace sidestep::plot
