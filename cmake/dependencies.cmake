# Third-party libraries that the core links, all in one place. All have permissive licences
# (docs/dependencies.md). Libraries that a user of the library also needs are in third_parties.cmake.
macro(standfast_needs)
  find_package(${ARGV} REQUIRED)
endmacro()
macro(standfast_lacks what)
  message(FATAL_ERROR "Standfast needs ${what}, which is not found (scripts/setup build installs it)")
endmacro()
include(cmake/third_parties.cmake)
find_package(tomlplusplus REQUIRED)
find_package(Eigen3 REQUIRED)  # headers only, used by three files
find_package(Boost REQUIRED)  # headers only, used by one file
if(STANDFAST_PROGRAM)
  find_package(CLI11 REQUIRED)
endif()

add_library(standfast_third_parties INTERFACE)
target_link_libraries(standfast_third_parties INTERFACE Threads::Threads simdjson::simdjson
  nlohmann_json::nlohmann_json fmt::fmt tl::expected ZLIB::ZLIB ICU::i18n ICU::uc OpenSSL::Crypto standfast::libzstd
  standfast::libdeflate standfast::libutf8proc $<BUILD_INTERFACE:Eigen3::Eigen> standfast::liblbfgs)

# toml++ is used header-only, by one file. Nothing has to be linked, and only its folder is added.
get_target_property(STANDFAST_TOML_INCLUDE tomlplusplus::tomlplusplus INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(standfast_third_parties SYSTEM INTERFACE
  $<BUILD_INTERFACE:${STANDFAST_TOML_INCLUDE}> $<BUILD_INTERFACE:${Boost_INCLUDE_DIRS}>)

# A program is linked with these or, if all static, with the archives of cmake/static.cmake.
add_library(standfast_static_third_parties INTERFACE)
set(static $<BOOL:$<TARGET_PROPERTY:STANDFAST_STATIC>>)
add_library(standfast_dependencies INTERFACE)
target_link_libraries(standfast_dependencies INTERFACE
  $<BUILD_INTERFACE:$<IF:${static},standfast_static_third_parties,standfast_third_parties>>
  $<INSTALL_INTERFACE:standfast::third_parties>)

# The HTTP library, for endpoints of language models and for the model hub: one file of the library and a test
# server include its header, which must be compiled with the definitions of the packaged library.
add_library(standfast_httplib INTERFACE)
target_link_libraries(standfast_httplib INTERFACE
  $<BUILD_INTERFACE:$<$<NOT:${static}>:standfast::cpp-httplib>> $<BUILD_INTERFACE:$<$<NOT:${static}>:OpenSSL::SSL>>
  $<INSTALL_INTERFACE:standfast::cpp-httplib> $<INSTALL_INTERFACE:OpenSSL::SSL>)
set(STANDFAST_HTTPLIB_DEFINITIONS ${STANDFAST_cpp_httplib_CFLAGS_OTHER})
list(TRANSFORM STANDFAST_HTTPLIB_DEFINITIONS REPLACE "^-D" "")
