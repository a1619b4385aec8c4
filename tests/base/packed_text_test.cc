#include "standfast/base/packed_text.h"

#include <vector>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <zlib.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

std::string unpacked_text(const std::string& letters, size_t size) {
  std::vector<unsigned char> packed(letters.size());
  EXPECT_GE(EVP_DecodeBlock(packed.data(), reinterpret_cast<const unsigned char*>(letters.data()),
                            static_cast<int>(letters.size())),
            0);
  std::string text(size + 1, ' ');
  uLongf length = text.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &length, packed.data(), packed.size()), Z_OK);
  return text.substr(0, length);
}

TEST(PackedText, ComesBackWhole) {
  Rng rng(1, "test/packed");
  std::string noise;
  for (int i = 0; i < 5'000'000; ++i) noise += static_cast<char>(rng.below(256));  // more than one block
  for (const std::string& text : {std::string(), std::string("a"), std::string("\0<&\"", 4), noise})
    EXPECT_EQ(unpacked_text(packed_base64(text), text.size()), text);
}

TEST(PackedText, RepetitionIsShort) {
  EXPECT_LT(packed_base64(std::string(100'000, 'x')).size(), 400U);
}

}  // namespace
}  // namespace standfast
