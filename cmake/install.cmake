# Installation rules for `cmake --install`. Component program: the program, the files that its reader needs,
# and generated pages. Component dev: headers, the archives of the rooms and a package for
# find_package(standfast).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(STANDFAST_PROGRAM)
  install(TARGETS standfast_cli RUNTIME COMPONENT program)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CITATION.cff
  ${PROJECT_SOURCE_DIR}/packaging/function-words-licence DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
# Man pages and shell completions, if the build made them: a folder with the layout of PREFIX/share.
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR} COMPONENT program OPTIONAL)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/standfast)
set(libraries ${STANDFAST_ROOMS})
list(TRANSFORM libraries PREPEND standfast_)
list(APPEND libraries standfast_dependencies standfast_third_parties standfast_httplib)
foreach(library ${libraries})
  string(REGEX REPLACE "^standfast_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS standfast ${libraries} EXPORT standfastTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT standfastTargets NAMESPACE standfast:: DESTINATION ${package} COMPONENT dev)
configure_package_config_file(cmake/standfastConfig.cmake.in ${PROJECT_BINARY_DIR}/standfastConfig.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
# Before 1.0, a minor version may change the meaning of a name.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/standfastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/standfastConfig.cmake ${PROJECT_BINARY_DIR}/standfastConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/third_parties.cmake DESTINATION ${package} COMPONENT dev)
# Installs all headers except one, which is internal to the library and needs Eigen.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/standfast ${PROJECT_BINARY_DIR}/generated/standfast
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.h" PATTERN "num/kernel/eigen.h" EXCLUDE)

if(STANDFAST_PROGRAM)
  include(cmake/dist.cmake)
endif()
