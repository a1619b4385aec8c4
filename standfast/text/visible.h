// Whether a reader would see anything of a text.
#pragma once

#include <string_view>

namespace standfast {

// A character that is neither white space nor one that is never shown by itself (Unicode: Default_Ignorable_Code_Point, such
// as the zero-width space or the byte order mark).
bool is_visible(std::string_view text);

}  // namespace standfast
