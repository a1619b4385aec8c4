#include "standfast/corpus/duplicate/token_sets.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/parallel.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

constexpr size_t kRun = 5;

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

// text: normalised.
template <class Add>
void for_each_space_separated(std::string_view text, const Add& add) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    add(XXH3_64bits(text.data() + begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

void normalise_text(std::string_view text, std::string& out) {
  to_lower(text, out);
  size_t end = 0;  // of what is done; no byte is written before it was read
  bool space = false;
  for (size_t at = 0; at < out.size();) {
    const size_t from = at;
    if (is_space(next_code_point(out, at))) {
      space = end > 0;
      continue;
    }
    if (space) out[end++] = ' ';
    space = false;
    for (size_t i = from; i < at; ++i) out[end++] = out[i];
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
  std::vector<std::vector<uint64_t>> hashes(texts.size());
  parallel_ranges(texts.size(), threads, 256, [&](size_t begin, size_t end, int) {
    std::string normal;
    for (size_t i = begin; i < end; ++i) {
      auto& mine = hashes[i];
      const auto add = [&](uint64_t hash) { mine.push_back(hash); };
      comparable_text(texts[i], normal);
      kind == NearTokens::runs ? for_each_run(normal, add) : for_each_space_separated(normal, add);
      std::sort(mine.begin(), mine.end());
      mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    }
  });
  std::unordered_map<uint64_t, uint32_t> texts_of;  // by hash: in how many texts it is
  for (const auto& mine : hashes)
    for (const uint64_t hash : mine) ++texts_of[hash];
  std::vector<std::pair<uint32_t, uint64_t>> by_rarity;
  by_rarity.reserve(texts_of.size());
  for (const auto& [hash, count] : texts_of) by_rarity.emplace_back(count, hash);
  std::sort(by_rarity.begin(), by_rarity.end());
  for (uint32_t number = 0; number < by_rarity.size(); ++number) texts_of[by_rarity[number].second] = number;

  TokenSets sets;
  sets.distinct = static_cast<uint32_t>(by_rarity.size());
  for (auto& mine : hashes) {
    for (const uint64_t hash : mine) sets.tokens.push_back(texts_of[hash]);
    std::sort(sets.tokens.begin() + static_cast<ptrdiff_t>(sets.begin.back()), sets.tokens.end());
    sets.begin.push_back(sets.tokens.size());
    std::vector<uint64_t>().swap(mine);
  }
  return sets;
}

}  // namespace standfast
