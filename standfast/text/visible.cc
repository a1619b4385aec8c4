#include "standfast/text/visible.h"

#include <algorithm>

#include <unicode/uchar.h>
#include <utf8proc.h>

#include "standfast/text/unicode.h"

namespace standfast {

bool is_visible(std::string_view text) {
  for (size_t at = 0; at < text.size();)
    if (const CodePoint c = next_code_point(text, at);
        !is_space(c) && u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0)
      return true;
  return false;
}

size_t terminal_width(std::string_view text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = next_code_point(text, at);
    width += c < 0x300
                 ? 1
                 : static_cast<size_t>(std::max(utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)), 0));
  }
  return width;
}

}  // namespace standfast
