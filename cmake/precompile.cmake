# Headers that most sources include, parsed once per kind of target: a build from nothing takes two thirds of the time.
# Off by default: a compiler cache is quicker still and does not like them, and sources have to compile without.
option(SIDESTEP_PRECOMPILE "precompile common headers, for builds from nothing" OFF)

set(SIDESTEP_COMMON_HEADERS <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <limits>
  <map> <memory> <numbers> <optional> <set> <span> <sstream> <stdexcept> <string> <string_view> <thread> <unordered_map>
  <utility> <vector> <fmt/format.h>)

# The first target of a kind precompiles, those after it use what it made: a kind has the same compiler options.
function(sidestep_precompile kind target)
  if(NOT SIDESTEP_PRECOMPILE)
    return()
  endif()
  # GCC 12 forgets which headers were the system's, and warns of what its optimiser makes of them.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow -Wno-stringop-overread
    -Wno-array-bounds -Wno-maybe-uninitialized -Wno-free-nonheap-object>)
  get_property(first GLOBAL PROPERTY SIDESTEP_PRECOMPILED_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${SIDESTEP_COMMON_HEADERS} ${ARGN})
    set_property(GLOBAL PROPERTY SIDESTEP_PRECOMPILED_${kind} ${target})
  endif()
endfunction()
