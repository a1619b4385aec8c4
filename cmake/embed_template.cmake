# cmake -DFILE=template -DHAS_SCRIPT=bool -DOUT=file.cc -P: a C++ file that holds the template.
file(READ ${FILE} hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${hex}")
if(HAS_SCRIPT)
  set(has_script true)
else()
  set(has_script false)
endif()
file(WRITE ${OUT} "// Made by cmake/embed_template.cmake from web/.
#include \"standfast/report/page/page.h\"

namespace standfast::report {
std::string_view page_template() { return std::string_view(\"${bytes}\", ${size}); }
bool page_has_script() { return ${has_script}; }
}  // namespace standfast::report
")
