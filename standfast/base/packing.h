// Detection of a file's compression from its first bytes.
#pragma once

#include <string_view>

namespace standfast {

enum class Packing { none, gzip, zstd };

inline constexpr std::string_view kGzipMagic = "\x1f\x8b";
inline constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
// The bytes behind a first byte of 0x50 to 0x5f: a skippable frame, with which pzstd begins its archives.
inline constexpr std::string_view kSkippableMagic = "\x2a\x4d\x18";

// Returns the compression of a file. head: at least the first four bytes, fewer only if the file has no more.
constexpr Packing packing_of(std::string_view head) {
  if (head.starts_with(kGzipMagic)) return Packing::gzip;
  if (head.starts_with(kZstdMagic)) return Packing::zstd;
  if (head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xf0) == 0x50 &&
      head.substr(1).starts_with(kSkippableMagic))
    return Packing::zstd;
  return Packing::none;
}

// Returns whether all that is left of a file could be the beginning of an archive of the kind its name says.
constexpr bool is_cut_archive(std::string_view name, std::string_view whole) {
  if (name.ends_with(".gz")) return whole.size() < kGzipMagic.size() && kGzipMagic.starts_with(whole);
  if (!name.ends_with(".zst") || whole.size() >= kZstdMagic.size()) return false;
  return kZstdMagic.starts_with(whole) || ((static_cast<unsigned char>(whole[0]) & 0xf0) == 0x50 &&
                                           kSkippableMagic.starts_with(whole.substr(1)));
}

}  // namespace standfast
