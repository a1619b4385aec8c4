# The program without shared libraries: target standfast_static, made of the same objects and archives.
# Third-party libraries that distributions have only as shared libraries are compiled from their sources,
# which packaging/static fetches. A target with the property STANDFAST_STATIC is linked with them.
set(STANDFAST_STATIC_FOLDER ${PROJECT_BINARY_DIR}/third-party-archives)
set(compiled)
foreach(name fmt simdjson cpp-httplib)
  list(APPEND compiled ${STANDFAST_STATIC_FOLDER}/lib${name}.a)
endforeach()
add_custom_command(OUTPUT ${compiled}
  COMMAND ${PROJECT_SOURCE_DIR}/packaging/static/third-party-archives ${STANDFAST_STATIC_FOLDER} ${CMAKE_CXX_COMPILER}
  DEPENDS ${PROJECT_SOURCE_DIR}/packaging/static/third-party-archives
  COMMENT "Compiling third parties as archives" VERBATIM)
add_custom_target(standfast_third_party_archives DEPENDS ${compiled})

# A small data package replaces ICU's data of 31 MB: words of scripts without spaces, and encodings.
find_program(STANDFAST_ICUPKG icupkg PATHS /usr/sbin /sbin)
find_library(STANDFAST_ARCHIVE_icudata libicudata.a)
if(NOT STANDFAST_ICUPKG OR NOT STANDFAST_ARCHIVE_icudata)
  message(STATUS "No icupkg or libicudata.a: no target standfast_static, dist, container")
  return()
endif()
set(icu_data ${PROJECT_BINARY_DIR}/icu-data/icu_data.dat)
set(folder ${PROJECT_SOURCE_DIR}/packaging/static)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/icu-data)
add_custom_command(OUTPUT ${icu_data}
  COMMAND ${folder}/icu-data ${STANDFAST_ICUPKG} ${STANDFAST_ARCHIVE_icudata} ${folder}/icu_data.txt ${icu_data}
  DEPENDS ${folder}/icu-data ${folder}/icu_data.txt ${STANDFAST_ARCHIVE_icudata}
  COMMENT "Packing ICU's data" VERBATIM)
add_library(standfast_icu_data STATIC EXCLUDE_FROM_ALL ${folder}/icu_data.cc)
set_source_files_properties(${folder}/icu_data.cc PROPERTIES OBJECT_DEPENDS ${icu_data}
  COMPILE_DEFINITIONS "STANDFAST_ICU_DATA=\"${icu_data}\"")
target_link_libraries(standfast_icu_data PRIVATE standfast_warnings)

set(archives)
foreach(name ssl crypto brotlienc brotlidec brotlicommon icui18n icuuc z zstd deflate utf8proc lbfgs)
  find_library(STANDFAST_ARCHIVE_${name} lib${name}.a)
  if(NOT STANDFAST_ARCHIVE_${name})
    message(STATUS "No lib${name}.a: no target standfast_static, dist, container")
    return()
  endif()
  list(APPEND archives ${STANDFAST_ARCHIVE_${name}})
endforeach()
list(REVERSE compiled)  # cpp-httplib before what it needs
target_link_libraries(standfast_static_third_parties INTERFACE ${compiled} ${archives} standfast_icu_data
  Threads::Threads ${CMAKE_DL_LIBS})

add_executable(standfast_static EXCLUDE_FROM_ALL cli/main.cc)
add_dependencies(standfast_static standfast_third_party_archives)
set_target_properties(standfast_static PROPERTIES STANDFAST_STATIC ON OUTPUT_NAME standfast
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/static)
target_link_libraries(standfast_static PRIVATE standfast_commands standfast_warnings)
# CMake's own -pie would undo -static-pie.
set_property(TARGET standfast_static PROPERTY POSITION_INDEPENDENT_CODE)
target_compile_options(standfast_static PRIVATE -fPIE)
target_link_options(standfast_static PRIVATE -static-pie -Wl,--gc-sections)
