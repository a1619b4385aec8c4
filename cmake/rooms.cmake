# The rooms of the library (CONTRIBUTING.md), the lowest first. Each is a separate library and sees only rooms
# of lower rank: a file that needs others does not link. A new file belongs to the room of its folder. A new
# room needs its lines here and one in tests/base/ranks_test.cc.
set(STANDFAST_ROOMS
  base
  text num http
  corpus metric cluster checkpoint hub
  answers neural
  feature
  sample split shortcut model rewrite
  analysis
  study
  result
  report simulate)
# Most of the library reads, decides, writes and displays; optimising it would take a third of the compile
# time without a noticeable gain. These folders, with their subfolders, have the loops that take the time of a
# run. Sums have the same bytes at every level. (http and hub carry the bytes of models.)
set(STANDFAST_FOLDERS_OF_LOOPS
  base text num http hub cluster metric feature neural corpus/duplicate split/latent model/classify model/neural model/ppm model/verify
  analysis/attribution)
# A room without loops is compiled for size, which makes its code a third smaller. A room of both kinds has one
# precompiled header, which serves every level of optimisation except none and size.
set(STANDFAST_LITTLE_OPTIMISATION "")
set(STANDFAST_FOR_SIZE "")
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set(STANDFAST_LITTLE_OPTIMISATION -O1)
  set(STANDFAST_FOR_SIZE -Os)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With little optimisation, GCC 12 warns of things that cannot happen. The loops keep these warnings.
    set(alarms -Wno-maybe-uninitialized -Wno-stringop-overread -Wno-array-bounds -Wno-free-nonheap-object)
    list(APPEND STANDFAST_LITTLE_OPTIMISATION ${alarms})
    list(APPEND STANDFAST_FOR_SIZE ${alarms})
  endif()
elseif(STANDFAST_SANITIZE)
  set(STANDFAST_LITTLE_OPTIMISATION -O0)
  set(STANDFAST_FOR_SIZE -O0)
endif()

# Tells if the folder, or one above it, has such loops.
function(standfast_has_loops result folder)
  set(${result} FALSE PARENT_SCOPE)
  foreach(loops ${STANDFAST_FOLDERS_OF_LOOPS})
    if("${folder}/" MATCHES "^${loops}/")
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

set(standfast_rank_base "")
set(standfast_rank_text base)
set(standfast_rank_num base)
set(standfast_rank_http base)
set(standfast_rank_corpus text num)
set(standfast_rank_metric text num)
set(standfast_rank_cluster text num)
set(standfast_rank_hub text http)
set(standfast_rank_answers corpus metric cluster)
set(standfast_rank_checkpoint text num)
set(standfast_rank_neural checkpoint)
set(standfast_rank_feature corpus metric cluster neural hub)
set(standfast_rank_sample answers feature)
set(standfast_rank_split answers feature)
set(standfast_rank_shortcut answers feature)
set(standfast_rank_model answers feature)
set(standfast_rank_rewrite corpus metric http)
set(standfast_rank_analysis sample split shortcut model)
set(standfast_rank_study analysis)
set(standfast_rank_result study)
set(standfast_rank_report result)
set(standfast_rank_simulate result)

# Third-party headers that most files include. The first room with some flags precompiles them, and the other
# rooms with these flags reuse the result.
set(STANDFAST_COMMON_HEADERS
  <algorithm> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view> <utility> <vector>
  <filesystem> <fmt/format.h> <nlohmann/json.hpp> <tl/expected.hpp>)

# The only file that speaks HTTP.
set_source_files_properties(${PROJECT_SOURCE_DIR}/standfast/http/client.cc PROPERTIES
  COMPILE_DEFINITIONS "${STANDFAST_HTTPLIB_DEFINITIONS}" SKIP_PRECOMPILE_HEADERS ON)

foreach(room ${STANDFAST_ROOMS})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/standfast/${room}/*.cc)
  set(library standfast_${room})
  add_library(${library} STATIC ${sources})
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>)
  list(TRANSFORM standfast_rank_${room} PREPEND standfast_ OUTPUT_VARIABLE below)
  target_link_libraries(${library} PUBLIC standfast_dependencies ${below} PRIVATE $<BUILD_INTERFACE:standfast_warnings>)
  set(flags little)
  foreach(loops ${STANDFAST_FOLDERS_OF_LOOPS})
    if(loops MATCHES "^${room}(/|$)")
      set(flags usual)
    endif()
  endforeach()
  if(room IN_LIST STANDFAST_SANITIZE_NOT)
    set(flags unsanitized)
    target_compile_options(${library} PRIVATE -fno-sanitize=all)
  elseif(flags STREQUAL little)
    target_compile_options(${library} PRIVATE ${STANDFAST_FOR_SIZE})
  elseif(CMAKE_BUILD_TYPE STREQUAL Release)
    foreach(source ${sources})
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/standfast OUTPUT_VARIABLE path)
      get_filename_component(folder ${path} DIRECTORY)
      standfast_has_loops(loops ${folder})
      if(NOT loops)
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${STANDFAST_LITTLE_OPTIMISATION}")
      endif()
    endforeach()
  endif()
  standfast_unite(${library})
  if(DEFINED precompiled_${flags})
    target_precompile_headers(${library} REUSE_FROM ${precompiled_${flags}})
  else()
    target_precompile_headers(${library} PRIVATE ${STANDFAST_COMMON_HEADERS})
    set(precompiled_${flags} ${library})
  endif()
endforeach()

# The whole library. A target that links it is compiled with at least the C++ standard of its headers.
add_library(standfast INTERFACE)
target_compile_features(standfast INTERFACE cxx_std_20)
target_link_libraries(standfast INTERFACE standfast_report standfast_simulate standfast_rewrite standfast_hub)
target_link_libraries(standfast_http PUBLIC standfast_httplib)
add_library(standfast::standfast ALIAS standfast)
