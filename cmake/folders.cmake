# One object library per folder of src/, joined into the library `sidestep`.

set(SIDESTEP_FOLDERS "" CACHE INTERNAL "")
set(SIDESTEP_LIBRARIES "" CACHE INTERNAL "")

add_library(sidestep_options INTERFACE)
# No fused multiply-add: the same bits on every x86-64 machine.
target_compile_options(sidestep_options INTERFACE -ffp-contract=off -Wall -Wextra -Wshadow -Wno-psabi
  -fno-math-errno -fno-trapping-math
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 warns of its own string concatenation
if(SIDESTEP_WERROR)
  target_compile_options(sidestep_options INTERFACE -Werror)
endif()

function(sidestep_folder name)
  cmake_parse_arguments(F "" "" "USES;LIBRARIES;INCLUDES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  file(GLOB kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.kernel.cpp)
  list(REMOVE_ITEM sources "" ${kernels})
  set(objects "")

  set(targets "")
  if(sources)
    add_library(sidestep_${name} OBJECT ${sources})
    list(APPEND targets sidestep_${name})
  endif()
  # Kernels are compiled once for plain x86-64 and once for AVX2, each in a namespace of its own (base/pack.h).
  if(kernels)
    add_library(sidestep_${name}_baseline OBJECT ${kernels})
    target_compile_definitions(sidestep_${name}_baseline PRIVATE SIDESTEP_ARCH=baseline)
    list(APPEND targets sidestep_${name}_baseline)
    if(SIDESTEP_CLONES AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      add_library(sidestep_${name}_avx2 OBJECT ${kernels})
      target_compile_definitions(sidestep_${name}_avx2 PRIVATE SIDESTEP_ARCH=avx2)
      target_compile_options(sidestep_${name}_avx2 PRIVATE -mavx2)
      list(APPEND targets sidestep_${name}_avx2)
    endif()
  endif()

  foreach(target ${targets})
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(${target} SYSTEM PUBLIC ${F_INCLUDES})
    target_compile_definitions(${target} PRIVATE SIDESTEP_VERSION="${PROJECT_VERSION}"
      $<$<NOT:$<BOOL:${SIDESTEP_CLONES}>>:SIDESTEP_NO_CLONES>)
    target_link_libraries(${target} PRIVATE sidestep_options fmt::fmt TBB::tbb ${F_LIBRARIES})
    string(REGEX MATCH "baseline$|avx2$" arch ${target})
    sidestep_precompile(library_${arch} ${target})
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  endforeach()

  set(SIDESTEP_OBJECTS_${name} "${objects}" CACHE INTERNAL "")
  set(SIDESTEP_USES_${name} "${F_USES}" CACHE INTERNAL "")
  set(SIDESTEP_LIBRARIES_${name} "${F_LIBRARIES}" CACHE INTERNAL "")
  set(SIDESTEP_FOLDERS ${SIDESTEP_FOLDERS} ${name} CACHE INTERNAL "")
  set(SIDESTEP_LIBRARIES ${SIDESTEP_LIBRARIES} ${F_LIBRARIES} CACHE INTERNAL "")
endfunction()

function(sidestep_library)
  set(all "")
  foreach(folder ${SIDESTEP_FOLDERS})
    list(APPEND all ${SIDESTEP_OBJECTS_${folder}})
  endforeach()
  add_library(sidestep STATIC ${all})
  add_library(sidestep::sidestep ALIAS sidestep)
  set_target_properties(sidestep PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(sidestep PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(sidestep PUBLIC cxx_std_20)
  list(REMOVE_DUPLICATES SIDESTEP_LIBRARIES)
  foreach(library ${SIDESTEP_LIBRARIES})
    if(NOT library STREQUAL nlohmann_json::nlohmann_json)  # header-only, used in sources alone
      target_link_libraries(sidestep PRIVATE ${library})
    endif()
  endforeach()
  target_link_libraries(sidestep PRIVATE fmt::fmt TBB::tbb Threads::Threads)
endfunction()
