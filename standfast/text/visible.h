// The visible part of a text.
#pragma once

#include <cstddef>
#include <string_view>

namespace standfast {

// Returns whether the text has a visible character: neither white space nor a character that is never shown
// by itself (Unicode: Default_Ignorable_Code_Point, such as the zero-width space or the byte order mark).
bool is_visible(std::string_view text);

// Returns the number of terminal columns that the text fills: two for a wide character, none for a mark that
// stands on another.
size_t terminal_width(std::string_view text);

}  // namespace standfast
