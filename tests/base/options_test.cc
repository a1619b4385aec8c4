#include "standfast/base/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

const std::vector<OptionSpec> kSpecs = {{"folds", int64_t{10}, "number of folds"},
                                        {"share", 0.2, "share held out"},
                                        {"balance", false, "by documents"},
                                        {"rule", std::string("default"), "how", {"default", "literal"}}};

std::string refusal_of(const std::map<std::string, OptionValue>& given) {
  const auto options = Options::resolve("splitter k-fold", kSpecs, given);
  return options ? "" : options.error().message;
}

TEST(Options, DefaultsThenGiven) {
  const auto options = Options::resolve("x", kSpecs, {{"folds", std::string("5")}, {"share", int64_t{1}}});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->integer("folds"), 5);
  EXPECT_EQ(options->number("share"), 1.0);
  EXPECT_FALSE(options->flag("balance"));
  EXPECT_EQ(options->text("rule"), "default");
}

TEST(Options, ErrorsNameTheOwnerAndGuess) {
  EXPECT_EQ(refusal_of({{"fold", int64_t{3}}}),
            "splitter k-fold has no option \"fold\"; did you mean \"folds\"?");
  EXPECT_EQ(refusal_of({{"folds", std::string("many")}}),
            "splitter k-fold: option \"folds\" needs a whole number, not \"many\"");
  EXPECT_EQ(refusal_of({{"rule", std::string("odd")}}),
            "splitter k-fold: option \"rule\" must be one of default, literal, not \"odd\"");
  EXPECT_NE(refusal_of({{"folds", 2.5}}), "");
}

TEST(Options, ListsWhoseQuotesDoNotFitAreRefused) {
  const std::vector<OptionSpec> specs = {
      {.name = "phrases", .default_value = std::string(), .meaning = "what", .list = true},
      {.name = "term", .default_value = std::string(), .meaning = "which"}};
  const auto given = [&](const std::string& name, const std::string& value) {
    const auto options = Options::resolve("shortcut x", specs, {{name, value}});
    return options ? "" : options.error().message;
  };
  EXPECT_EQ(
      given("phrases", "a,\"b c"),
      "shortcut x: option \"phrases\": the quotes of \"b c do not fit. An item in quotes ends with a quote, before "
      "a comma or the end, and a quote in it is written twice");
  EXPECT_EQ(given("phrases", "a,\"b, c\""), "");
  EXPECT_EQ(given("term", "\"b c"), "");  // not a list: taken as it stands
}

TEST(Options, NumbersRoundTripAsText) {
  EXPECT_EQ(to_string(OptionValue(0.1)), "0.1");
  EXPECT_EQ(to_string(OptionValue(1.0 / 3)), "0.3333333333333333");
  EXPECT_EQ(to_string(OptionValue(true)), "true");
}

TEST(NearestName, FindsSlipsAndPrefixesOnly) {
  EXPECT_EQ(nearest_name("hist", {"hits", "random-topics"}), "hits");
  EXPECT_EQ(nearest_name("random", {"hits", "random-topics"}), "random-topics");
  EXPECT_EQ(nearest_name("zzzzzz", {"hits", "random-topics"}), "");
  EXPECT_EQ(nearest_name("4", {"1", "2"}), "") << "nothing of the word is left";
  EXPECT_EQ(nearest_name("ab", {"xy", "ac"}), "ac");
}

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
