#include "standfast/feature/document/length_counts.h"

#include <algorithm>

#include <fmt/format.h>
#include <unicode/uchar.h>

#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr std::array<uint32_t, kSentenceLengths> kSentenceFrom = {1, 6, 11, 16, 21, 31, 41};

// Returns whether c is an end mark of any script: ؟ । 。 and the like (Unicode's property Sentence_Terminal),
// or the ellipsis.
bool ends_sentence(CodePoint c) {
  if (c < 0x80) return c == '.' || c == '!' || c == '?';
  return c == 0x2026 || u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_S_TERM);
}
// Returns whether c is an end mark of a script without spaces, which no space follows: 。！？ and their like,
// which are wide.
bool ends_without_space(CodePoint c) {
  return c >= 0x80 && c != 0x2026 &&
         (c == 0xFF61 ||
          u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_EAST_ASIAN_WIDTH) >= U_EA_FULLWIDTH) &&
         u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_S_TERM);
}
bool closes(CodePoint c) {
  if (c < 0x80) return c == '"' || c == '\'' || c == ')' || c == ']';
  const auto its = U_MASK(u_charType(static_cast<UChar32>(c)));
  return (its & (U_GC_PF_MASK | U_GC_PE_MASK)) != 0;
}

}  // namespace

std::array<uint32_t, kLengthColumns> length_counts(std::string_view text) {
  std::array<uint32_t, kLengthColumns> counts{};
  uint32_t words = 0, line_ends = 0;
  bool ended = false, without_space = false;
  const auto end_sentence = [&] {
    if (words > 0) {
      const auto above = std::upper_bound(kSentenceFrom.begin(), kSentenceFrom.end(), words);
      ++counts[kWordLengths + static_cast<size_t>(above - kSentenceFrom.begin()) - 1];
    }
    words = 0;
    ended = without_space = false;
  };
  size_t at = 0;
  const auto read_up_to = [&](size_t end) {
    while (at < end) {
      const CodePoint c = next_code_point(text, at);
      if (is_space(c)) {
        if (c == '\n') ++line_ends;
        if (ended || line_ends >= 2) end_sentence();
        continue;
      }
      line_ends = 0;
      if (ends_sentence(c)) {
        ended = true;
        without_space = ends_without_space(c);
      } else if (!closes(c)) {
        if (without_space) end_sentence();
        ended = false;
      }
    }
  };
  for_each_word(text, 1, [&](std::string_view word) {
    read_up_to(static_cast<size_t>(word.data() - text.data()));
    if (without_space) end_sentence();
    ended = false;
    line_ends = 0;
    uint32_t letters = 0;
    for (size_t in = 0; in < word.size();) letters += is_word(next_code_point(word, in)) ? 1 : 0;
    ++counts[std::clamp(letters, 1U, kWordLengths) - 1];
    ++words;
    at += word.size();
  });
  read_up_to(text.size());
  end_sentence();
  return counts;
}

std::vector<std::string> length_names() {
  std::vector<std::string> names;
  for (uint32_t letters = 1; letters < kWordLengths; ++letters)
    names.push_back(fmt::format("letters {}", letters));
  names.push_back(fmt::format("letters {}+", kWordLengths));
  for (size_t i = 0; i + 1 < kSentenceFrom.size(); ++i)
    names.push_back(fmt::format("words {}-{}", kSentenceFrom[i], kSentenceFrom[i + 1] - 1));
  names.push_back(fmt::format("words {}+", kSentenceFrom.back()));
  return names;
}

}  // namespace standfast
