# cmake -DROOT=source -DOUT=file.h -DVERSION=x -DSETTINGS=text -DPLUGINS=folder -P
# Writes the header that says how a program or a plug-in was built. All headers of the library are part of its
# digest. Only some of them declare what program and plug-in share, but a list of these is not worth keeping.
file(GLOB_RECURSE headers RELATIVE ${ROOT} ${ROOT}/standfast/*.h)
list(SORT headers)
set(all "${SETTINGS}")
foreach(header ${headers})
  file(SHA256 ${ROOT}/${header} digest)
  string(APPEND all "${header} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 16 short)
file(WRITE ${OUT}.new "// Made by cmake/build_id.cmake.
#pragma once

namespace standfast {
inline constexpr const char* kBuildId = \"${VERSION}-${short}\";
inline constexpr const char* kPluginFolder = \"${PLUGINS}\";
}  // namespace standfast
")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUT}.new)
