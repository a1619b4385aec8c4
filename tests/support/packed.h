// Archives made in memory, each by a single call of its library, and packed texts taken apart.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

namespace standfast::testing {

inline std::string gzip(std::string_view bytes, int level = 6) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// Returns one frame, with its size in the header and a checksum at its end.
inline std::string zstd(std::string_view bytes, int level = 3) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t n = ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(n) != 0) std::abort();
  out.resize(n);
  return out;
}

// Returns archives of `size` zeros, made piece by piece. gzip needs a few thousandths of that size, zstd
// less.
inline std::string gzip_of_zeros(size_t size) {
  std::string out;
  const std::string piece = gzip(std::string(size_t{1} << 24, '\0'), 9);
  for (size_t made = 0; made < size; made += size_t{1} << 24) out += piece;
  return out;
}
inline std::string zstd_of_zeros(size_t size) {
  std::string out;
  const std::string piece = zstd(std::string(size_t{1} << 24, '\0'), 3);
  for (size_t made = 0; made < size; made += size_t{1} << 24) out += piece;
  return out;
}

// Returns a skippable frame. kind: from 0 to 15.
inline std::string skippable_frame(std::string_view bytes, int kind) {
  std::string frame = {static_cast<char>(0x50 + kind), 0x2a, 0x4d, 0x18};
  for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(bytes.size() >> shift & 0xff);
  return frame + std::string(bytes);
}

// Decodes base64, for binary data in text files of the tests.
inline std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;  // the padding
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFF);
  }
  return out;
}

// Returns the text of the output of a TextPacker.
inline std::string unpacked_text(const std::string& letters) {
  std::string packed = from_base64(letters);
  z_stream stream{};
  EXPECT_EQ(inflateInit(&stream), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  std::vector<Bytef> room(1 << 16);
  int said = Z_OK;
  while (said == Z_OK) {
    stream.next_out = room.data();
    stream.avail_out = static_cast<uInt>(room.size());
    said = inflate(&stream, Z_NO_FLUSH);
    text.append(reinterpret_cast<const char*>(room.data()), room.size() - stream.avail_out);
  }
  EXPECT_EQ(said, Z_STREAM_END);
  inflateEnd(&stream);
  return text;
}

}  // namespace standfast::testing
