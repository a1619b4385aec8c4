// Normal forms of Unicode against Python's unicodedata (3.11, Unicode 14): unicodedata.normalize("NFC" or
// "NFKC", text).
#include "standfast/text/normal_form.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

std::string nfc(std::string_view text) {
  std::string store;
  return std::string(composed(text, store));
}
std::string nfkc(std::string_view text) {
  std::string out;
  to_compatible(text, out);
  return out;
}

TEST(NormalForm, ComposesWhatIsCanonicallyEqual) {
  EXPECT_EQ(nfc("Jose\u0301"), "Jos\u00E9");
  EXPECT_EQ(nfc("Jos\u00E9"), "Jos\u00E9");
  EXPECT_EQ(nfc("a\u0323\u0307 b"), nfc("a\u0307\u0323 b")) << "marks come into one order";
  EXPECT_EQ(nfc("\u1112\u1161\u11AB"), "\uD55C") << "Hangul";
  EXPECT_EQ(nfc("\u212B"), "\u00C5") << "the sign of the unit is the letter";
  EXPECT_EQ(nfc("\uFB01"), "\uFB01") << "a ligature is another letter";
  EXPECT_TRUE(canonically_equal("x\u0301", "x\u0301"));
  EXPECT_FALSE(canonically_equal("Jos\u00E9", "Jose"));
}

TEST(NormalForm, TakesCompatibleLettersForPlainOnes) {
  EXPECT_EQ(nfkc("e\uFB03cient \uFF21\u00B2 co\u00ADoper\u00ADate"), "efficient A2 cooperate");
  EXPECT_EQ(nfkc("e\u00AD\u0301"), "\u00E9");
  EXPECT_EQ(nfkc("plain"), "plain");
  EXPECT_EQ(nfkc(""), "");
}

// Normalization is quick for many marks: sorting them takes quadratic time, so a hostile text is cut into
// pieces.
TEST(NormalForm, IsQuickForManyMarks) {
  std::string marks = "e";
  for (int i = 0; i < 20'000; ++i) marks += "\u0301\u0323";
  EXPECT_GT(nfkc(marks).size(), marks.size() / 2);
}

}  // namespace
}  // namespace standfast
