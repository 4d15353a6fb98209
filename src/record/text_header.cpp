#include "record/text_header.h"

namespace sidestep::text {
namespace {

std::string escaped(std::string_view text, bool is_key) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case ':':
                out += is_key ? "\\:" : ":";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char next = text[++i];
        switch (next) {
            case '\\':
            case ':':
                out += next;
                break;
            case 'n':
                out += '\n';
                break;
            case 'r':
                out += '\r';
                break;
            default:  // somebody else's comment, who does not escape
                out += '\\';
                out += next;
        }
    }
    return out;
}

}  // namespace

std::string header_line(std::string_view key, std::string_view value) {
    return "# " + escaped(key, true) + ": " + escaped(value, false) + "\n";
}

std::optional<std::pair<std::string, std::string>> parse_header_line(std::string_view line) {
    if (!line.starts_with('#')) return std::nullopt;
    line.remove_prefix(line.starts_with("# ") ? 2 : 1);
    std::size_t colon = 0;
    while (colon < line.size() && line[colon] != ':') colon += line[colon] == '\\' ? 2 : 1;
    if (colon >= line.size()) return std::nullopt;
    std::string_view value = line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    return std::pair(unescaped(line.substr(0, colon)), unescaped(value));
}

}  // namespace sidestep::text
