#include "standfast/corpus/duplicate/token_sets.h"

#include <algorithm>
#include <array>
#include <numeric>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/parallel.h"
#include "standfast/corpus/duplicate/rarity_numbers.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/unicode.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr size_t kRun = 5;
constexpr size_t kTextsInPart = 256, kMostParts = 256;  // the least texts of a part, the most parts

template <class Add>
void for_each_run(std::string_view text, const Add& add) {
  std::array<uint64_t, kRun> last{};
  size_t words = 0;
  for_each_word(text, 1, [&](std::string_view word) {
    last[words++ % kRun] = XXH3_64bits(word.data(), word.size());
    if (words < kRun) return;
    std::array<uint64_t, kRun> run;
    for (size_t i = 0; i < kRun; ++i) run[i] = last[(words + i) % kRun];
    add(XXH3_64bits(run.data(), sizeof run));
  });
}

// Calls add for the hash of each word of a text, cut at spaces and, in scripts without spaces, between words.
// text: normalised.
template <class Add>
void for_each_space_separated(std::string_view text, const Add& add) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    const auto add_word = [&](std::string_view word, bool) { add(XXH3_64bits(word.data(), word.size())); };
    if (const std::string_view between = text.substr(begin, end - begin); is_all_ascii(between))
      add_word(between, false);
    else
      for_each_part(between, add_word);
    begin = end + 1;
  }
}

// Returns the number of leading bytes that are normal already, counted in whole blocks: printable ASCII
// without a space at the very beginning or behind another space. The inner loop has no branch, so compilers
// vectorise it.
size_t plain_beginning(std::string_view text) {
  constexpr size_t kBlock = 64;
  if (text.empty() || text[0] <= ' ' || text[0] > '~') return 0;
  size_t at = 1;
  for (; at + kBlock <= text.size(); at += kBlock) {
    const char* const block = text.data() + at;
    unsigned other = 0;
    for (size_t i = 0; i < kBlock; ++i) {
      const char byte = block[i];
      other |= static_cast<unsigned>(byte < ' ') | static_cast<unsigned>(byte > '~') |
               (static_cast<unsigned>(byte == ' ') & static_cast<unsigned>(block[i - 1] == ' '));
    }
    if (other != 0) break;
  }
  return at;
}

}  // namespace

void normalise_text(std::string_view text, std::string& out) {
  to_lower(text, out);
  const size_t size = out.size();
  char* const bytes = out.data();
  size_t at = plain_beginning(out);
  size_t end = at;  // end of the normal text; no byte is written before it was read
  bool space = false;
  if (end > 0 && bytes[end - 1] == ' ') {
    --end;
    space = true;
  }
  while (at < size) {
    const size_t from = at;
    if (is_space(next_code_point(out, at))) {
      space = end > 0;
      continue;
    }
    if (space) bytes[end++] = ' ';
    space = false;
    for (size_t i = from; i < at; ++i) bytes[end++] = bytes[i];
  }
  out.resize(end);
}

void comparable_text(std::string_view text, std::string& out) {
  if (is_all_ascii(text)) return normalise_text(text, out);
  std::string compatible;
  to_compatible(text, compatible);
  normalise_text(compatible, out);
}

TokenSets token_sets(std::span<const std::string_view> texts, NearTokens kind, int threads) {
  TokenSets sets;
  sets.begin.resize(texts.size() + 1);
  // The hashes of each text, ascending and each once; those of a part stand one text behind the other.
  const size_t in_part = std::max(kTextsInPart, (texts.size() + kMostParts - 1) / kMostParts);
  std::vector<std::vector<uint64_t>> parts((texts.size() + in_part - 1) / in_part);
  parallel_ranges(texts.size(), threads, in_part, [&](size_t begin, size_t end, int) {
    std::string normal;
    std::vector<uint64_t> hashes, mine;
    const auto add = [&](uint64_t hash) { mine.push_back(hash); };
    for (size_t i = begin; i < end; ++i) {
      mine.clear();
      comparable_text(texts[i], normal);
      kind == NearTokens::runs ? for_each_run(normal, add) : for_each_space_separated(normal, add);
      std::sort(mine.begin(), mine.end());
      mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
      hashes.insert(hashes.end(), mine.begin(), mine.end());
      sets.begin[i + 1] = mine.size();
    }
    hashes.shrink_to_fit();
    parts[begin / in_part] = std::move(hashes);
  });
  std::partial_sum(sets.begin.begin(), sets.begin.end(), sets.begin.begin());
  RarityNumbers found = number_by_rarity(std::move(parts), threads);
  sets.distinct = found.distinct;
  sets.tokens = std::move(found.numbers);
  parallel_ranges(texts.size(), threads, kTextsInPart, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) {
      const auto place = [&](size_t of) {
        return sets.tokens.begin() + static_cast<ptrdiff_t>(sets.begin[of]);
      };
      std::sort(place(i), place(i + 1));
    }
  });
  return sets;
}

}  // namespace standfast
