# cmake --install: the libraries as CMake and pkg-config packages, the command, and the scenes it finds by name.
# Nothing installed names a path of this machine: the whole tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sidestep)
foreach(library ${SIDESTEP_LIBRARIES})
  install(TARGETS sidestep_${library} EXPORT sidestep-${library}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_target_properties(sidestep_${library} PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(EXPORT sidestep-${library} FILE sidestep-${library}-targets.cmake NAMESPACE sidestep::
    DESTINATION ${package_dir})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sidestep DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes ${PROJECT_SOURCE_DIR}/profiles DESTINATION ${CMAKE_INSTALL_DATADIR}/sidestep FILES_MATCHING PATTERN "*.json")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/sidestep)
if(SIDESTEP_CLI)
  install(TARGETS sidestep_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/sidestep.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/sidestep.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME sidestep)
  set_target_properties(sidestep_command PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sidestep-config.cmake.in
  ${PROJECT_BINARY_DIR}/sidestep-config.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break what embeds the library.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sidestep-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sidestep-config.cmake ${PROJECT_BINARY_DIR}/sidestep-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/sidestep-dependencies.cmake DESTINATION ${package_dir})

# Whoever links a static library links what it uses; a shared one knows by itself.
set(about_core "moves people about: scenarios, maps, routes, models, the simulation")
set(about_files "scene files, imported plans and models, recordings")
set(about_lab "analysis, calibration, figures, reports")
foreach(library ${SIDESTEP_LIBRARIES})
  set(pc_requires "")
  set(pc_used tbb)
  set(pc_used_libraries "-lpthread")
  foreach(below ${SIDESTEP_ON_${library}})
    list(APPEND pc_requires "sidestep-${below} = ${PROJECT_VERSION}")
  endforeach()
  foreach(link ${SIDESTEP_LINKS_${library}})
    if(link STREQUAL SQLite::SQLite3)
      list(APPEND pc_used sqlite3)
    elseif(link STREQUAL fmt::fmt)
      list(APPEND pc_used fmt)
    elseif(link STREQUAL ZLIB::ZLIB)
      list(APPEND pc_used zlib)
    elseif(link MATCHES "^sidestep_uses::(.*)")
      string(APPEND pc_used_libraries " -l${CMAKE_MATCH_1}")
    else()
      message(FATAL_ERROR "${link}: what does pkg-config call it?")
    endif()
  endforeach()
  string(JOIN ", " pc_requires ${pc_requires})
  string(JOIN ", " pc_used ${pc_used})
  set(pc_libraries "-L\${libdir} -lsidestep_${library}")
  set(pc_private "")
  if(BUILD_SHARED_LIBS)
    set(pc_private "Requires.private: ${pc_used}\nLibs.private: ${pc_used_libraries}\n")
  else()
    string(JOIN ", " pc_requires ${pc_requires} ${pc_used})
    string(APPEND pc_libraries " ${pc_used_libraries}")
  endif()
  file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
  file(WRITE ${PROJECT_BINARY_DIR}/sidestep-${library}.pc
"prefix=\${pcfiledir}/${to_prefix}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: sidestep-${library}
Description: Crowd simulation: ${about_${library}}
Version: ${PROJECT_VERSION}
Requires: ${pc_requires}
Cflags: -I\${includedir}
Libs: ${pc_libraries}
${pc_private}")
  install(FILES ${PROJECT_BINARY_DIR}/sidestep-${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
