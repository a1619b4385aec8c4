// Guesses at the encoding of bytes that are not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Of bytes in UTF-16 or UTF-32, from their beginning: "utf-16le", "utf-16be", "utf-32le", "utf-32be", by which order makes
// characters of them; "" if both do, or neither.
std::string_view wide_encoding_of(std::string_view bytes);

// The name (encodings.h) of the encoding that the bytes are most likely in, by ICU's detector; every one of them means
// something there, but for a character that is cut off at the end. "" where nothing is likely, also of UTF-8.
std::string guess_encoding(std::string_view bytes);

// The same for messages, with the flag that reads it.
std::string encoding_hint(std::string_view bytes);

// Whether there is an escape sequence of ISO-2022-JP, behind which ASCII stands for Japanese characters.
bool has_kanji_escape(std::string_view bytes);
// Whether guess_encoding says so: all bytes are ASCII, and what follows the escape sequences decodes.
bool is_iso_2022_jp(std::string_view bytes);

}  // namespace standfast
