// Keys of n-grams for hash tables: packed into 32 or 64 bits where they fit, else their bytes with a hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace standfast {

// The bytes of an n-gram or word. Two keys are equal if their bytes are; the hash only makes unequal ones
// cheap.
struct BytesKey {
  uint64_t hash;
  const char* data;  // null: no key
  uint32_t size;
  std::string_view view() const { return {data, size}; }
};

// An arena for the bytes that keys point to.
class ByteArena {
 public:
  const char* keep(std::string_view bytes) {
    if (used_ + bytes.size() > kBlock || blocks_.empty()) {
      blocks_.push_back(std::make_unique<char[]>(bytes.size() > kBlock ? bytes.size() : kBlock));
      used_ = 0;
    }
    char* to = blocks_.back().get() + used_;
    std::memcpy(to, bytes.data(), bytes.size());
    used_ = bytes.size() > kBlock ? kBlock : used_ + bytes.size();
    return to;
  }

 private:
  static constexpr size_t kBlock = size_t{1} << 16;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t used_ = 0;
};

// The largest number, which is no key: it would hold an alphabet's unknown symbol in every place.
template <class Key>
inline constexpr Key kNoKey = static_cast<Key>(~Key{0});
template <>
inline constexpr BytesKey kNoKey<BytesKey> = {0, nullptr, 0};

constexpr bool same_key(uint32_t a, uint32_t b) {
  return a == b;
}
constexpr bool same_key(uint64_t a, uint64_t b) {
  return a == b;
}
inline bool same_key(const BytesKey& a, const BytesKey& b) {
  if (a.data == nullptr || b.data == nullptr) return a.data == b.data;
  return a.hash == b.hash && a.size == b.size && std::memcmp(a.data, b.data, a.size) == 0;
}

// A multiplicative hash; its upper bits are the good ones.
inline constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;
constexpr uint64_t hash_key(uint32_t key, uint64_t multiplier = kMultiplier) {
  return key * multiplier;
}
constexpr uint64_t hash_key(uint64_t key, uint64_t multiplier = kMultiplier) {
  return (key ^ key >> 32) * multiplier;
}
constexpr uint64_t hash_key(const BytesKey& key) {
  return key.hash;
}

inline BytesKey make_bytes_key(std::string_view bytes) {
  uint64_t hash = bytes.size() * 0xD6E8FEB86659FD93ULL;
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  };
  size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    mix(word);
  }
  uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, bytes.size() - at);
  mix(word);
  hash *= 0xD6E8FEB86659FD93ULL;
  return {hash, bytes.data(), static_cast<uint32_t>(bytes.size())};
}

// Packs the n symbols from `at` on, first symbol in the lowest bits. kSymbolSlack bytes behind the text may
// be read.
template <class Key, class Symbol>
inline Key pack(const Symbol* at, Key mask) {
  Key key;
  std::memcpy(&key, at, sizeof key);
  return key & mask;
}

template <class Key, class Symbol>
constexpr Key pack_mask(size_t n) {
  const size_t bits = 8 * n * sizeof(Symbol);
  return bits >= 8 * sizeof(Key) ? static_cast<Key>(~Key{0}) : static_cast<Key>((Key{1} << bits) - 1);
}

}  // namespace standfast
