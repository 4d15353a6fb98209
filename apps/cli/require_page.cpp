#include "require_page.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "sidestep/error.h"
#include "view/page.h"

namespace sidestep::cli {

std::string require_page() {
    InputProblem problem;
    if (const char* file = std::getenv("SIDESTEP_PAGE"); file != nullptr && *file != '\0') {
        std::ifstream in(file, std::ios::binary);
        std::string page{std::istreambuf_iterator<char>(in), {}};
        if (!page.empty()) return page;
        problem.message = fmt::format("the page \"{}\" named by SIDESTEP_PAGE cannot be read", file);
        problem.file = file;
        problem.remedy = "Unset SIDESTEP_PAGE to use the page inside the program.";
        throw InputError(problem);
    }
    const std::string_view page = view::viewer_page();
    if (!page.empty()) return std::string(page);
    problem.message = "this program was built without the viewer";
    problem.remedy = "Build it with npm installed and -DSIDESTEP_VIEWER=ON (docs/viewer.md).";
    throw InputError(problem);
}

}  // namespace sidestep::cli
