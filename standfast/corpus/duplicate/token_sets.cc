#include "standfast/corpus/duplicate/token_sets.h"

#include <algorithm>
#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/parallel.h"
#include "standfast/text/normal_form.h"
#include "standfast/text/unicode.h"
#include "standfast/text/words.h"

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

// Numbers for hashes: by the number of texts that contain them, then by hash. One text may have tens of
// millions of them, so they stand in arrays, of 12 bytes for each.
class Numbering {
 public:
  // hashes: for each text, ascending and each once.
  explicit Numbering(const std::vector<std::vector<uint64_t>>& hashes) {
    size_t all = 0;
    for (const auto& mine : hashes) all += mine.size();
    hash_.reserve(all);
    for (const auto& mine : hashes) hash_.insert(hash_.end(), mine.begin(), mine.end());
    std::sort(hash_.begin(), hash_.end());
    std::vector<uint32_t> texts;  // the number of texts with the hash
    size_t distinct = 0;
    for (size_t i = 0, end = 0; i < hash_.size(); i = end) {
      while (end < hash_.size() && hash_[end] == hash_[i]) ++end;
      texts.push_back(static_cast<uint32_t>(end - i));
      hash_[distinct++] = hash_[i];
    }
    hash_.resize(distinct);
    // Hashes of one count keep their order.
    std::vector<uint32_t> next(hashes.size() + 2);
    for (const uint32_t count : texts) ++next[count + 1];
    for (size_t count = 1; count < next.size(); ++count) next[count] += next[count - 1];
    number_.resize(distinct);
    for (size_t i = 0; i < distinct; ++i) number_[i] = next[texts[i]]++;
  }
  uint32_t size() const { return static_cast<uint32_t>(hash_.size()); }

  // Adds the numbers of the hashes, which are ascending and all known. The next one is found by galloping
  // search (steps of doubled size, then a search within one step), so that many hashes cost little more than
  // a walk.
  void add_numbers(const std::vector<uint64_t>& hashes, std::vector<uint32_t>& to) const {
    auto at = hash_.begin();
    for (const uint64_t hash : hashes) {
      for (ptrdiff_t step = 1; *at < hash; step *= 2) {
        if (step >= hash_.end() - at || *(at + step) >= hash) {
          at = std::lower_bound(at, step >= hash_.end() - at ? hash_.end() : at + step, hash);
          break;
        }
        at += step;
      }
      to.push_back(number_[static_cast<size_t>(at - hash_.begin())]);
    }
  }

 private:
  std::vector<uint64_t> hash_;    // ascending
  std::vector<uint32_t> number_;  // for each hash
};

}  // namespace

void normalise_text(std::string_view text, std::string& out) {
  to_lower(text, out);
  size_t end = 0;  // end of the text done so far; no byte is written before it was read
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
  const Numbering numbering(hashes);
  TokenSets sets;
  sets.distinct = numbering.size();
  for (auto& mine : hashes) {
    numbering.add_numbers(mine, sets.tokens);
    std::sort(sets.tokens.begin() + static_cast<ptrdiff_t>(sets.begin.back()), sets.tokens.end());
    sets.begin.push_back(sets.tokens.size());
    std::vector<uint64_t>().swap(mine);
  }
  return sets;
}

}  // namespace standfast
