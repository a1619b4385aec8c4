# cmake -DWEB=folder -DOUT=file.cc -P
# Writes page.html with its style and its script as a C++ file. The content security policy of the page allows
# only that script, identified by its SHA-256.
file(READ ${WEB}/page.html page)
file(READ ${WEB}/page.css style)
file(READ ${WEB}/page.js script)
string(TOLOWER "${script}" lower)
if(lower MATCHES "</script|<!--")
  message(FATAL_ERROR "page.js holds </script or <!--, which would end the element that it stands in")
endif()

# Converts hexadecimal digits to base64. Three digits make two letters; 64 digits make 43 letters and one '='.
function(base64_of hex out)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  set(text "")
  string(APPEND hex "00")  # fills up the last group
  foreach(at RANGE 0 63 3)
    string(SUBSTRING "${hex}" ${at} 3 group)
    math(EXPR first "0x${group} >> 6")
    math(EXPR second "0x${group} & 63")
    string(SUBSTRING "${alphabet}" ${first} 1 first)
    string(SUBSTRING "${alphabet}" ${second} 1 second)
    string(APPEND text "${first}${second}")
  endforeach()
  string(SUBSTRING "${text}" 0 43 text)
  set(${out} "${text}=" PARENT_SCOPE)
endfunction()

string(SHA256 hash "${script}")
base64_of(${hash} hash)
string(REPLACE "{{style}}" "${style}" page "${page}")
string(REPLACE "{{script}}" "${script}" page "${page}")
string(REPLACE "{{script-hash}}" "${hash}" page "${page}")
string(HEX "${page}" hex)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${hex}")
file(WRITE ${OUT} "// Made by cmake/embed_template.cmake from web/.
#include \"standfast/report/page/page.h\"

namespace standfast::report {
std::string_view page_template() { return std::string_view(\"${bytes}\", ${size}); }
}  // namespace standfast::report
")
