# cmake --install: the library as a CMake package, the command, and the scenes it finds by name.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS sidestep EXPORT sidestep-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sidestep DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/sidestep FILES_MATCHING PATTERN "*.json")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/sidestep)
if(SIDESTEP_CLI)
  install(TARGETS sidestep_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sidestep)
install(EXPORT sidestep-targets NAMESPACE sidestep:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sidestep-config.cmake.in
  ${PROJECT_BINARY_DIR}/sidestep-config.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break what embeds the library.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sidestep-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sidestep-config.cmake ${PROJECT_BINARY_DIR}/sidestep-config-version.cmake
  DESTINATION ${package_dir})
