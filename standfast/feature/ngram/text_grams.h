// N-grams of texts as keys: characters as arrays of symbols, words as stretches of bytes, and one of three
// kinds of key for all n-grams of one length.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/feature/ngram/gram_key.h"
#include "standfast/feature/ngram/symbols.h"
#include "standfast/feature/ngram/tfidf_options.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/text/edit.h"
#include "standfast/text/words.h"

namespace standfast {

// A container for one of the three kinds of key, for all n-grams of one length.
template <template <class> class Of>
using ByKey = std::variant<Of<uint32_t>, Of<uint64_t>, Of<BytesKey>>;

// Returns the empty container for n-grams of n symbols of the given width.
template <template <class> class Of>
ByKey<Of> for_width(size_t bytes) {
  if (bytes <= sizeof(uint32_t)) return Of<uint32_t>();
  if (bytes <= sizeof(uint64_t)) return Of<uint64_t>();
  return Of<BytesKey>();
}

// Calls body(Symbol()) with the integer type of the alphabet's symbols.
template <class Body>
auto with_symbol_type(const Alphabet& alphabet, Body&& body) {
  if (alphabet.width() == 1) return body(uint8_t{});
  if (alphabet.width() == 2) return body(uint16_t{});
  return body(uint32_t{});
}

// Returns a function from a position to the key of its n-gram.
template <class Key, class Symbol>
auto key_of_position(const Symbol* symbols, size_t n) {
  if constexpr (std::is_same_v<Key, BytesKey>) {
    return [=](size_t i) {
      return make_bytes_key({reinterpret_cast<const char*>(symbols + i), n * sizeof(Symbol)});
    };
  } else {
    const Key mask = pack_mask<Key, Symbol>(n);
    return [=](size_t i) { return pack<Key>(symbols + i, mask); };
  }
}

inline size_t grams(size_t units, size_t n) {
  return units < n ? 0 : units - n + 1;
}

// The words of a text, prepared, with one space behind each, and the n-grams over them.
class Words {
 public:
  void read(std::string_view text, const TfidfOptions& options) {
    if (options.lower_case) {
      to_lower(text, lowered_);
      text = lowered_;
    }
    joined_.clear();
    begins_.clear();
    const auto add = [&](std::string_view word) {
      begins_.push_back(joined_.size());
      joined_.append(word);
      joined_ += ' ';
    };
    for_each_word_by(options.between_spaces, text, options.min_word_length, add);
    begins_.push_back(joined_.size());
  }
  auto key_of_position(size_t n) const {
    return [this, n](size_t i) {
      return make_bytes_key({joined_.data() + begins_[i], begins_[i + n] - begins_[i] - 1});
    };
  }
  size_t count() const { return begins_.size() - 1; }

 private:
  std::string lowered_, joined_;
  std::vector<size_t> begins_;
};

// The buffers of one thread that prepares texts.
struct Workspace {
  std::string edited;
  Words words;
  Buffer<uint8_t> symbols1;
  Buffer<uint16_t> symbols2;
  Buffer<uint32_t> symbols4;

  template <class Symbol>
  Buffer<Symbol>& symbols() {
    if constexpr (sizeof(Symbol) == 1) return symbols1;
    if constexpr (sizeof(Symbol) == 2) return symbols2;
    if constexpr (sizeof(Symbol) == 4) return symbols4;
  }
  std::string_view apply(const TextEdit* edit, std::string_view text) {
    if (edit == nullptr) return text;
    edit->apply(text, edited);
    return edited;
  }
};

// Groups consecutive texts of about `bytes` bytes together: range r is texts [result[r], result[r + 1]).
inline std::vector<size_t> ranges_of_bytes(std::span<const std::string_view> texts, size_t bytes) {
  std::vector<size_t> begins = {0};
  size_t sum = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    sum += texts[i].size() + 64;
    if (sum >= bytes || i + 1 == texts.size()) {
      begins.push_back(i + 1);
      sum = 0;
    }
  }
  return begins;
}
inline constexpr size_t kRangeBytes = size_t{1} << 16;

// Calls body(i, worker) for every text, several neighbours at a time.
template <class Body>
void for_each_text(std::span<const std::string_view> texts, int threads, Body&& body) {
  const auto ranges = ranges_of_bytes(texts, kRangeBytes);
  parallel_ranges(ranges.size() - 1, threads, 1, [&](size_t begin, size_t end, int worker) {
    for (size_t i = ranges[begin]; i < ranges[end]; ++i) body(i, static_cast<size_t>(worker));
  });
}

inline size_t workers(int threads) {
  return static_cast<size_t>(std::max(threads, 1));
}

}  // namespace standfast
