# Third parties whose headers or archives a user of the library needs too: this file is read by the build and, from an
# installed prefix, by standfastConfig.cmake. The including file says by the macro standfast_needs() how a package is
# looked for and what happens if it is not there.
standfast_needs(Threads)
standfast_needs(simdjson)
standfast_needs(nlohmann_json)
standfast_needs(fmt)
standfast_needs(tl-expected)
standfast_needs(ZLIB)
standfast_needs(ICU COMPONENTS i18n uc)
standfast_needs(OpenSSL COMPONENTS Crypto SSL)
standfast_needs(PkgConfig)

# Libraries without files for CMake. Only what is linked is taken from pkg-config: the flags of utf8proc are for Windows,
# those of cpp-httplib for its header, which none of ours includes.
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
