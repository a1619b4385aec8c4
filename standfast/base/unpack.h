// Streams that unpack other streams: gzip and zstd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Streams of bytes, from any source.

// Reads bytes in order. A truncated or corrupt archive is a data error. After an error every read fails.
class InputStream {
 public:
  virtual ~InputStream() = default;
  // Fills a prefix of `buffer` and returns its length; 0 means the end.
  virtual Result<size_t> read(std::span<char> buffer) = 0;
};

// Returns an unpacking stream. Members (gzip) or frames (zstd) one after the other are one stream; skippable
// frames of zstd are passed over wherever they stand. An archive that ends early, that is damaged or that
// goes on with something else is a data error; only zeros behind a gzip member are taken for padding, as gzip
// does. `name` is for messages; `block_bytes` are read from the source at a time.
std::unique_ptr<InputStream> unpack_gzip(std::string name, std::unique_ptr<InputStream> source,
                                         size_t block_bytes = size_t{1} << 18);
std::unique_ptr<InputStream> unpack_zstd(std::string name, std::unique_ptr<InputStream> source,
                                         size_t block_bytes = size_t{1} << 18);

// Unpacking of a whole gzip file at once, which is faster than by a stream.

// Unpacks `packed` if it is one gzip member and nothing else. Returns nothing if the file is damaged, has
// several members or padding, or says that it unpacks to more than `most` bytes. A stream then
// handles or reports it.
std::optional<std::string> gunzip(std::string_view packed, uint64_t most);

// Detection of a file's compression from its first bytes.
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
