// SVG text: escaping, colours, sizes of texts, primitives.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "sidestep/plot.h"

namespace sidestep::plot {
namespace {

/// One code point, or nothing for a byte that does not begin a valid sequence. Advances past what it took.
std::optional<char32_t> next_code_point(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    bool valid = length > 0 && length <= text.size();
    char32_t value = length == 1 ? first : first & (0xffu >> (length + 1));
    for (std::size_t i = 1; valid && i < length; ++i) {
        valid = byte(i) >> 6 == 2;
        value = value << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
    valid = valid && value >= kSmallest[length] && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff);
    text.remove_prefix(valid ? length : 1);
    if (!valid) return std::nullopt;
    return value;
}

/// In parts of the font size, for DejaVu Sans, which is wider than what most readers have.
double advance(char32_t c) {
    constexpr std::string_view kNarrow = "iljI.,:;|'!", kSlim = "ftr()[]-/\" ", kWide = "mwMW@%";
    if (c >= 0x1100) return c >= 0x2000 && c < 0x2e80 ? 0.85 : 1.05;
    if (c >= 0x80) return 0.7;
    const char a = static_cast<char>(c);
    if (kNarrow.find(a) != std::string_view::npos) return 0.33;
    if (kSlim.find(a) != std::string_view::npos) return 0.42;
    if (kWide.find(a) != std::string_view::npos) return 0.97;
    if (a >= 'A' && a <= 'Z') return 0.72;
    return 0.635;
}

struct Tone {
    const char* name;
    const char* light;
    const char* dark;
};
constexpr std::array<Tone, 8> kTones{{
    {"paper", "#ffffff", "#14171b"},
    {"text", "#1d2126", "#e8eaed"},
    {"faint", "#5b636d", "#a3abb5"},
    {"grid", "#e3e6ea", "#2b3138"},
    {"floor", "#f3f5f7", "#1e2329"},
    {"wall", "#333a42", "#c3c9d0"},
    {"goal", "#8a6d00", "#e0c04c"},
    {"mark", "#b3262e", "#ff8f86"},
}};
// Blue, vermillion, green, purple, sky, orange; on dark paper the dark ones are lifted. The last is for everything
// else.
constexpr std::array<Tone, kCategories + 1> kCategoryTones{{
    {"c0", "#0072b2", "#4aa8e8"},
    {"c1", "#d55e00", "#f0803c"},
    {"c2", "#009e73", "#1fc496"},
    {"c3", "#b4548c", "#dd8fbb"},
    {"c4", "#3f9ad6", "#8fd0f7"},
    {"c5", "#c98a00", "#f0b429"},
    {"c6", "#868e96", "#868e96"},
}};

// L rises evenly from 0.30 to 0.92 in OKLCH while the hue goes from 300° to 105°, with the most chroma sRGB allows up
// to 0.155.
constexpr std::array<std::uint32_t, 17> kRamp{0x3c046d, 0x391e7f, 0x30328e, 0x204599, 0x00579f, 0x00689a,
                                              0x01789a, 0x00869d, 0x06959e, 0x04a49e, 0x00b49b, 0x30c192,
                                              0x60cc88, 0x87d67d, 0xadde72, 0xd1e568, 0xf4ea62};

}  // namespace

std::string colour(Theme theme, Ink ink, std::size_t category) {
    const Tone& tone =
        ink == Ink::category ? kCategoryTones[std::min(category, kCategories)] : kTones[static_cast<std::size_t>(ink)];
    return theme == Theme::plain ? tone.light : fmt::format("var(--{})", tone.name);
}

std::string ramp(double t) {
    const double at = std::clamp(std::isnan(t) ? 0.0 : t, 0.0, 1.0) * (kRamp.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), kRamp.size() - 2);
    const double share = at - static_cast<double>(low);
    std::uint32_t mixed = 0;
    for (const int shift : {16, 8, 0}) {
        const double a = kRamp[low] >> shift & 255, b = kRamp[low + 1] >> shift & 255;
        mixed = mixed << 8 | static_cast<std::uint32_t>(a + (b - a) * share + 0.5);
    }
    return fmt::format("#{:06x}", mixed);
}

std::string theme_css() {
    const auto block = [](const char* Tone::* side) {
        std::string text;
        for (const Tone& tone : kTones) text += fmt::format("--{}:{};", tone.name, tone.*side);
        for (const Tone& tone : kCategoryTones) text += fmt::format("--{}:{};", tone.name, tone.*side);
        return text;
    };
    return fmt::format(
        ":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n"
        "@media print{{:root{{color-scheme:light;{}}}}}\n",
        block(&Tone::light), block(&Tone::dark), block(&Tone::light));
}

std::string escaped(std::string_view text) {
    constexpr const char* kReplacement = "\xef\xbf\xbd";
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::string_view before = text;
        const auto c = next_code_point(text);
        // XML knows no control characters but tab and line ends, nor the two that are no characters.
        if (!c || (*c < 0x20 && *c != '\t' && *c != '\n' && *c != '\r') || *c == 0x7f || *c == 0xfffe || *c == 0xffff) {
            out += kReplacement;
        } else if (*c == '&') {
            out += "&amp;";
        } else if (*c == '<') {
            out += "&lt;";
        } else if (*c == '>') {
            out += "&gt;";
        } else if (*c == '"') {
            out += "&quot;";
        } else if (*c == '\'') {
            out += "&#39;";
        } else {
            out += before.substr(0, before.size() - text.size());
        }
    }
    return out;
}

double text_width(std::string_view text, double size) {
    double width = 0;
    while (!text.empty()) width += advance(next_code_point(text).value_or(0xfffd));
    return width * size;
}

std::string shortened(std::string_view text, double size, double width) {
    if (text_width(text, size) <= width) return std::string(text);
    const double room = width / size - 0.85;
    double used = 0;
    std::string_view rest = text;
    std::size_t kept = 0;
    while (!rest.empty()) {
        used += advance(next_code_point(rest).value_or(0xfffd));
        if (used > room) break;
        kept = text.size() - rest.size();
    }
    return std::string(text.substr(0, kept)) + "…";
}

std::string decimal(double value, int digits) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

Canvas::Canvas(double width, double height, Theme theme, std::string prefix)
    : width_(width), height_(height), theme_(theme), prefix_(std::move(prefix)) {}

void Canvas::line(Vec2d a, Vec2d b, const std::string& stroke, double width) {
    body_ += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", decimal(a.x), decimal(a.y),
                         decimal(b.x), decimal(b.y), stroke, decimal(width));
}

void Canvas::rect(Box box, const std::string& fill, const std::string& stroke, double width) {
    body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"", decimal(box.x),
                         decimal(box.y), decimal(box.width), decimal(box.height), fill);
    if (stroke != "none") body_ += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", stroke, decimal(width));
    body_ += "/>\n";
}

void Canvas::circle(Vec2d centre, double radius, const std::string& fill, const std::string& stroke) {
    body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"", decimal(centre.x), decimal(centre.y),
                         decimal(radius), fill);
    if (stroke != "none") body_ += fmt::format(" stroke=\"{}\"", stroke);
    body_ += "/>\n";
}

void Canvas::text(Vec2d at, std::string_view text, const TextStyle& style) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"", decimal(at.x), decimal(at.y),
                         decimal(style.size), colour(style.ink));
    if (style.anchor != TextStyle::Anchor::start) {
        body_ += style.anchor == TextStyle::Anchor::middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
    }
    if (style.bold) body_ += " font-weight=\"600\"";
    body_ += '>' + escaped(text) + "</text>\n";
}

void Canvas::clip(Box box) {
    const std::string id = fmt::format("{}clip{}", prefix_, clips_++);
    body_ += fmt::format(
        "<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath><g "
        "clip-path=\"url(#{})\">\n",
        id, decimal(box.x), decimal(box.y), decimal(box.width), decimal(box.height), id);
}

std::string Canvas::finish(std::string_view title) const {
    const std::string w = decimal(width_), h = decimal(height_);
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" "
        "aria-label=\"{}\" fill=\"none\"",
        w, h, w, h, escaped(title));
    // Inside a page the figure takes the page's letters.
    if (theme_ == Theme::plain) svg += " font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\"";
    svg += ">\n";
    if (theme_ == Theme::plain) {
        svg += fmt::format("<title>{}</title>\n<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", escaped(title), w, h,
                           colour(Ink::paper));
    }
    return svg + body_ + "</svg>\n";
}

}  // namespace sidestep::plot
