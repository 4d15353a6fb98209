#include "arguments.h"

#include <fmt/format.h>

#include <charconv>

#include "sidestep/error.h"

namespace sidestep::cli {

void add_threads(CLI::App& command, int& threads, const std::string& help) {
    command.add_option("--threads", threads, help)->check(CLI::Range(0, 1024))->capture_default_str();
}

void add_view_of_picture(CLI::App& command, std::string& view, double& width) {
    command.add_option("--view", view, "X,Y,X,Y: draw only what lies between these corners");
    command.add_option("--width", width, "pixels of the picture")->check(CLI::Range(300, 10000))->capture_default_str();
}

CLI::Validator seed_check() {
    // CLI11 lets a negative seed wrap round and a huge one saturate: two seeds would silently be the same run.
    const auto refuse = [](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool whole = error == std::errc() && end == text.data() + text.size();
        return whole ? "" : "a seed is a whole number from 0 to 18446744073709551615, not " + text;
    };
    return {refuse, "SEED"};
}

void refuse_idle(const CLI::App& command, bool idle, std::initializer_list<const char*> options, const char* why) {
    for (const char* option : options) {
        if (!idle || command.count(option) == 0) continue;
        throw InputError({.message = fmt::format("{} would do nothing: it is {}", option, why),
                          .value = option,
                          .remedy = "Leave it out."});
    }
}

}  // namespace sidestep::cli
