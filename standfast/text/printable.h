// Text of others (names in corpora, words of programs, file names) on its way to a terminal. Control
// characters could move the cursor, recolour or rewrite what stands there, and line ends could pass for lines
// of our own, so all are shown as what they are: ESC as \u001b, a byte that is not UTF-8 as \x9b. In JSON,
// where the first form means the same character, the text stays the same document.
//
// Shown: C0 and C1 controls, DEL, the marks that turn the direction of writing (U+202A..202E, U+2066..2069)
// and the separators of lines and paragraphs (U+2028, U+2029). Files that a user asked for are not touched.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// For text of several lines: \n and \t stay.
std::string printable(std::string_view text);
// For a cell or a line: nothing of the kind stays.
std::string printable_line(std::string_view text);

// At most `most` bytes of a text, cut between two characters, then "...".
std::string shortened(std::string_view text, size_t most);

// A message to a user: one printable line. What stands in double quotes (a name, an id, a value) is shortened
// to 200 bytes, and so is a word of more than 1,000; of a message that is still longer than 4,000 bytes the
// middle is left out.
std::string message_line(std::string_view message);

}  // namespace standfast
