#include "sidestep/error.h"

namespace sidestep {

namespace {

/// How many bytes from here are one control character: 1, 2 for those beyond ASCII (U+0080 to U+009F), 0 for another.
std::size_t control_bytes(std::string_view rest) {
    const auto first = static_cast<unsigned char>(rest[0]);
    if (first < 0x20 || first == 0x7f) return 1;
    if (first != 0xc2 || rest.size() < 2) return 0;
    const auto second = static_cast<unsigned char>(rest[1]);
    return second >= 0x80 && second <= 0x9f ? 2 : 0;
}

}  // namespace

std::string printable(std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = control_bytes(text.substr(i));
        if (bytes == 0) {
            shown += text[i++];
        } else if (text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
            shown += text[i] == '\n' ? "\\n" : text[i] == '\t' ? "\\t" : "\\r";
            ++i;
        } else {
            const auto code = static_cast<unsigned char>(text[i + bytes - 1]);
            shown += {'\\', 'x', digits[code >> 4], digits[code & 15]};
            i += bytes;
        }
    }
    return shown;
}

std::string to_text(const InputProblem& problem) {
    std::string text = problem.file;
    if (problem.line > 0) {
        text += (text.empty() ? "line " : ":") + std::to_string(problem.line);
        if (problem.column > 0) text += ":" + std::to_string(problem.column);
    }
    if (!text.empty()) text += ": ";
    text += problem.message;

    std::string details;
    const auto add = [&details](const char* label, const std::string& what) {
        if (what.empty()) return;
        if (!details.empty()) details += "; ";
        details += label + what;
    };
    add("at ", problem.pointer);
    add("value ", problem.value);
    add("allowed ", problem.allowed);
    if (!details.empty()) text += " (" + details + ")";
    if (!problem.remedy.empty()) text += ". " + problem.remedy;
    return printable(text);
}

InputError::InputError(InputProblem problem) : std::runtime_error(to_text(problem)), problem_(std::move(problem)) {}

}  // namespace sidestep
