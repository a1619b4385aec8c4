#include "standfast/feature/document/feature_places.h"

#include <algorithm>

#include "standfast/feature/ngram/text_grams.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

// Calls body(begin, end) for the maximal runs of code points for which in(c).
template <class In, class Body>
void for_each_run(std::string_view text, const In& in, const Body& body) {
  size_t begin = 0;
  bool inside = false;
  for (size_t at = 0; at < text.size();) {
    const size_t before = at;
    const bool now = in(next_code_point(text, at));
    if (now && !inside) begin = before;
    if (!now && inside) body(begin, before);
    inside = now;
  }
  if (inside) body(begin, text.size());
}

// From the first word character of a run to the last; all of it where there is none.
TextUnit trimmed(std::string_view text, size_t begin, size_t end) {
  size_t first = end, last = begin;
  for (size_t at = begin; at < end;) {
    const size_t before = at;
    if (!is_word(next_code_point(text, at))) continue;
    first = std::min(first, before);
    last = at;
  }
  if (first >= last) return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  return {static_cast<uint32_t>(first), static_cast<uint32_t>(last)};
}

}  // namespace

std::vector<TextUnit> word_units(std::string_view text, const TextEdit* edit, const TfidfOptions& options,
                                 bool paper_words) {
  std::vector<TextUnit> units;
  Workspace workspace;
  const auto add = [&](size_t begin, size_t end) {
    workspace.words.read(workspace.apply(edit, text.substr(begin, end - begin)), options);
    const TextUnit unit = trimmed(text, begin, end);
    units.insert(units.end(), workspace.words.count(), unit);  // one word, or none that counts
  };
  if (paper_words)
    for_each_run(
        text, [](CodePoint c) { return !is_space(c); }, add);
  else
    for_each_run(
        text, [](CodePoint c) { return is_word(c); }, add);
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
