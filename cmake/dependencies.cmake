# Every third-party library that the core links, in one place. All have permissive licences
# (docs/dependencies.md).
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Eigen3 REQUIRED)  # headers only, used by two files
find_library(STANDFAST_LBFGS liblbfgs.a REQUIRED)  # used by one file
find_package(ICU REQUIRED COMPONENTS uc)
find_package(Boost REQUIRED)  # headers only, used by one file
find_package(OpenSSL REQUIRED COMPONENTS Crypto SSL)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(UTF8PROC REQUIRED libutf8proc)  # its flags are for Windows only; used by one file
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)

add_library(standfast_dependencies INTERFACE)
target_link_libraries(standfast_dependencies INTERFACE Threads::Threads simdjson::simdjson
  nlohmann_json::nlohmann_json fmt::fmt tl::expected ZLIB::ZLIB ICU::uc OpenSSL::Crypto PkgConfig::ZSTD
  PkgConfig::DEFLATE ${UTF8PROC_LINK_LIBRARIES} Eigen3::Eigen ${STANDFAST_LBFGS})

# toml++ is used as headers alone, by one file. So nothing has to be linked, and only its folder is added.
get_target_property(STANDFAST_TOML_INCLUDE tomlplusplus::tomlplusplus INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(standfast_dependencies SYSTEM INTERFACE ${STANDFAST_TOML_INCLUDE})
target_include_directories(standfast_dependencies SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})

# HTTP, for endpoints of language models and the hub of models: one file of the library and a test server include its header, which must be
# compiled with the definitions of the packaged library.
pkg_check_modules(HTTPLIB REQUIRED cpp-httplib)
add_library(standfast_httplib INTERFACE)
target_link_libraries(standfast_httplib INTERFACE ${HTTPLIB_LINK_LIBRARIES} OpenSSL::SSL)
set(STANDFAST_HTTPLIB_DEFINITIONS ${HTTPLIB_CFLAGS_OTHER})
list(TRANSFORM STANDFAST_HTTPLIB_DEFINITIONS REPLACE "^-D" "")
