// Tokens of attributions, and texts without some of them.
#include "standfast/analysis/attribution/text_tokens.h"

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

using Texts = std::vector<std::string>;

Texts tokens_in(std::string_view text, TokenRule rule) {
  Texts tokens;
  for (const auto& token : split_tokens(text, rule))
    tokens.emplace_back(text.substr(token.begin, token.end - token.begin));
  return tokens;
}

std::string edited(std::string_view text, std::initializer_list<size_t> kept, const MaskRule& rule = {},
                   TokenRule tokens = TokenRule::words) {
  const auto spans = split_tokens(text, tokens);
  PlayerSet players(words_of_players(spans.size()), 0);
  for (const size_t i : kept) admit(players, i);
  std::string out = "rest of another text";
  write_edited(text, spans, players, rule, out);
  return out;
}

TEST(TextTokens, FollowTheirRules) {
  const std::string text = "  Honestly, (I don't  re-do it_...) \xC3\xA9t\xC3\xA9!\n";
  EXPECT_EQ(tokens_in(text, TokenRule::words), (Texts{"Honestly", ",", "(", "I", "don't", "re-do", "it_", ".",
                                                      ".", ".", ")", "\xC3\xA9t\xC3\xA9", "!"}));
  EXPECT_EQ(tokens_in(text, TokenRule::whitespace),
            (Texts{"Honestly,", "(I", "don't", "re-do", "it_...)", "\xC3\xA9t\xC3\xA9!"}));
  EXPECT_EQ(tokens_in("don't re-do", TokenRule::fine), (Texts{"don", "'", "t", "re", "-", "do"}));
  // An accent that is a character of its own (U+0301) belongs to its letter, also at the end of a word.
  EXPECT_EQ(tokens_in("cafe\xCC\x81, no", TokenRule::words), (Texts{"cafe\xCC\x81", ",", "no"}));
  EXPECT_EQ(tokens_in("cafe\xCC\x81-no", TokenRule::fine), (Texts{"cafe\xCC\x81", "-", "no"}));
  EXPECT_EQ(tokens_in("\xCC\x81", TokenRule::words), (Texts{"\xCC\x81"}));
  EXPECT_TRUE(tokens_in(" \n\t ", TokenRule::words).empty());
  EXPECT_TRUE(tokens_in("", TokenRule::fine).empty());
}

TEST(TextTokens, AnEditedTextHasTheTokensThatAreKept) {
  const std::string text = " Honestly,  I like it. ";
  EXPECT_EQ(edited(text, {0, 1, 2, 3, 4, 5}), text);
  EXPECT_EQ(edited(text, {}), "  ") << "white space before the first token and behind the last stays";
  EXPECT_EQ(edited(text, {2, 3}), " I like ") << "no space is put beside one that is there";
  EXPECT_EQ(edited(text, {0, 3, 4}), " Honestly like it ");
  EXPECT_EQ(edited("a,b", {0, 2}, {}, TokenRule::fine), "a b") << "two words do not become one";
  EXPECT_EQ(edited("(a)", {1}), "a");
  EXPECT_EQ(edited(text, {0, 3}, {"...", true}), " Honestly ... like ... ");
  EXPECT_EQ(edited(text, {0, 3}, {"#", false}), " Honestly # # like # # ");
  EXPECT_EQ(edited("a b", {}, {"[MASK]", true}), "[MASK]");
}

TEST(TextTokens, ASpanMakesItsTokensOne) {
  const std::string text = "to be honest, I like it";
  const auto tokens = split_tokens(text, TokenRule::words);
  const auto joined = join_tokens(tokens, std::vector<TokenSpan>{{0, 13}});
  ASSERT_EQ(joined.size(), 4U);
  EXPECT_EQ(joined[0], (TokenSpan{0, 13}));
  EXPECT_EQ(join_tokens(tokens, {}), tokens);
  // Two spans beside each other are two tokens; a span inside a token takes all of it.
  const std::vector<TokenSpan> two = {{0, 5}, {6, 8}};
  EXPECT_EQ(join_tokens(tokens, two)[1], (TokenSpan{6, 12}));
  // A token that two spans share holds both together.
  const std::vector<TokenSpan> across = {{0, 4}, {4, 12}};
  EXPECT_EQ(join_tokens(tokens, across)[0], (TokenSpan{0, 12}));
}

TEST(TextTokens, LawsHoldForAnyText) {
  Rng rng(1, "tests/tokens");
  const CodePoint kSome[] = {' ', ' ', '\n', 'a', 'B',  '_',  '.',   ',',
                             '(', ')', '\'', '7', 0xE9, 0xA0, 0x3A3, 0x1F600};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (uint64_t k = rng.below(30); k > 0; --k) append_utf8(kSome[rng.below(std::size(kSome))], text);
    for (const TokenRule rule : {TokenRule::words, TokenRule::whitespace, TokenRule::fine}) {
      const auto tokens = split_tokens(text, rule);
      uint32_t at = 0;
      for (const auto& token : tokens) {
        ASSERT_LT(token.begin, token.end);
        for (size_t k = at; k < token.begin;) ASSERT_TRUE(is_space(next_code_point(text, k))) << text;
        for (size_t k = token.begin; k < token.end;) ASSERT_FALSE(is_space(next_code_point(text, k))) << text;
        at = token.end;
      }
      for (size_t k = at; k < text.size();) ASSERT_TRUE(is_space(next_code_point(text, k))) << text;
      std::string out;
      write_edited(text, tokens, all_players(tokens.size()), {"?", false}, out);
      ASSERT_EQ(out, text);
      PlayerSet some(words_of_players(tokens.size()), 0);
      std::string expected, got;
      for (size_t i = 0; i < tokens.size(); ++i)
        if (rng.chance(0.5)) {
          admit(some, i);
          expected += text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
        }
      write_edited(text, tokens, some, {}, out);
      ASSERT_TRUE(is_valid_utf8(out));
      for (size_t k = 0; k < out.size();) {
        const size_t before = k;
        if (!is_space(next_code_point(out, k))) got += out.substr(before, k - before);
      }
      ASSERT_EQ(got, expected) << text;
    }
  }
}

}  // namespace
}  // namespace standfast
