# Embeds examples/demo.toml and examples/demo-flawed.toml in the program, for `standfast demo`.
file(READ ${PROJECT_SOURCE_DIR}/examples/demo.toml STANDFAST_DEMO_STUDY)
file(READ ${PROJECT_SOURCE_DIR}/examples/demo-flawed.toml STANDFAST_DEMO_FLAWED)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/demo.toml
                                                               ${PROJECT_SOURCE_DIR}/examples/demo-flawed.toml)
configure_file(cmake/demo_study.h.in generated/cli/demo_study.h @ONLY)
