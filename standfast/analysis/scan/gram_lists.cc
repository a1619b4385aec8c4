#include "standfast/analysis/scan/gram_lists.h"

#include <algorithm>
#include <bit>

#include "standfast/analysis/scan/text_form.h"
#include "standfast/text/word_numbers.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr uint32_t kNoGram = 0xffffffffU;

// A map from 64-bit keys to numbers in order of insertion, with linear probing.
class KeyNumbers {
 public:
  explicit KeyNumbers(size_t expected) : slots_(std::bit_ceil(std::max<size_t>(1024, 2 * expected))) {}
  uint32_t number(uint64_t key) {
    if (2 * (keys_ + 1) > slots_.size()) grow();
    Slot& slot = find(key);
    if (slot.number == kNoGram) slot = {key, keys_++};
    return slot.number;
  }
  uint32_t size() const { return keys_; }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t number = kNoGram;
  };
  Slot& find(uint64_t key) {
    size_t at = static_cast<size_t>((key * 0x9E3779B97F4A7C15ULL) >> 20) & (slots_.size() - 1);
    while (slots_[at].number != kNoGram && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.number != kNoGram) find(slot.key) = slot;
  }
  std::vector<Slot> slots_;
  uint32_t keys_ = 0;
};

// Numbers at positions of documents: of words, or of the runs that begin there.
struct Positions {
  std::vector<uint64_t> begin = {0};  // by document
  std::vector<uint32_t> at;
  size_t documents() const { return begin.size() - 1; }
};

// Counts the documents of each number below `numbers`.
std::vector<uint32_t> count_documents(const Positions& positions, uint32_t numbers) {
  std::vector<uint32_t> count(numbers), last(numbers, kNoGram);
  for (uint32_t row = 0; row < positions.documents(); ++row)
    for (uint64_t i = positions.begin[row]; i < positions.begin[row + 1]; ++i) {
      const uint32_t gram = positions.at[i];
      if (gram == kNoGram || last[gram] == row) continue;
      last[gram] = row;
      ++count[gram];
    }
  return count;
}

}  // namespace

GramLists::GramLists(std::span<const std::string_view> texts, const GramListOptions& options) {
  Positions grams;
  WordNumbers numbers;
  std::string lower;
  for (const std::string_view text : texts) {
    for_each_word(text, 1, [&](std::string_view word) {
      lower_word(word, lower);
      grams.at.push_back(numbers.number(lower));
    });
    grams.begin.push_back(grams.at.size());
  }
  all_words_ = grams.at.size();
  auto distinct = static_cast<uint32_t>(numbers.words().size());
  Positions words;  // numbers in vocabulary_
  for (uint32_t length = 1; length <= options.longest; ++length) {
    distinct_ += distinct;
    const auto count = count_documents(grams, distinct);
    // Numbers of this length are mapped to numbers of kept grams.
    std::vector<uint32_t> kept_as(distinct, kNoGram);
    std::vector<uint32_t> kept;
    for (uint32_t gram = 0; gram < distinct; ++gram)
      if (count[gram] >= options.least_documents) {
        kept_as[gram] = static_cast<uint32_t>(kept.size());
        kept.push_back(gram);
      }
    std::vector<std::vector<uint32_t>> their_words(kept.size());
    if (length == 1) {
      std::vector<std::string> all = numbers.take_words();
      for (const uint32_t gram : kept) vocabulary_.push_back(std::move(all[gram]));
      for (uint32_t i = 0; i < kept.size(); ++i) their_words[i] = {i};
    }
    for (uint32_t& gram : grams.at)
      if (gram != kNoGram) gram = kept_as[gram];
    if (length == 1) words = grams;
    // A kept run is named by its words from a position on.
    for (uint32_t row = 0; length > 1 && row < grams.documents(); ++row)
      for (uint64_t i = grams.begin[row]; i < grams.begin[row + 1]; ++i)
        if (const uint32_t gram = grams.at[i]; gram != kNoGram && their_words[gram].empty())
          their_words[gram].assign(words.at.begin() + static_cast<ptrdiff_t>(i),
                                   words.at.begin() + static_cast<ptrdiff_t>(i + length));
    // Lists the documents of runs that are not in too many.
    std::vector<uint64_t> next(kept.size());
    std::vector<uint32_t> last(kept.size(), kNoGram);
    uint64_t end = documents_.size();
    for (uint32_t i = 0; i < kept.size(); ++i) {
      next[i] = kNoGram;
      if (count[kept[i]] > options.most_documents) continue;
      next[i] = end;
      end += count[kept[i]];
      begin_.push_back(end);
      words_.push_back(their_words[i]);
    }
    documents_.resize(end);
    for (uint32_t row = 0; row < grams.documents(); ++row)
      for (uint64_t i = grams.begin[row]; i < grams.begin[row + 1]; ++i) {
        const uint32_t gram = grams.at[i];
        if (gram == kNoGram || last[gram] == row || count[kept[gram]] > options.most_documents) continue;
        last[gram] = row;
        documents_[next[gram]++] = row;
      }
    if (length == options.longest || kept.empty()) break;
    // A longer run at a position consists of this run and the one that begins a word later.
    KeyNumbers longer(kept.size());
    for (uint32_t row = 0; row < grams.documents(); ++row)
      for (uint64_t i = grams.begin[row]; i < grams.begin[row + 1]; ++i) {
        const bool both =
            i + 1 < grams.begin[row + 1] && grams.at[i] != kNoGram && grams.at[i + 1] != kNoGram;
        grams.at[i] = both ? longer.number(uint64_t{grams.at[i]} << 32 | grams.at[i + 1]) : kNoGram;
      }
    distinct = longer.size();
  }
}

std::string GramLists::name(size_t gram) const {
  std::string out;
  for (const uint32_t word : words_[gram]) out += (out.empty() ? "" : " ") + vocabulary_[word];
  return out;
}

std::string without_words(std::string_view text, std::string_view gram) {
  std::vector<std::string_view> wanted;
  for (size_t begin = 0; begin <= gram.size();) {
    const size_t end = std::min(gram.find(' ', begin), gram.size());
    wanted.push_back(gram.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<std::string_view> words;
  std::vector<std::string> lower;
  for_each_word(text, 1, [&](std::string_view word) {
    words.push_back(word);
    lower_word(word, lower.emplace_back());
  });
  std::string out;
  size_t kept_to = 0;
  for (size_t i = 0; i + wanted.size() <= words.size();) {
    bool here = true;
    for (size_t k = 0; k < wanted.size() && here; ++k) here = lower[i + k] == wanted[k];
    if (!here) {
      ++i;
      continue;
    }
    const auto begin = static_cast<size_t>(words[i].data() - text.data());
    const std::string_view last = words[i + wanted.size() - 1];
    out.append(text, kept_to, begin - kept_to);
    kept_to = static_cast<size_t>(last.data() - text.data()) + last.size();
    i += wanted.size();
  }
  return out.append(text, kept_to);
}

}  // namespace standfast
