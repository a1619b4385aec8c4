#include "standfast/base/packed_text.h"

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/packed.h"

namespace standfast {
namespace {

TEST(PackedText, ComesBackWhole) {
  Rng rng(1, "test/packed");
  std::string noise;
  for (int i = 0; i < 5'000'000; ++i) noise += static_cast<char>(rng.below(256));  // more than one block
  for (const std::string& text : {std::string(), std::string("a"), std::string("\0<&\"", 4), noise})
    EXPECT_EQ(testing::unpacked_text(packed_base64(text)), text);
}

TEST(PackedText, PiecesGiveTheLettersOfTheWhole) {
  Rng rng(2, "test/packed/pieces");
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += static_cast<char>('a' + rng.below(1 + i / 30'000));
  for (const uint64_t most : {1, 2, 7, 40'000}) {
    TextPacker packer;
    std::string letters;
    for (size_t at = 0; at < text.size();) {
      const size_t n = rng.below(most + 1);
      letters += packer.add(std::string_view(text).substr(at, n));
      at += n;
    }
    letters += packer.finish();
    EXPECT_EQ(letters, packed_base64(text)) << most;
  }
}

TEST(PackedText, RepetitionIsShort) {
  EXPECT_LT(packed_base64(std::string(100'000, 'x')).size(), 400U);
}

}  // namespace
}  // namespace standfast
