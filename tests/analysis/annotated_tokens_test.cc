// The tokens that annotators marked, and those that a classifier read.
#include "standfast/analysis/rationale/annotated_tokens.h"

#include <gmock/gmock.h>

#include "standfast/analysis/attribution/text_tokens.h"

namespace standfast {
namespace {

TEST(AnnotatedTokens, RangesAreTwoNumbers) {
  EXPECT_EQ(token_range("0, 5"), (TokenSpan{0, 5}));
  EXPECT_EQ(token_range("7,9"), (TokenSpan{7, 9}));
  EXPECT_EQ(token_range("12-13"), (TokenSpan{12, 13}));
  for (const char* bad :
       {"", "5", "5-", "-5", "5, 5", "6, 5", "0, 5, 7", "a-b", "0.5, 3", "0, 99999999999", "0 5"})
    EXPECT_FALSE(token_range(bad)) << bad;
}

// Reads the given words of a text, by place.
Rationale reading(std::string_view text, std::vector<uint32_t> places) {
  return {split_tokens(text, TokenRule::whitespace), std::move(places)};
}

TEST(AnnotatedTokens, AgreementCountsTokens) {
  const std::string_view text = "light and smooth feel , drinkable .";
  const std::vector<TokenSpan> marked = {{0, 1}, {2, 4}};
  const auto found = token_agreement(text, marked, text, {}, reading(text, {2, 5}));
  EXPECT_EQ(found, (TokenAgreement{7, 3, 2, 1}));
  // A sentence with its spaces.
  EXPECT_EQ(token_agreement(text, marked, text, {}, {{{0, 23}, {24, 35}}, {0}}),
            (TokenAgreement{7, 3, 5, 3}));
  // Half of a token is read, or less.
  EXPECT_EQ(token_agreement("abcd efgh", marked, "abcd efgh", {}, {{{0, 2}, {5, 6}}, {0, 1}}), std::nullopt)
      << "a range ends behind its tokens";
  EXPECT_EQ(token_agreement("abcd efgh", std::vector<TokenSpan>{{0, 2}}, "abcd efgh", {},
                            {{{0, 2}, {5, 6}}, {0, 1}}),
            (TokenAgreement{2, 2, 1, 1}));
}

TEST(AnnotatedTokens, WhatWasPutInIsSteppedOver) {
  const std::string_view original = "It was good. It was cheap.",
                         planted = "It was good. honestly, It was cheap.";
  const std::vector<TokenSpan> marked = {{5, 6}};
  const std::vector<TokenSpan> put_in = {{13, 23}};
  EXPECT_EQ(token_agreement(original, marked, planted, put_in, reading(planted, {3, 6})),
            (TokenAgreement{7, 1, 2, 1}))
      << "the tokens behind it have moved";
  EXPECT_EQ(token_agreement(original, marked, planted, {}, reading(planted, {3, 6})), std::nullopt)
      << "another text";
  EXPECT_EQ(token_agreement(original, marked, "It was bad. It was cheap.", {}, {}), std::nullopt);
  EXPECT_EQ(token_agreement(original, marked, "It was good.", {}, {}), std::nullopt) << "its end is gone";
}

}  // namespace
}  // namespace standfast
