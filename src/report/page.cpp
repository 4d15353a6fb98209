#include "report/page.h"

#include <fmt/format.h>

#include "sidestep/plot.h"
#include "sidestep/simulation.h"

namespace sidestep {

std::string report_page(std::string_view title, std::string_view body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<title>{}: report</title>\n<style>\n{}{}</style></head>\n<body><main>\n{}"
        "<footer>Made by sidestep {}. Units are SI.</footer>\n</main></body></html>\n",
        plot::escaped(title), plot::theme_css(), report_css(), body, plot::escaped(version()));
}

}  // namespace sidestep
