# One object library per folder of src/, joined into the libraries that programs link.

set(SIDESTEP_FOLDERS "" CACHE INTERNAL "")
set(SIDESTEP_LIBRARIES "" CACHE INTERNAL "")

add_library(sidestep_options INTERFACE)
# No fused multiply-add: the same bits on every x86-64 machine.
target_compile_options(sidestep_options INTERFACE -ffp-contract=off -Wall -Wextra -Wshadow -Wno-psabi
  -fno-math-errno -fno-trapping-math -fno-semantic-interposition
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 warns of its own string concatenation
if(SIDESTEP_WERROR)
  target_compile_options(sidestep_options INTERFACE -Werror)
endif()

function(sidestep_folder name)
  cmake_parse_arguments(F "" "" "HEADERS;USES;LIBRARIES;INCLUDES" ${ARGN})
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
    target_link_libraries(${target} PRIVATE sidestep_options ${SIDESTEP_FMT} TBB::tbb ${F_LIBRARIES})
    # Clang does not carry a namespace's attribute over to definitions elsewhere: what it hid would be missed.
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    endif()
    string(REGEX MATCH "baseline$|avx2$" arch ${target})
    sidestep_precompile(library_${SIDESTEP_FMT}_${arch} ${target})
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  endforeach()

  set(SIDESTEP_OBJECTS_${name} "${objects}" CACHE INTERNAL "")
  set(SIDESTEP_USES_${name} "${F_USES}" CACHE INTERNAL "")
  set(SIDESTEP_LIBRARIES_${name} "${SIDESTEP_FMT};${F_LIBRARIES}" CACHE INTERNAL "")
  set(SIDESTEP_FOLDERS ${SIDESTEP_FOLDERS} ${name} CACHE INTERNAL "")
endfunction()

# The folders named and all they use.
function(sidestep_all_used result)
  set(all ${ARGN})
  set(pending ${ARGN})
  while(pending)
    list(POP_FRONT pending folder)
    foreach(used ${SIDESTEP_USES_${folder}})
      if(NOT used IN_LIST all)
        list(APPEND all ${used})
        list(APPEND pending ${used})
      endif()
    endforeach()
  endwhile()
  set(${result} ${all} PARENT_SCOPE)
endfunction()

# sidestep_NAME of folders and all they use, without what the libraries it stands ON have.
function(sidestep_library name)
  cmake_parse_arguments(L "" "" "FOLDERS;ON" ${ARGN})
  sidestep_all_used(folders ${L_FOLDERS})
  foreach(library ${SIDESTEP_LIBRARIES})
    list(REMOVE_ITEM folders ${SIDESTEP_FOLDERS_${library}})
  endforeach()
  set(links "")
  foreach(folder ${folders})
    list(APPEND links ${SIDESTEP_LIBRARIES_${folder}})
  endforeach()
  list(REMOVE_ITEM links nlohmann_json::nlohmann_json fmt::fmt-header-only)  # used in sources alone
  list(REMOVE_DUPLICATES links)
  set(SIDESTEP_LIBRARIES ${SIDESTEP_LIBRARIES} ${name} CACHE INTERNAL "")
  set(SIDESTEP_FOLDERS_${name} "${folders}" CACHE INTERNAL "")
  set(SIDESTEP_LINKS_${name} "${links}" CACHE INTERNAL "")
  set(SIDESTEP_ON_${name} "${L_ON}" CACHE INTERNAL "")
  sidestep_join(sidestep_${name} ${name} "" "")
  add_library(sidestep::${name} ALIAS sidestep_${name})
  set_target_properties(sidestep_${name} PROPERTIES EXPORT_NAME ${name})
endfunction()

# A library of what was compiled for it; KIND is empty (as BUILD_SHARED_LIBS says), STATIC or SHARED, SUFFIX is that of the
# libraries below it.
function(sidestep_join target name kind suffix)
  set(objects "")
  foreach(folder ${SIDESTEP_FOLDERS_${name}})
    list(APPEND objects ${SIDESTEP_OBJECTS_${folder}})
  endforeach()
  add_library(${target} ${kind} ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  foreach(below ${SIDESTEP_ON_${name}})
    target_link_libraries(${target} PUBLIC sidestep_${below}${suffix})
  endforeach()
  target_link_libraries(${target} PRIVATE ${SIDESTEP_LINKS_${name}} TBB::tbb Threads::Threads)
endfunction()

# No folder is left out.
function(sidestep_check_libraries)
  set(all ${SIDESTEP_FOLDERS})
  foreach(library ${SIDESTEP_LIBRARIES})
    list(REMOVE_ITEM all ${SIDESTEP_FOLDERS_${library}})
  endforeach()
  if(all)
    message(FATAL_ERROR "no library has the folders ${all}")
  endif()
endfunction()
