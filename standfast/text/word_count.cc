#include "standfast/text/word_count.h"

#include "standfast/text/words.h"

namespace standfast {
namespace {

uint64_t words_between_spaces(std::string_view token) {
  UnspacedShare share;
  share.add(token);
  if (share.unspaced == 0) return 1;
  uint64_t words = 0;
  for_each_part(token, [&](std::string_view part, bool unspaced) {
    bool counts = unspaced;
    for (size_t at = 0; at < part.size() && !counts;) counts = is_word(next_code_point(part, at));
    words += counts ? 1 : 0;
  });
  return words;
}

}  // namespace

uint64_t count_words(std::string_view text) {
  uint64_t words = 0;
  for_each_between_spaces(text, 1, [&](std::string_view token) { words += words_between_spaces(token); });
  return words;
}

}  // namespace standfast
