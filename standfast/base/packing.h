// How a file is packed, by its first bytes.
#pragma once

#include <string_view>

namespace standfast {

enum class Packing { none, gzip, zstd };

// head: at least the first four bytes, fewer only if the file has no more.
constexpr Packing packing_of(std::string_view head) {
  if (head.starts_with("\x1f\x8b")) return Packing::gzip;
  if (head.starts_with("\x28\xb5\x2f\xfd")) return Packing::zstd;
  return Packing::none;
}

}  // namespace standfast
