# Joins the files of web/ into the report page and embeds it in the library. This needs no tool.
set(web ${PROJECT_SOURCE_DIR}/web)
set(embedded ${CMAKE_CURRENT_BINARY_DIR}/generated/report_template.cc)
set(embed ${PROJECT_SOURCE_DIR}/cmake/embed_template.cmake)
add_custom_command(OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DOUT=${embedded} -P ${embed}
  DEPENDS ${web}/page.html ${web}/page.css ${web}/page.js ${embed}
  COMMENT "Embedding the report page" VERBATIM)
target_sources(standfast_report PRIVATE ${embedded})
# The template is one literal, longer than the standard guarantees. Every supported compiler accepts it.
set_source_files_properties(${embedded} PROPERTIES SKIP_LINTING ON COMPILE_OPTIONS -Wno-overlength-strings)
