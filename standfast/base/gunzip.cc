#include "standfast/base/gunzip.h"

#include <algorithm>
#include <memory>

#include <libdeflate.h>

namespace standfast {
namespace {

constexpr size_t kSmallestMember = 18;   // ten bytes of head, eight of tail
constexpr uint64_t kMostPerByte = 1032;  // the most bytes that one byte of deflate can stand for
constexpr size_t kRoomBehind = 256;      // parsers want some

// Returns the last four bytes of a member: its unpacked length, modulo 2^32.
uint64_t stated_size(std::string_view packed) {
  uint64_t size = 0;
  for (size_t k = 1; k <= 4; ++k) size = size << 8 | static_cast<uint8_t>(packed[packed.size() - k]);
  return size;
}

}  // namespace

std::optional<std::string> gunzip(std::string_view packed, uint64_t most) {
  if (packed.size() < kSmallestMember) return std::nullopt;
  const uint64_t size = stated_size(packed);
  if (size > std::min(most, packed.size() * kMostPerByte)) return std::nullopt;
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> unpacker(
      libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  if (unpacker == nullptr) return std::nullopt;
  std::string bytes;
  bytes.reserve(size + kRoomBehind);
  bytes.resize(size);
  size_t read = 0, written = 0;
  if (libdeflate_gzip_decompress_ex(unpacker.get(), packed.data(), packed.size(), bytes.data(), bytes.size(),
                                    &read, &written) != LIBDEFLATE_SUCCESS ||
      read != packed.size() || written != bytes.size())
    return std::nullopt;
  return bytes;
}

}  // namespace standfast
