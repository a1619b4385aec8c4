// A counter of n-grams: how often each occurs and in how many documents. It has one open-addressing table a
// thread, with entries of 16 bytes for packed keys, so that a frequent n-gram costs one cache line; tables of
// several threads are added up afterwards. The sums are of whole numbers, so the result does not depend on
// the division of work among threads.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/feature/ngram/gram_key.h"
#include "standfast/num/kernel/buffer.h"

namespace standfast {

template <class Key>
struct Counted {
  Key key;
  uint64_t count = 0, documents = 0;
};

// Sums of the counts of several counters.
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

template <class Key>
class GramCounter {
 public:
  GramCounter() : table_(size_t{1} << 15, kFree), shift_(64 - 15) {}

  // Begins a document that stands for `times` documents. `number` differs from every other document's; at
  // most `largest` n-grams will be added.
  void begin_document(uint32_t number, uint32_t times, uint64_t largest) {
    // Entries hold 32-bit counts: hand over before one can overflow.
    const uint64_t added = times * (largest + 1);
    if (load_ + added > UINT32_MAX) flush();
    load_ += added;
    document_ = number;
    times_ = times;
  }

  // Adds key_at(0) .. key_at(count - 1). Packed keys are fetched ahead: key_at must be callable up to kAhead
  // further.
  template <class KeyAt>
  void add_all(size_t count, const KeyAt& key_at) {
    // Members in locals: the compiler cannot know that counting does not change them.
    Entry* table = table_.data();
    Entry* end = table + table_.size();
    int shift = shift_;
    const uint32_t document = document_, times = times_;
    for (size_t i = 0; i < count; ++i) {
      const Key key = key_at(i);
      if constexpr (!std::is_same_v<Key, BytesKey>)
        __builtin_prefetch(table + (hash_key(key_at(i + kAhead)) >> shift));
      Entry* entry = table + (hash_key(key) >> shift);
      while (!same_key(entry->key, key)) [[unlikely]] {
          if (same_key(entry->key, kNoKey<Key>)) {
            entry = insert(entry, key);
            table = table_.data();
            end = table + table_.size();
            shift = shift_;
            break;
          }
          if (++entry == end) entry = table;
        }
      entry->count += times;
      // A mask replaces a branch: whether this document had the n-gram before cannot be predicted.
      entry->documents += times & (0U - static_cast<uint32_t>(entry->last != document));
      entry->last = document;
    }
  }
  static constexpr size_t kAhead = 8;

  // Adds up the counts of several counters: lists that hold every n-gram once. The counters are spent; keys
  // of bytes point into them.
  static std::vector<std::vector<Counted<Key>>> merge(std::vector<GramCounter>& counters, int threads) {
    std::vector<GramCounter*> used;
    for (auto& counter : counters)
      if (counter.used_ > 0 || !counter.flushed_.empty()) used.push_back(&counter);
    if (used.empty()) return {};
    if (used.size() == 1 && used[0]->flushed_.empty()) {
      std::vector<Counted<Key>> all;
      all.reserve(used[0]->used_);
      for (const Entry& entry : used[0]->table_)
        if (!same_key(entry.key, kNoKey<Key>)) all.push_back({entry.key, entry.count, entry.documents});
      return {std::move(all)};
    }
    // Each part owns the keys whose hash begins with its number, and adds them up in a table of its own.
    std::vector<std::vector<Counted<Key>>> added(kParts);
    parallel_for(kParts, threads, [&](size_t p) {
      size_t expected = 0;
      for (const auto* counter : used) expected += (counter->used_ + counter->flushed_.size()) / kParts;
      GramSums<Key> sums(kPartBits, expected);
      for (const auto* counter : used)
        counter->for_each_of_part(p, [&](const Counted<Key>& counted) { sums.add(counted); });
      added[p] = sums.take();
    });
    return added;
  }

 private:
  struct Entry {
    Key key;
    uint32_t count, last, documents;  // last: number of the document that had it last
  };
  static constexpr Entry kFree{kNoKey<Key>, 0, UINT32_MAX, 0};
  static constexpr size_t kPartBits = 4, kParts = size_t{1} << kPartBits;

  // Calls body for the counts of keys whose hash begins with `part`: a stretch of the table and, behind it,
  // entries that found their place taken.
  template <class Body>
  void for_each_of_part(size_t part, Body&& body) const {
    const auto visit = [&](const auto& counted) {
      if (hash_key(counted.key) >> (64 - kPartBits) == part)
        body(Counted<Key>{counted.key, counted.count, counted.documents});
    };
    const size_t stretch = table_.size() / kParts, end = (part + 1) * stretch;
    for (size_t i = part * stretch; i < end; ++i)
      if (!same_key(table_[i].key, kNoKey<Key>)) visit(table_[i]);
    for (size_t i = end; !same_key(table_[i % table_.size()].key, kNoKey<Key>); ++i)
      visit(table_[i % table_.size()]);
    for (const auto& counted : flushed_) visit(counted);
  }

  [[gnu::noinline]] Entry* insert(Entry* free, const Key& key) {
    if (5 * (used_ + 1) > 2 * table_.size()) {  // at most 40 % full
      grow();
      free = slot_of(key);
    }
    ++used_;
    if constexpr (std::is_same_v<Key, BytesKey>)
      free->key = {key.hash, arena_.keep(key.view()), key.size};
    else
      free->key = key;
    return free;
  }

  Entry* slot_of(const Key& key) {
    Entry* entry = &table_[hash_key(key) >> shift_];
    while (!same_key(entry->key, kNoKey<Key>))
      if (++entry == table_.data() + table_.size()) entry = table_.data();
    return entry;
  }

  void grow() {
    Buffer<Entry> old(2 * table_.size(), kFree);
    old.swap(table_);
    --shift_;
    for (const Entry& entry : old)
      if (!same_key(entry.key, kNoKey<Key>)) *slot_of(entry.key) = entry;
  }

  void flush() {
    for (Entry& entry : table_)
      if (!same_key(entry.key, kNoKey<Key>)) {
        flushed_.push_back({entry.key, entry.count, entry.documents});
        entry = kFree;
      }
    used_ = 0;
    load_ = 0;
  }

  Buffer<Entry> table_;
  int shift_;
  size_t used_ = 0;
  uint64_t load_ = 0;  // upper bound of every count in the table
  uint32_t document_ = 0, times_ = 1;
  std::vector<Counted<Key>> flushed_;
  ByteArena arena_;
};

}  // namespace standfast
