# Plug-ins (standfast/base/plugin.h): makes the header that says how this tree is built, and the libraries.
include(GNUInstallDirs)

file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/standfast/*.h)
set(build_id ${PROJECT_BINARY_DIR}/generated/standfast/build_id.h)
add_custom_command(OUTPUT ${build_id}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DOUT=${build_id} -DVERSION=${PROJECT_VERSION}
    "-DSETTINGS=${CMAKE_BUILD_TYPE} ${STANDFAST_ARCH} ${STANDFAST_SANITIZE} ${CMAKE_CXX_FLAGS}"
    -DPLUGINS=${CMAKE_INSTALL_FULL_LIBDIR}/standfast -P ${PROJECT_SOURCE_DIR}/cmake/build_id.cmake
  DEPENDS ${headers} ${PROJECT_SOURCE_DIR}/cmake/build_id.cmake VERBATIM)
add_custom_target(standfast_build_id DEPENDS ${build_id})
target_sources(standfast_base PRIVATE ${build_id})

# standfast_add_plugin(name SOURCES ... ROOMS ...): a library that is loaded when one of its components is
# used. It links the rooms that it needs and keeps their symbols to itself. So no function of it replaces one
# of the program, and none of the program replaces one of it.
function(standfast_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 plugin "" "" "SOURCES;ROOMS")
  add_library(${name} MODULE ${plugin_SOURCES})
  list(TRANSFORM plugin_ROOMS PREPEND standfast_)
  target_link_libraries(${name} PRIVATE ${plugin_ROOMS} standfast_warnings)
  target_link_options(${name} PRIVATE -Wl,--exclude-libs,ALL)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
