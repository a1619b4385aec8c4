# The report page: the files of web/ are joined and embedded in the library. No tool is needed to build them.
set(web ${PROJECT_SOURCE_DIR}/web)
set(embedded ${CMAKE_CURRENT_BINARY_DIR}/generated/report_template.cc)
set(embed ${PROJECT_SOURCE_DIR}/cmake/embed_template.cmake)
add_custom_command(OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUT=${embedded} -P ${embed}
  DEPENDS ${web}/page.html ${web}/page.css ${web}/page.js ${embed}
  COMMENT "Embedding the report page" VERBATIM)
target_sources(standfast_report PRIVATE ${embedded})
# The template is one literal and longer than the standard guarantees. Every compiler that we use accepts it.
set_source_files_properties(${embedded} PROPERTIES SKIP_LINTING ON COMPILE_OPTIONS -Wno-overlength-strings)
