# Compiles the files of a folder together, ten at a time. Then what they include is read once, and reading it
# is most of the work of compiling them. Two files of a folder must not use one name for two things of their
# own; if they do, the compiler reports it. Files with options of their own are compiled alone, and so are the
# folders named here.
set(STANDFAST_UNITY_MOST 10 CACHE STRING "Files compiled together; 1: each alone")
set(STANDFAST_UNITY_ALONE
  standfast/report/figure)  # each figure has its caption(), its rows() and its draw()

function(standfast_unite target)
  if(STANDFAST_UNITY_MOST LESS 2)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(absolute ${folder} ABSOLUTE)
    cmake_path(RELATIVE_PATH absolute BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
    if(NOT source MATCHES "[.]cc$" OR folder IN_LIST STANDFAST_UNITY_ALONE)
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "${folder}" name)
    if(NOT DEFINED count_${name})
      set(count_${name} 0)
    endif()
    math(EXPR part "${count_${name}} / ${STANDFAST_UNITY_MOST}")
    math(EXPR count_${name} "${count_${name}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${part})
  endforeach()
endfunction()
