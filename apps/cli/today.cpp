#include "today.h"

#include <array>
#include <cstdlib>
#include <ctime>

namespace sidestep::cli {

std::string today() {
    const char* const fixed = std::getenv("SOURCE_DATE_EPOCH");
    const std::time_t now = fixed && *fixed ? static_cast<std::time_t>(std::atoll(fixed)) : std::time(nullptr);
    std::tm parts{};
    if (fixed && *fixed) {
        gmtime_r(&now, &parts);
    } else {
        localtime_r(&now, &parts);
    }
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
    return text.data();
}

}  // namespace sidestep::cli
