# The report page: web/ (TypeScript) is bundled into one HTML template and the template is embedded in the library.
# Needs node >= 18 and npm, and the network once for `npm ci`. Without them the template has no script and the report
# is a page of tables.
set(STANDFAST_WEB "AUTO" CACHE STRING "Figures on the report page: AUTO (if node is there), ON (required), OFF")
set_property(CACHE STANDFAST_WEB PROPERTY STRINGS AUTO ON OFF)

set(web ${PROJECT_SOURCE_DIR}/web)
set(template ${CMAKE_CURRENT_BINARY_DIR}/generated/report_template.html)
set(embedded ${CMAKE_CURRENT_BINARY_DIR}/generated/report_template.cc)
set(have_web FALSE)

if(NOT STANDFAST_WEB STREQUAL "OFF")
  find_program(STANDFAST_NODE NAMES node nodejs)
  find_program(STANDFAST_NPM NAMES npm)
  set(problem "")
  if(NOT STANDFAST_NODE OR NOT STANDFAST_NPM)
    set(problem "node and npm were not found")
  else()
    execute_process(COMMAND ${STANDFAST_NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT version MATCHES "^v([0-9]+)" OR CMAKE_MATCH_1 LESS 18)
      set(problem "node is ${version}, 18 or newer is needed")
    else()
      # npm ci only when the lock file is not the one that was installed; one configure at a time, since presets
      # share web/node_modules.
      file(LOCK ${web}/.install.lock TIMEOUT 600 RESULT_VARIABLE locked)  # fails on a read-only tree: npm will say so
      file(SHA256 ${web}/package-lock.json wanted)
      set(stamp ${web}/node_modules/.standfast-installed)
      set(installed "")
      if(EXISTS ${stamp})
        file(READ ${stamp} installed)
      endif()
      if(NOT installed STREQUAL wanted)
        message(STATUS "Installing what the report page is built with (npm ci)")
        execute_process(COMMAND ${STANDFAST_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
          WORKING_DIRECTORY ${web} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE why TIMEOUT 300)
        if(failed)
          string(STRIP "${why}" why)
          set(problem "npm ci failed: ${why}")
        else()
          file(WRITE ${stamp} "${wanted}")
        endif()
      endif()
      file(LOCK ${web}/.install.lock RELEASE RESULT_VARIABLE released)
    endif()
  endif()
  if(problem STREQUAL "")
    set(have_web TRUE)
  elseif(STANDFAST_WEB STREQUAL "ON")
    message(FATAL_ERROR "STANDFAST_WEB is ON, but ${problem}")
  else()
    message(WARNING "Reports will have tables but no figures: ${problem}")
  endif()
endif()

file(GLOB web_sources CONFIGURE_DEPENDS ${web}/src/*.ts ${web}/src/figures/*.ts)
list(APPEND web_sources ${web}/template.html ${web}/style.css)
if(have_web)
  add_custom_command(OUTPUT ${template}
    COMMAND ${STANDFAST_NODE} ${web}/build.mjs ${template}
    DEPENDS ${web_sources} ${web}/build.mjs ${web}/notices.mjs ${web}/package-lock.json
    COMMENT "Bundling the report page" VERBATIM)
else()
  add_custom_command(OUTPUT ${template}
    COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUT=${template} -P ${PROJECT_SOURCE_DIR}/cmake/plain_template.cmake
    DEPENDS ${web_sources} ${PROJECT_SOURCE_DIR}/cmake/plain_template.cmake VERBATIM)
endif()
add_custom_command(OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DFILE=${template} -DOUT=${embedded} -DHAS_SCRIPT=${have_web}
    -P ${PROJECT_SOURCE_DIR}/cmake/embed_template.cmake
  DEPENDS ${template} ${PROJECT_SOURCE_DIR}/cmake/embed_template.cmake VERBATIM)
target_sources(standfast_report PRIVATE ${embedded})
set_source_files_properties(${embedded} PROPERTIES SKIP_LINTING ON)

if(STANDFAST_TESTS AND have_web)
  add_test(NAME web/notices COMMAND ${STANDFAST_NODE} ${web}/check-notices.mjs ${template})
  add_test(NAME web/types COMMAND ${STANDFAST_NODE} ${web}/node_modules/typescript/bin/tsc --noEmit -p ${web})
endif()

# The template is one literal, longer than the standard promises; every compiler we build with takes it.
set_source_files_properties(${embedded} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
