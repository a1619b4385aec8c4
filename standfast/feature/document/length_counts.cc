#include "standfast/feature/document/length_counts.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/text/unicode.h"

namespace standfast {
namespace {

constexpr std::array<uint32_t, kSentenceLengths> kSentenceFrom = {1, 6, 11, 16, 21, 31, 41};

bool ends_sentence(CodePoint c) {
  return c == '.' || c == '!' || c == '?' || c == 0x2026;
}
bool closes(CodePoint c) {
  return c == '"' || c == '\'' || c == ')' || c == ']' || c == 0x2019 || c == 0x201D || c == 0xBB;
}

}  // namespace

std::array<uint32_t, kLengthColumns> length_counts(std::string_view text) {
  std::array<uint32_t, kLengthColumns> counts{};
  uint32_t letters = 0, words = 0, line_ends = 0;
  bool ended = false;
  const auto end_word = [&] {
    if (letters == 0) return;
    ++counts[std::min(letters, kWordLengths) - 1];
    ++words;
    letters = 0;
  };
  const auto end_sentence = [&] {
    if (words > 0) {
      const auto above = std::upper_bound(kSentenceFrom.begin(), kSentenceFrom.end(), words);
      ++counts[kWordLengths + static_cast<size_t>(above - kSentenceFrom.begin()) - 1];
    }
    words = 0;
    ended = false;
  };
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = next_code_point(text, at);
    if (is_word(c)) {
      ++letters;
      ended = false;
      line_ends = 0;
      continue;
    }
    end_word();
    if (is_space(c)) {
      if (c == '\n') ++line_ends;
      if (ended || line_ends >= 2) end_sentence();
      continue;
    }
    line_ends = 0;
    if (ends_sentence(c))
      ended = true;
    else if (!closes(c))
      ended = false;
  }
  end_word();
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
