#include "standfast/text/visible.h"

#include <unicode/uchar.h>

#include "standfast/text/unicode.h"

namespace standfast {

bool is_visible(std::string_view text) {
  for (size_t at = 0; at < text.size();)
    if (const CodePoint c = next_code_point(text, at);
        !is_space(c) && u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0)
      return true;
  return false;
}

}  // namespace standfast
