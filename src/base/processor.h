// Chooses between the copies of a kernel (see pack.h). All copies give equal bits; SIDESTEP_SIMD=baseline in the
// environment forces the plain one.
#pragma once

namespace sidestep {

/// True when the AVX2 copies are compiled in, the processor has AVX2 and the environment does not object.
bool use_avx2();

}  // namespace sidestep

#ifdef SIDESTEP_NO_CLONES
#define SIDESTEP_DECLARE_KERNEL(declaration) \
    namespace baseline {                     \
    declaration;                             \
    }
#define SIDESTEP_CHOOSE_KERNEL(name) baseline::name
#else
#define SIDESTEP_DECLARE_KERNEL(declaration) \
    namespace baseline {                     \
    declaration;                             \
    }                                        \
    namespace avx2 {                         \
    declaration;                             \
    }
#define SIDESTEP_CHOOSE_KERNEL(name) (use_avx2() ? avx2::name : baseline::name)
#endif
