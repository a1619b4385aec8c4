// UTF-8 that was read as Latin-1 or Windows-1252.
#include "standfast/text/mojibake.h"

#include <gtest/gtest.h>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

std::string mended(const std::string& text) {
  std::string out = "before";
  mend_mojibake(text, out);
  return out;
}

// Returns the text misread by a program that takes its bytes of UTF-8 for Latin-1.
std::string misread(const std::string& text) {
  std::string out;
  for (const char byte : text) append_utf8(static_cast<unsigned char>(byte), out);
  return out;
}

TEST(Mojibake, IsUndone) {
  EXPECT_EQ(mended("donâ€™t"), "don’t");
  EXPECT_EQ(mended("cafÃ© et thÃ©"), "café et thé");
  for (const char* text : {"naïve café", "“quoted” – dash…", "😀 smile", "日本語", "plain", ""})
    EXPECT_EQ(mended(misread(text)), text);
}

TEST(Mojibake, TextThatIsWellStays) {
  for (const char* text : {"café", "Ünï", "“quoted” – dash…", "ÀÉÎ", "日本語", "Ã", "plain", ""})
    EXPECT_EQ(mended(text), text);
}

TEST(Mojibake, CountsWhatItMends) {
  std::string out;
  EXPECT_EQ(mend_mojibake("cafÃ©, donâ€™t, café", out), 2U);
  EXPECT_EQ(out, "café, don’t, café");
}

}  // namespace
}  // namespace standfast
