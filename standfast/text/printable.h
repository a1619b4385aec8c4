// Escaping of foreign text (names in corpora, words of programs, file names) for a terminal. Control
// characters could move the cursor, or recolour or rewrite what is there, and line ends could look like lines
// of our own. So all of them are shown as escapes: ESC as \u001b, a byte that is not UTF-8 as \x9b. In JSON
// the first form means the same character, so the text stays the same document.
//
// Shown as escapes: C0 and C1 controls, DEL, the marks that change the direction of writing (U+202A..202E,
// U+2066..2069) and the separators of lines and paragraphs (U+2028, U+2029). Files that a user asked for are
// not changed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Escapes text of several lines: \n and \t are kept.
std::string printable(std::string_view text);
// Escapes a cell or a line: no control character is kept.
std::string printable_line(std::string_view text);

// Returns at most `most` bytes of a text, cut between two characters, then "...".
std::string shortened(std::string_view text, size_t most);

// Formats a message to a user as one printable line. Text in double quotes (a name, an id, a value) is
// shortened to 200 bytes; so is a word of more than 1,000 bytes. If the message is still longer than 4,000
// bytes, its middle is left out.
std::string message_line(std::string_view message);

// The visible part of a text.

// Returns whether the text has a visible character: neither white space nor a character that is never shown
// by itself (Unicode: Default_Ignorable_Code_Point, such as the zero-width space or the byte order mark).
bool is_visible(std::string_view text);

// Returns the number of terminal columns that the text fills: two for a wide character, none for a mark that
// stands on another.
size_t terminal_width(std::string_view text);

// Data errors about a file of a tokenizer. Tokens may hold any character, and a message is one line.
inline Failure file_error(std::string_view message) {
  return data_error(message_line(message));
}

}  // namespace standfast
