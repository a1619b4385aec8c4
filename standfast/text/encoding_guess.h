// Guesses at the encoding of bytes that are not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Names the encoding of bytes in UTF-16 or UTF-32, from their beginning: "utf-16le", "utf-16be", "utf-32le",
// "utf-32be", by the byte order that makes characters of them; "" if both do, or neither.
std::string_view wide_encoding_of(std::string_view bytes);

// Returns the name (encodings.h) of the encoding that the bytes are most likely in, by ICU's detector. All
// the bytes are valid in it, but for a character that is cut off at the end. "" where nothing is likely, also
// for UTF-8.
std::string guess_encoding(std::string_view bytes);

// Returns the guess as a hint for messages, with the flag that reads it.
std::string encoding_hint(std::string_view bytes);

// Returns whether there is an escape sequence of ISO-2022-JP, behind which ASCII stands for Japanese
// characters.
bool has_kanji_escape(std::string_view bytes);
// Returns whether guess_encoding finds this encoding: all bytes are ASCII, and what follows the escape
// sequences decodes.
bool is_iso_2022_jp(std::string_view bytes);

}  // namespace standfast
