// Text of brackets inside brackets. Parsers and what is made of their documents may go down once for each, and a few
// kilobytes of a foreign file can have more levels than there is stack.
#pragma once

#include <cstddef>
#include <string_view>

namespace sidestep {

inline constexpr std::size_t kDeepestText = 64;  ///< ours have a dozen

/// Whether JSON has more brackets inside each other. Text that is no JSON gets some answer.
inline bool nests_too_deep(std::string_view json, std::size_t deepest = kDeepestText) {
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest) return true;
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return false;
}

}  // namespace sidestep
