#include <gtest/gtest.h>

#include "standfast/text/printable.h"

namespace standfast {
namespace {

TEST(Visible, WhiteSpaceAndWhatIsNeverShownAreNot) {
  for (const char* text :
       {"", " ", "\n\t", "\xC2\xA0", "\xE2\x80\x8B", "\xEF\xBB\xBF \xE2\x80\x8D", "\xC2\xAD"})
    EXPECT_FALSE(is_visible(text)) << text;
  for (const char* text : {"a", " .", "\xE2\x80\x8B\xC3\xA9", "\xF0\x9F\x98\x80", "\"\""})
    EXPECT_TRUE(is_visible(text)) << text;
}

}  // namespace
}  // namespace standfast
