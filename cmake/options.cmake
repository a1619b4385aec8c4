# Build options and the flags that every target shares. Flags are set for this folder and its subfolders, so a
# project that adds this one as a subfolder keeps its own flags; it gets only the library unless it asks for
# more.
option(STANDFAST_PROGRAM "Build the command line" ${PROJECT_IS_TOP_LEVEL})
option(STANDFAST_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(STANDFAST_INSTALL "Rules to install and to package" ${PROJECT_IS_TOP_LEVEL})
option(STANDFAST_BENCH "Build the benchmarks" OFF)
option(STANDFAST_FUZZ "Build the fuzz targets (clang)" OFF)
option(STANDFAST_PYTHON "Build the extension module of the Python package (python/)" OFF)
set(STANDFAST_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined or thread")
set(STANDFAST_SANITIZE_WITHOUT "" CACHE STRING "Checks of theirs that are left out, e.g. null,alignment")
set(STANDFAST_SANITIZE_NOT "" CACHE STRING "Rooms that they do not look at, e.g. num;metric")
# Kernels that gain from wide vectors are compiled for several levels and choose at run time
# (standfast/base/at_level.h). All other code needs only features that processors have had since 2011:
# -march=native gains little, and results are the same bytes. Plain x86-64 would do, but it has no instruction
# that truncates a long double, and the distributions of Boost would take longer: simulations of tests a
# twentieth.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(STANDFAST_ARCH_DEFAULT "x86-64-v2")
endif()
set(STANDFAST_ARCH "${STANDFAST_ARCH_DEFAULT}" CACHE STRING "-march of the build; empty for the compiler's own")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# -ffp-contract=off: a fused multiply-add rounds once, but two instructions round twice, so a score would
# depend on the machine. Kernels that need fused multiply-adds ask for them by name.
add_compile_options(-ffp-contract=off)
if(STANDFAST_ARCH)
  add_compile_options(-march=${STANDFAST_ARCH})
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With this setting, g++ seldom collects its garbage. It is a tenth faster, and takes up to a gigabyte for a
  # file.
  add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
endif()
if(STANDFAST_SANITIZE)
  add_compile_options(-fsanitize=${STANDFAST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${STANDFAST_SANITIZE})
  if(STANDFAST_SANITIZE_WITHOUT)
    add_compile_options(-fno-sanitize=${STANDFAST_SANITIZE_WITHOUT})
  endif()
endif()

# Distributions harden their programs with these flags. A smashed stack, an overrun buffer or an overwritten
# function table then ends the program instead of taking control of it. Sanitizers have checks of their own.
if(NOT STANDFAST_SANITIZE)
  add_compile_options(-fstack-protector-strong -fstack-clash-protection
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection=full)
    # A linker marks a program for shadow stacks only if all its objects are marked. The start files of Debian
    # 12's C library are not marked, but they do nothing to return addresses, so the mark is set here. The
    # mark for indirect branch tracking is not set: these files have no landing pads, and a system that
    # enforced it would stop the program at its start.
    add_link_options(-Wl,-z,shstk)
  endif()
  add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endif()
include(CheckPIESupported)
check_pie_supported()

add_library(standfast_warnings INTERFACE)
target_compile_options(standfast_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wno-sign-conversion -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # false alarms on "text" + std::string in GCC 12 (its bug 105651)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Files are compiled together (cmake/unity.cmake), so a class of one file that has a member of that file's
  # own type looks as if it stood in a header.
  target_compile_options(standfast_warnings INTERFACE -Wno-subobject-linkage)
endif()
if(STANDFAST_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # In instrumented code, g++ 12 reports nonexistent uninitialised values inside <regex> and <variant>, and
  # nonexistent overruns inside <string>.
  target_compile_options(standfast_warnings INTERFACE -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds)
endif()

find_program(STANDFAST_CCACHE ccache)
if(STANDFAST_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache does not look for macros in precompiled headers and must be told to ignore them. None uses the time
  # of day. With a base directory, it also shares compilations between clones.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${STANDFAST_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()
find_program(STANDFAST_MOLD mold)
if(STANDFAST_MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_link_options(-fuse-ld=mold)
endif()
