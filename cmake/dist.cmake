# Targets for distribution: dist (a tarball with the all-static program), container (the contents of an
# image), and, by CPack, the Debian packages standfast and standfast-dev (target package, or cpack -G DEB).
if(TARGET standfast_static)
  set(tarball ${PROJECT_BINARY_DIR}/dist/standfast-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}.tar.xz)
  set(packaging ${PROJECT_SOURCE_DIR}/packaging)
  add_custom_command(OUTPUT ${tarball}
    COMMAND ${packaging}/tarball ${PROJECT_BINARY_DIR} ${PROJECT_VERSION}
    DEPENDS standfast_static standfast_cli ${packaging}/tarball ${packaging}/licences ${packaging}/tarball-readme.md
      ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
    COMMENT "Packing ${tarball}" VERBATIM)
  add_custom_target(dist DEPENDS ${tarball})
  add_custom_target(container
    COMMAND ${PROJECT_SOURCE_DIR}/packaging/container/rootfs ${PROJECT_BINARY_DIR} ${PROJECT_VERSION}
    COMMENT "Making dist/container" VERBATIM)
  add_dependencies(container dist)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME standfast)
set(CPACK_PACKAGE_VENDOR "The Standfast contributors")
set(CPACK_PACKAGE_CONTACT "The Standfast contributors <standfast@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/dist)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program dev)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME standfast)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The program: splits, samples, checks and scores corpora, runs studies, writes reports.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME standfast-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "The library: headers, archives, and a package for find_package(standfast) of CMake.")
# Lists the packages that third_parties.cmake looks for.
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libsimdjson-dev, nlohmann-json3-dev, libfmt-dev, libexpected-dev, zlib1g-dev, \
libicu-dev, libssl-dev, pkg-config, libzstd-dev, libdeflate-dev, libutf8proc-dev, libcpp-httplib-dev, liblbfgs-dev")
include(CPack)
