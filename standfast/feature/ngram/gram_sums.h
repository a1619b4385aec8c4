// Summation of the n-gram counts of several counters.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "standfast/feature/ngram/gram_key.h"

namespace standfast {

template <class Key>
struct Counted {
  Key key;
  uint64_t count = 0, documents = 0;
};

template <class Key>
class GramSums {
 public:
  // The keys are those whose hashes agree in the first `skipped_bits`, about `expected` of them.
  GramSums(int skipped_bits, size_t expected)
      : skipped_bits_(skipped_bits),
        bits_(static_cast<int>(std::bit_width(2 * expected + 8))),
        table_(size_t{1} << bits_, 0) {}

  void add(const Counted<Key>& counted) {
    uint32_t& place = table_[slot_of(counted.key)];
    if (place != 0) {
      sums_[place - 1].count += counted.count;
      sums_[place - 1].documents += counted.documents;
      return;
    }
    sums_.push_back(counted);
    place = static_cast<uint32_t>(sums_.size());
    if (2 * sums_.size() > table_.size()) grow();
  }

  std::vector<Counted<Key>> take() { return std::move(sums_); }

 private:
  // Returns the place where the key is or would be put.
  size_t slot_of(const Key& key) const {
    size_t slot = (hash_key(key) << skipped_bits_) >> (64 - bits_);
    while (table_[slot] != 0 && !same_key(sums_[table_[slot] - 1].key, key))
      slot = (slot + 1) & (table_.size() - 1);
    return slot;
  }

  void grow() {
    table_.assign(size_t{1} << ++bits_, 0);
    for (uint32_t i = 0; i < sums_.size(); ++i) table_[slot_of(sums_[i].key)] = i + 1;
  }

  int skipped_bits_, bits_;
  std::vector<uint32_t> table_;  // 1 + index into sums
  std::vector<Counted<Key>> sums_;
};

}  // namespace standfast
