# Third-party libraries whose headers or archives a user of the library also needs. The build reads this file,
# and so does standfastConfig.cmake in an installed prefix. The including file defines, by the macro
# standfast_needs(), how a package is found and what happens if it is missing.
standfast_needs(Threads)
standfast_needs(simdjson)
standfast_needs(nlohmann_json)
standfast_needs(fmt)
standfast_needs(tl-expected)
standfast_needs(ZLIB)
standfast_needs(ICU COMPONENTS i18n uc)
standfast_needs(OpenSSL COMPONENTS Crypto SSL)
standfast_needs(PkgConfig)

# Libraries without CMake files. Only link settings are taken from pkg-config: the compile flags of utf8proc
# are for Windows, and the flags of cpp-httplib are for its header, which no header of the library includes.
foreach(package libzstd libdeflate libutf8proc cpp-httplib)
  string(MAKE_C_IDENTIFIER "STANDFAST_${package}" prefix)
  pkg_check_modules(${prefix} QUIET ${package})
  if(NOT ${prefix}_FOUND)
    standfast_lacks("${package} (pkg-config)")
  elseif(NOT TARGET standfast::${package})
    add_library(standfast::${package} INTERFACE IMPORTED)
    set_target_properties(standfast::${package} PROPERTIES INTERFACE_LINK_LIBRARIES "${${prefix}_LINK_LIBRARIES}")
  endif()
endforeach()
find_library(STANDFAST_LBFGS liblbfgs.a)
if(NOT STANDFAST_LBFGS)
  standfast_lacks("liblbfgs.a")
elseif(NOT TARGET standfast::liblbfgs)
  add_library(standfast::liblbfgs INTERFACE IMPORTED)
  set_target_properties(standfast::liblbfgs PROPERTIES INTERFACE_LINK_LIBRARIES "${STANDFAST_LBFGS}")
endif()
