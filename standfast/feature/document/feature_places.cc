#include "standfast/feature/document/feature_places.h"

#include <algorithm>

#include "standfast/feature/ngram/text_grams.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

// Returns the stretch from the first word character of a run to the last; all of it where there is none.
TextUnit trimmed(std::string_view text, size_t begin, size_t end) {
  size_t first = end, last = begin;
  Writing inside = Writing::none;
  for (size_t at = begin; at < end;) {
    const size_t before = at;
    inside = writing_of(next_code_point(text, at), inside);
    if (inside == Writing::none) continue;
    first = std::min(first, before);
    last = at;
  }
  if (first >= last) return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  return {static_cast<uint32_t>(first), static_cast<uint32_t>(last)};
}

}  // namespace

std::vector<TextUnit> word_units(std::string_view text, const TextEdit* edit, const TfidfOptions& options,
                                 WordRule rule) {
  std::vector<TextUnit> units;
  Workspace workspace;
  const auto add = [&](size_t begin, size_t end) {
    workspace.words.read(workspace.apply(edit, text.substr(begin, end - begin)), options);
    const TextUnit unit = trimmed(text, begin, end);
    units.insert(units.end(), workspace.words.count(), unit);  // one word, or none that counts
  };
  const auto place = [&](std::string_view part) { return static_cast<size_t>(part.data() - text.data()); };
  const auto whole = [&](std::string_view word) { add(place(word), place(word) + word.size()); };
  switch (rule) {
    case WordRule::paper:
      for_each_part(text, [&](std::string_view part, bool unspaced) {
        if (unspaced) return whole(part);
        for_each_between_spaces(part, 1, whole);
      });
      break;
    case WordRule::letters:
      for_each_word(text, 1, whole);
      break;
    case WordRule::spaces:
      for_each_between_spaces(text, 1, whole);
      break;
  }
  return units;
}

std::vector<TextUnit> character_units(std::string_view text, bool lower_case) {
  std::vector<TextUnit> units;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    size_t count = 1;
    if (is_space(c)) {
      while (at < text.size()) {
        size_t behind = at;
        if (!is_space(next_code_point(text, behind))) break;
        at = behind;
      }
    } else if (lower_case && c >= 0x80) {
      CodePoint lowered[2];
      count = lower_code_point(text, begin, at, c, lowered);
    }
    units.insert(units.end(), count, {static_cast<uint32_t>(begin), static_cast<uint32_t>(at)});
  }
  return units;
}

}  // namespace standfast
