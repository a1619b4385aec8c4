// Unicode normal forms (UAX 15), by utf8proc. ASCII is passed by untouched. A run of more than 256 combining
// marks, which no writing has, is normalised piece by piece, as reordering marks takes time in the square of
// their number.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Returns whether the text is all ASCII, which is in every normal form.
bool is_all_ascii(std::string_view text);

// Returns the text in NFC: canonically equal texts, such as "é" as one code point and as two, become one.
// Returns the text itself where it is in this form already, and else what it put into `store`.
std::string_view composed(std::string_view text, std::string& store);

// Returns whether the two texts have one NFC.
bool canonically_equal(std::string_view a, std::string_view b);

// Converts the text to NFKC without soft hyphens: ligatures, wide letters, superscripts and the like become
// plain too. Replaces the content of `out`.
void to_compatible(std::string_view text, std::string& out);

}  // namespace standfast
