# Compiles the files of a folder together, ten at a time. Then what they include is read once, and reading it
# is most of the work of compiling them. Two files of a folder must not use one name for two things of their
# own; if they do, the compiler reports it. Files with options of their own are compiled alone, and so are the
# folders named here.
#
# CMake can do the same, but it includes files by their whole path. So a compiler cache would know nothing of
# another clone. Here files are included by their path in the project.
set(STANDFAST_UNITY_MOST 40 CACHE STRING "Files compiled together; 1: each alone")
set(STANDFAST_UNITY_ALONE
  standfast/num/factor)  # each factorisation has its blocks and its problem

# Is the file compiled as all others of its target are?
function(standfast_is_plain result source)
  set(${result} TRUE PARENT_SCOPE)
  foreach(property COMPILE_DEFINITIONS SKIP_PRECOMPILE_HEADERS)
    get_source_file_property(own ${source} ${property})
    if(own)
      set(${result} FALSE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

function(standfast_unite target)
  if(STANDFAST_UNITY_MOST LESS 2)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(folders)
  foreach(source ${sources})
    get_filename_component(absolute ${source} ABSOLUTE)
    cmake_path(RELATIVE_PATH absolute BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    get_filename_component(folder ${path} DIRECTORY)
    standfast_is_plain(plain ${source})
    if(NOT plain OR NOT source MATCHES "[.]cc$" OR path MATCHES "^[.][.]" OR folder IN_LIST STANDFAST_UNITY_ALONE)
      continue()
    endif()
    list(APPEND folders ${folder})
    list(APPEND of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    list(LENGTH of_${folder} files)
    math(EXPR last "(${files} - 1) / ${STANDFAST_UNITY_MOST}")
    foreach(part RANGE ${last})
      math(EXPR begin "${part} * ${STANDFAST_UNITY_MOST}")
      list(SUBLIST of_${folder} ${begin} ${STANDFAST_UNITY_MOST} together)
      set(lines "// Made by cmake/unity.cmake.\n")
      foreach(source ${together})
        get_filename_component(absolute ${source} ABSOLUTE)
        cmake_path(RELATIVE_PATH absolute BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
        string(APPEND lines "#include \"${path}\"\n")
      endforeach()
      string(MAKE_C_IDENTIFIER "${folder}" name)
      set(unity ${PROJECT_BINARY_DIR}/unity/${name}_${part}.cc)
      file(CONFIGURE OUTPUT ${unity} CONTENT "${lines}" @ONLY)
      target_sources(${target} PRIVATE ${unity})
      list(GET together 0 first)
      get_source_file_property(options ${first} COMPILE_OPTIONS)  # the same for all of a folder
      if(options)
        set_source_files_properties(${unity} PROPERTIES COMPILE_OPTIONS "${options}")
      endif()
      set_source_files_properties(${together} PROPERTIES HEADER_FILE_ONLY ON)
    endforeach()
  endforeach()
endfunction()
