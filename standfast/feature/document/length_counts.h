// Histograms of the lengths of the words and sentences of a text: a family of style features.
//
// A word is a maximal run of word characters, its length in code points. A sentence ends at . ! ? or an
// ellipsis (closing quotes and brackets may follow) before whitespace, at a blank line, or at the end; its
// length is in words. Without words it is no sentence.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

inline constexpr uint32_t kWordLengths = 20;     // 1 .. 19, 20 and more
inline constexpr uint32_t kSentenceLengths = 7;  // 1-5, 6-10, 11-15, 16-20, 21-30, 31-40, 41 and more
inline constexpr uint32_t kLengthColumns = kWordLengths + kSentenceLengths;

// Counts lengths, first by length of word, then by length of sentence.
std::array<uint32_t, kLengthColumns> length_counts(std::string_view text);

std::vector<std::string> length_names();  // "letters 1" ... "words 41+", one a column

}  // namespace standfast
