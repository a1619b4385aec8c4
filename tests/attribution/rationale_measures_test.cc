// Rationales against a planted cue (the part that holds it, and the expected part of a random rationale, by
// enumeration) and against the tokens that annotators marked.
#include "standfast/analysis/attribution/rationale_measures.h"

#include <bit>

#include <gmock/gmock.h>

#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

// `n` units of `length` characters, one apart.
std::vector<TokenSpan> units(uint32_t n, uint32_t length = 4) {
  std::vector<TokenSpan> made;
  for (uint32_t i = 0; i < n; ++i) made.push_back({i * (length + 1), i * (length + 1) + length});
  return made;
}

std::vector<std::string> parts_of(const std::string& text, const std::vector<TokenSpan>& spans) {
  std::vector<std::string> parts;
  for (const TokenSpan& span : spans_of_cue(text, spans))
    parts.push_back(text.substr(span.begin, span.end - span.begin));
  return parts;
}

TEST(RationaleMeasures, ACueHasNoWhiteSpaceAndNoMarksAtItsEnds) {
  const std::string text = "(if I'm  being h\xC3\xB6nest, I do. ";
  EXPECT_THAT(parts_of(text, {{0, 24}}), ElementsAre("if", "I'm", "being", "h\xC3\xB6nest"));
  EXPECT_THAT(parts_of(text, {{0, 3}, {26, 30}}), ElementsAre("if", "do"));
  EXPECT_THAT(parts_of("a ... b", {{2, 5}}), ElementsAre("...")) << "it has no words";
}

// 28 tokens, of which 3 are kept and 2 are the cue: one at least, and both (hypergeometric).
TEST(RationaleMeasures, RandomTokensHoldACueAsOftenAsTheHypergeometricDistributionSays) {
  const std::vector<uint32_t> two = {4, 4};
  EXPECT_NEAR(chance_to_cover(28, 3, two, 4), 0.206349, 5e-7);
  EXPECT_NEAR(chance_to_cover(28, 3, two, 8), 0.007937, 5e-7);
  EXPECT_NEAR(chance_to_cover(28, 3, two, 5), 0.007937, 5e-7) << "more than one of them has";
  const Rationale rationale{units(28), {1, 8, 20}};
  const HeldCue found = held_cue(rationale, std::vector<TokenSpan>{{0, 4}, {5, 9}});
  EXPECT_TRUE(found.held) << "half of it";
  EXPECT_EQ(found.covered, 0.5);
  EXPECT_NEAR(found.random_held, 0.206349, 5e-7);
  EXPECT_NEAR(found.random_covered, 3.0 / 28, 1e-12);
}

TEST(RationaleMeasures, OneSentenceHoldsTheCueAsOftenAsSentencesDo) {
  const Rationale rationale{units(5, 20), {2}};
  const HeldCue found = held_cue(rationale, std::vector<TokenSpan>{{44, 50}});
  EXPECT_TRUE(found.held);
  EXPECT_EQ(found.covered, 1);
  EXPECT_NEAR(found.random_held, 0.2, 1e-15);
  EXPECT_NEAR(share_read(rationale), 0.2, 1e-15);
  // A sentence ends within it: a third here, the rest there.
  const HeldCue torn = held_cue({units(5, 20), {1}}, std::vector<TokenSpan>{{37, 41}, {42, 47}});
  EXPECT_FALSE(torn.held);
  EXPECT_NEAR(torn.covered, 4.0 / 9, 1e-15);
  EXPECT_NEAR(torn.random_held, 0.2, 1e-15) << "only the other sentence has half of it";
  EXPECT_NEAR(torn.random_covered, 0.2, 1e-15);
}

TEST(RationaleMeasures, ExactlyHalfHoldsAndLessDoesNot) {
  const std::vector<TokenSpan> cue = {{0, 4}, {10, 14}};  // units 0 and 2
  EXPECT_TRUE(held_cue({units(6), {2}}, cue).held);
  const std::vector<TokenSpan> odd = {{0, 3}, {10, 14}};
  EXPECT_FALSE(held_cue({units(6), {0}}, odd).held) << "3 of 7";
  EXPECT_TRUE(held_cue({units(6), {2}}, odd).held) << "4 of 7";
}

TEST(RationaleMeasures, WhatIsNotReadIsNeverCovered) {
  const Rationale cut{units(2), {0, 1}};
  const HeldCue found = held_cue(cut, std::vector<TokenSpan>{{5, 9}, {40, 50}});
  EXPECT_NEAR(found.covered, 4.0 / 14, 1e-15);
  EXPECT_EQ(found.random_held, 0);
  EXPECT_NEAR(found.random_covered, 4.0 / 14, 1e-15);
  const HeldCue nothing = held_cue({{}, {}}, std::vector<TokenSpan>{{0, 4}});
  EXPECT_EQ(nothing.covered, 0);
  EXPECT_FALSE(nothing.held);
  EXPECT_EQ(nothing.random_held, 0);
  EXPECT_EQ(share_read({{}, {}}), 0);
}

// Every subset of every size, for cues whose units cover different lengths.
TEST(RationaleMeasures, ChancesAreThoseOfAllSubsets) {
  Rng rng(3, "tests/rationale");
  for (int trial = 0; trial < 40; ++trial) {
    const auto n = static_cast<uint32_t>(1 + rng.below(9));
    std::vector<uint32_t> covers;
    uint64_t all = 0;
    for (uint64_t c = rng.below(n + 1); c > 0; --c) all += covers.emplace_back(1 + rng.below(6));
    const uint64_t needed = rng.below(all + 3);
    std::vector<double> enough(n + 1, 0), sets(n + 1, 0);
    for (uint32_t set = 0; set < 1U << n; ++set) {
      uint64_t covered = 0;
      for (size_t i = 0; i < covers.size(); ++i) covered += (set >> i & 1) != 0 ? covers[i] : 0;
      const auto size = static_cast<size_t>(std::popcount(set));
      enough[size] += covered >= needed ? 1 : 0;
      sets[size] += 1;
    }
    for (uint32_t m = 0; m <= n; ++m)
      ASSERT_NEAR(chance_to_cover(n, m, covers, needed), enough[m] / sets[m], 1e-12)
          << n << " units, " << m << " chosen, needed " << needed;
  }
}

// A cue of hundreds of tokens: binomial coefficients would overflow.
TEST(RationaleMeasures, ChancesOfLongTextsAreFinite) {
  const std::vector<uint32_t> part(300, 1);
  EXPECT_NEAR(chance_to_cover(1500, 700, part, 150), 0.1095633217, 1e-10);
  EXPECT_EQ(chance_to_cover(1500, 1500, part, 150), 1);
  EXPECT_LT(chance_to_cover(1500, 12, part, 150), 1e-12);
}

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
