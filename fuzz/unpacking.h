// What the targets of packed streams share: the same bytes, or the same refusal, whatever the sizes of the
// reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/unpack.h"
#include "tests/support/streams.h"

namespace standfast::fuzz {

// A few kilobytes may unpack to gigabytes: so much is looked at.
constexpr size_t kMostUnpacked = size_t{1} << 23;

struct Unpacked {
  std::string bytes;
  std::string problem;  // "": it ended well, or there was more than is looked at
  bool more = false;
};

using Unpack = std::unique_ptr<InputStream> (*)(std::string, std::unique_ptr<InputStream>);

inline Unpacked unpack_in(Unpack unpack, const std::string& packed, size_t piece, size_t source_piece) {
  const auto input = unpack("x", std::make_unique<testing::StringInput>(packed, source_piece));
  Unpacked out;
  std::vector<char> buffer(piece);
  for (;;) {
    const auto n = input->read(buffer);
    if (!n) {
      out.problem = n.error().message;
      if (out.problem.empty() || input->read(buffer)) std::abort();  // an error has words, and stays
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

// data: a byte for the size of the reads, one for those of the source, the archive. Returns what came out.
inline Unpacked check_unpacking(Unpack unpack, const std::string& packed, size_t a, size_t b) {
  const Unpacked whole = unpack_in(unpack, packed, size_t{1} << 18, ~size_t{0});
  // Small reads of much take long, and show nothing that small reads of little do not.
  const bool small = whole.bytes.size() < (size_t{1} << 16);
  const size_t piece = small ? 1 + a % 64 : (size_t{1} << (10 + a % 12)) + b % 3 - 1;
  const Unpacked pieces =
      unpack_in(unpack, packed, piece, packed.size() < (size_t{1} << 16) ? 1 + b % 64 : 4096 + b);
  if (whole.bytes != pieces.bytes || whole.problem != pieces.problem || whole.more != pieces.more)
    std::abort();
  return whole;
}

}  // namespace standfast::fuzz
