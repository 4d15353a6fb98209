# Builds viewer/ into one HTML file and tells a target where it is (SIDESTEP_VIEWER_PAGE), for apps/view/page.cpp.

option(SIDESTEP_VIEWER "build the viewer's page with npm and keep it in the command" ON)
set(SIDESTEP_VIEWER_FILE "" CACHE FILEPATH "a page built earlier, taken instead of building one")

function(sidestep_embed_viewer target source)
  if(SIDESTEP_VIEWER_FILE)
    set(page ${SIDESTEP_VIEWER_FILE})
  elseif(SIDESTEP_VIEWER)
    find_program(NPM npm REQUIRED)
    set(viewer ${PROJECT_SOURCE_DIR}/viewer)
    set(page ${CMAKE_BINARY_DIR}/viewer/index.html)
    set(installed ${viewer}/node_modules/.package-lock.json)  # npm's own record of what it installed
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${viewer}/src/* ${viewer}/index.html ${viewer}/*.json ${viewer}/*.ts)
    list(FILTER sources EXCLUDE REGEX "/(node_modules|dist)/")
    add_custom_command(OUTPUT ${installed}
      COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error
      COMMAND ${CMAKE_COMMAND} -E touch ${installed}
      DEPENDS ${viewer}/package.json ${viewer}/package-lock.json
      WORKING_DIRECTORY ${viewer} COMMENT "Installing the viewer's packages" VERBATIM)
    add_custom_command(OUTPUT ${page}
      COMMAND ${NPM} run --silent build -- --outDir ${CMAKE_BINARY_DIR}/viewer --emptyOutDir --logLevel warn
      DEPENDS ${installed} ${sources}
      WORKING_DIRECTORY ${viewer} COMMENT "Building the viewer's page" VERBATIM)
  else()
    return()
  endif()
  set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${page})
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS SIDESTEP_VIEWER_PAGE="${page}")
  if(NOT SIDESTEP_VIEWER_FILE)
    add_custom_target(sidestep_viewer DEPENDS ${page})
    add_dependencies(${target} sidestep_viewer)
  endif()
endfunction()
