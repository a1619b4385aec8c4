// The output of a TextPacker, unpacked by zlib and OpenSSL.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <zlib.h>

namespace standfast::testing {

inline std::string unpacked_text(const std::string& letters) {
  std::vector<unsigned char> packed(letters.size());
  EXPECT_GE(EVP_DecodeBlock(packed.data(), reinterpret_cast<const unsigned char*>(letters.data()),
                            static_cast<int>(letters.size())),
            0);
  z_stream stream{};
  EXPECT_EQ(inflateInit(&stream), Z_OK);
  stream.next_in = packed.data();
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
