// Lists of options: what is put together comes apart as it was.
#include "standfast/base/option_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(OptionList, ItemsArePartedByCommas) {
  EXPECT_THAT(list_of(""), IsEmpty());
  EXPECT_THAT(list_of("a"), ElementsAre("a"));
  EXPECT_THAT(list_of(" a , b b,c "), ElementsAre("a", "b b", "c"));
  EXPECT_THAT(list_of("a,,b,"), ElementsAre("a", "", "b", ""));
}

TEST(OptionList, AnItemInQuotesMayHoldACommaAndQuotes) {
  EXPECT_THAT(list_of(R"("Washington, D.C.",Peru)"), ElementsAre("Washington, D.C.", "Peru"));
  EXPECT_THAT(list_of(R"(Peru, "Washington, D.C." )"), ElementsAre("Peru", "Washington, D.C."));
  EXPECT_THAT(list_of(R"("a ""b"", c","",d)"), ElementsAre(R"(a "b", c)", "", "d"));
}

TEST(OptionList, QuotesThatDoNotFitAreTakenAsTheyStand) {
  EXPECT_THAT(list_of(R"("a, b)"), ElementsAre("\"a", "b"));
  EXPECT_THAT(list_of(R"("a" b,c)"), ElementsAre("\"a\" b", "c"));
  EXPECT_THAT(list_of(R"(say "a, b")"), ElementsAre("say \"a", "b\""));
  EXPECT_THAT(list_of("\""), ElementsAre("\""));
}

TEST(OptionList, FindsQuotesThatDoNotFit) {
  EXPECT_EQ(misquoted_item(R"(a,"b, c)"), "\"b");
  EXPECT_EQ(misquoted_item(R"("a" b,c)"), "\"a\" b");
  EXPECT_EQ(misquoted_item("\""), "\"");
  for (const char* fits : {"", "a,b", R"("a, b",c)", R"("a ""b""", c)", "say \"a", R"("""")"})
    EXPECT_EQ(misquoted_item(fits), "") << fits;
}

TEST(OptionList, WhatHasNoCommaIsWrittenAsItIs) {
  EXPECT_EQ(list_text({"a", "b \"c\" d", ""}), "a,b \"c\" d,\"\"");
  EXPECT_EQ(list_text({"a, b", "c"}), "\"a, b\",c");
}

TEST(OptionList, EveryListComesBack) {
  for (int i = 0; i < 3000; ++i) {
    Rng rng(1, "test/option_list", std::to_string(i));
    std::vector<std::string> items(1 + rng.below(4));
    for (auto& item : items) {
      const size_t size = rng.below(6);
      for (size_t k = 0; k < size; ++k) item += "a,\" ="[rng.below(5)];
      item = std::string(trimmed_item(item));
    }
    EXPECT_EQ(list_of(list_text(items)), items) << list_text(items);
  }
}

}  // namespace
}  // namespace standfast
