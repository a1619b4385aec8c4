// Look-up of n-grams in a fixed vocabulary. Packed keys use a perfect hash (displacements per bucket, after
// Belazzougui, Botelho and Dietzfelbinger 2009, "Hash, displace, and compress"): one key to compare, and no
// branch on whether the vocabulary has an n-gram, which processors predict badly. Keys of bytes use an
// ordinary table.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "standfast/feature/ngram/gram_key.h"

namespace standfast {

struct GramHit {
  uint32_t number;  // an arbitrary number of the index where hit is false
  bool hit;
};

template <class Key>
class GramIndex {
 public:
  GramIndex() = default;
  // keys: at least one, distinct. keys[i] has the number numbers[i].
  GramIndex(const std::vector<Key>& keys, const std::vector<uint32_t>& numbers) {
    slot_bits_ = static_cast<int>(std::bit_width(keys.size() + keys.size() / 4 + 1));
    bucket_bits_ = std::max(1, slot_bits_ - 2);
    while (!place(keys, numbers)) multiplier_ += 2 * kMultiplier;  // stays odd
  }

 private:
  struct Slot {
    Key key = 0;
    uint32_t number = 0;
  };

 public:
  // The data of look-ups, to be held in registers over a loop that writes.
  class Finder {
   public:
    explicit Finder(const GramIndex& index)
        : slots_(index.slots_.data()),
          displacement_(index.displacement_.data()),
          mask_(index.slots_.size() - 1),
          multiplier_(index.multiplier_),
          bucket_shift_(64 - index.bucket_bits_) {}
    GramHit find(Key key) const {
      const uint64_t hash = hash_key(key, multiplier_);
      const Slot& slot = slots_[slot_of(hash, displacement_[hash >> bucket_shift_]) & mask_];
      return {slot.number, slot.key == key};
    }

   private:
    const Slot* slots_;
    const uint16_t* displacement_;
    size_t mask_;
    uint64_t multiplier_;
    int bucket_shift_;
  };

 private:
  static size_t slot_of(uint64_t hash, uint64_t displacement) {
    return static_cast<size_t>((hash >> 20) + displacement * ((hash >> 36) | 1));
  }

  // Places the keys; false if the keys of a bucket fit nowhere with this multiplier.
  bool place(const std::vector<Key>& keys, const std::vector<uint32_t>& numbers) {
    // A free slot holds a key that is looked for elsewhere, so it never matches.
    slots_.assign(size_t{1} << slot_bits_, Slot{keys[0], 0});
    std::vector<uint8_t> taken(slots_.size(), 0);
    displacement_.assign(size_t{1} << bucket_bits_, 0);
    std::vector<std::vector<uint32_t>> buckets(displacement_.size());
    for (uint32_t i = 0; i < keys.size(); ++i)
      buckets[hash_key(keys[i], multiplier_) >> (64 - bucket_bits_)].push_back(i);
    std::vector<uint32_t> order(buckets.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return buckets[a].size() > buckets[b].size(); });
    std::vector<size_t> slots;
    for (const uint32_t bucket : order) {
      if (buckets[bucket].empty()) break;
      bool placed = false;
      for (uint32_t displacement = 0; displacement <= UINT16_MAX && !placed; ++displacement) {
        slots.clear();
        for (const uint32_t i : buckets[bucket]) {
          const size_t slot = slot_of(hash_key(keys[i], multiplier_), displacement) & (slots_.size() - 1);
          if (taken[slot] != 0) break;
          taken[slot] = 1;
          slots.push_back(slot);
        }
        placed = slots.size() == buckets[bucket].size();
        for (size_t j = 0; j < slots.size(); ++j)
          if (placed)
            slots_[slots[j]] = {keys[buckets[bucket][j]], numbers[buckets[bucket][j]]};
          else
            taken[slots[j]] = 0;
        if (placed) displacement_[bucket] = static_cast<uint16_t>(displacement);
      }
      if (!placed) return false;
    }
    return true;
  }

  int slot_bits_ = 0, bucket_bits_ = 1;
  uint64_t multiplier_ = kMultiplier;
  std::vector<Slot> slots_;
  std::vector<uint16_t> displacement_;
};

template <>
class GramIndex<BytesKey> {
 public:
  GramIndex() = default;

  // The bytes of the keys must outlive the index.
  GramIndex(const std::vector<BytesKey>& keys, const std::vector<uint32_t>& numbers)
      : bits_(static_cast<int>(std::bit_width(2 * keys.size() + 1))), slots_(size_t{1} << bits_) {
    for (size_t i = 0; i < keys.size(); ++i) {
      size_t slot = keys[i].hash >> (64 - bits_);
      while (slots_[slot].key.data != nullptr) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = {keys[i], numbers[i]};
    }
  }

  class Finder {
   public:
    explicit Finder(const GramIndex& index) : index_(index) {}
    GramHit find(const BytesKey& key) const {
      const auto& slots = index_.slots_;
      size_t slot = key.hash >> (64 - index_.bits_);
      while (slots[slot].key.data != nullptr) {
        if (same_key(slots[slot].key, key)) return {slots[slot].number, true};
        slot = (slot + 1) & (slots.size() - 1);
      }
      return {0, false};
    }

   private:
    const GramIndex& index_;
  };

 private:
  struct Slot {
    BytesKey key = kNoKey<BytesKey>;
    uint32_t number = 0;
  };
  int bits_ = 1;
  std::vector<Slot> slots_;
};

}  // namespace standfast
