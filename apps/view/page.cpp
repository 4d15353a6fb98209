#include "page.h"

#ifdef SIDESTEP_VIEWER_PAGE
// The assembler copies the file: a megabyte as a C++ array would take the compiler longer than the rest of the program.
asm(".pushsection .rodata\n"
    "sidestep_viewer_page_begin:\n"
    ".incbin \"" SIDESTEP_VIEWER_PAGE
    "\"\n"
    "sidestep_viewer_page_end:\n"
    ".popsection\n");
extern "C" {
extern const char sidestep_viewer_page_begin[];
extern const char sidestep_viewer_page_end[];
}
#endif

namespace sidestep::view {

std::string_view viewer_page() {
#ifdef SIDESTEP_VIEWER_PAGE
    return {sidestep_viewer_page_begin, sidestep_viewer_page_end};
#else
    return {};
#endif
}

}  // namespace sidestep::view
