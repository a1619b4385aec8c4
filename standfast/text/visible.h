// What a reader sees of a text.
#pragma once

#include <cstddef>
#include <string_view>

namespace standfast {

// A character that is neither white space nor one that is never shown by itself (Unicode: Default_Ignorable_Code_Point, such
// as the zero-width space or the byte order mark).
bool is_visible(std::string_view text);

// How many columns of a terminal the text fills: two for a wide character, none for a mark that stands on another.
size_t terminal_width(std::string_view text);

}  // namespace standfast
