// Checks shared by the targets of compressed streams: reads of any size give the same bytes or the same
// refusal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/unpack.h"
#include "tests/support/streams.h"

namespace standfast::fuzz {

// The maximal number of bytes inspected, because a few kilobytes may unpack to gigabytes.
constexpr size_t kMostUnpacked = size_t{1} << 20;

struct Unpacked {
  std::string bytes;
  std::string problem;  // "": it ended well, or there was more than is inspected
  bool more = false;
};

using Unpack = std::unique_ptr<InputStream> (*)(std::string, std::unique_ptr<InputStream>, size_t);

// Unpacks the bytes. piece: bytes of one read; block: bytes taken from the source at a time.
inline Unpacked unpack_in(Unpack unpack, const std::string& packed, size_t piece, size_t block) {
  const auto input = unpack("x", std::make_unique<testing::StringInput>(packed), block);
  Unpacked out;
  static std::vector<char> room(size_t{1} << 18);
  const auto buffer = std::span(room).first(piece);
  for (;;) {
    const auto n = input->read(buffer);
    if (!n) {
      out.problem = n.error().message;
      if (out.problem.empty() || input->read(buffer)) std::abort();  // an error has a message and remains
      return out;
    }
    if (*n > buffer.size()) std::abort();
    if (*n == 0) {
      if (input->read(buffer).value_or(1) != 0) std::abort();
      return out;
    }
    out.bytes.append(buffer.data(), *n);
    if (out.bytes.size() > kMostUnpacked) {
      out.bytes.resize(kMostUnpacked);
      out.more = true;
      return out;
    }
  }
}

// Unpacks in several ways and compares the results. a, b: these numbers determine the sizes of the reads and
// of the blocks.
inline Unpacked check_unpacking(Unpack unpack, const std::string& packed, size_t a, size_t b) {
  const bool little = packed.size() < (size_t{1} << 16);
  const size_t block = (little ? 1 : 4096) + b % 64;
  const Unpacked whole = unpack_in(unpack, packed, size_t{1} << 18, block);
  // Small reads of a large archive take long, and test nothing beyond small reads of a small archive.
  const bool small = whole.bytes.size() < (size_t{1} << 16);
  const Unpacked pieces =
      unpack_in(unpack, packed, small ? 1 + a % 64 : (size_t{1} << (10 + a % 8)) + b % 3, little ? 16 : 4096);
  // If an archive is broken, large reads may give less than small ones before they report it.
  const bool broken = !whole.problem.empty() || !pieces.problem.empty();
  if (!broken && (whole.bytes != pieces.bytes || whole.more != pieces.more)) std::abort();
  if (!whole.bytes.starts_with(pieces.bytes) && !pieces.bytes.starts_with(whole.bytes)) std::abort();
  if (!whole.more && !pieces.more && whole.problem.empty() != pieces.problem.empty()) std::abort();
  return whole;
}

}  // namespace standfast::fuzz
