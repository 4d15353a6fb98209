#include "base/processor.h"

#include <cstdlib>
#include <string_view>

namespace sidestep {

bool use_avx2() {
#ifdef SIDESTEP_NO_CLONES
    return false;
#else
    static const bool use = [] {
        const char* wish = std::getenv("SIDESTEP_SIMD");
        if (wish != nullptr && std::string_view(wish) == "baseline") return false;
        return __builtin_cpu_supports("avx2") != 0;
    }();
    return use;
#endif
}

}  // namespace sidestep
