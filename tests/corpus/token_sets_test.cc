#include "standfast/corpus/duplicate/token_sets.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

std::vector<std::string> split_at_blanks(const std::string& text) {
  std::vector<std::string> words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// The numbers of tokens are checked by their meaning: a token in fewer texts has a smaller number, and equal
// tokens have the same number.
TEST(TokenSets, NumberTokensByHowRareTheyAre) {
  Rng rng(1, "test/token-sets", "");
  std::vector<std::string> texts(60);
  for (size_t i = 0; i < texts.size(); ++i)
    for (size_t k = 0; k < (i == 0 ? 400 : i % 30); ++k)
      texts[i] += (k == 0 ? "w" : " w") + std::to_string(rng.below(rng.chance(0.5) ? 500 : 20));
  texts.emplace_back();
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const TokenSets sets = token_sets(views, NearTokens::words, 2);
  std::map<std::string, std::set<size_t>> where;
  for (size_t i = 0; i < texts.size(); ++i)
    for (const auto& word : split_at_blanks(texts[i])) where[word].insert(i);
  ASSERT_EQ(sets.distinct, where.size());
  ASSERT_EQ(sets.size(), texts.size());
  std::map<uint32_t, std::set<size_t>> numbers;  // the sets that hold each number
  for (size_t i = 0; i < sets.size(); ++i) {
    EXPECT_TRUE(std::is_sorted(sets.of(i).begin(), sets.of(i).end()));
    for (const uint32_t token : sets.of(i)) EXPECT_TRUE(numbers[token].insert(i).second);
  }
  std::multiset<std::set<size_t>> found, expected;
  for (const auto& [word, in] : where) expected.insert(in);
  size_t last = 0;
  for (const auto& [number, in] : numbers) {
    found.insert(in);
    EXPECT_LE(last, in.size()) << number;
    last = in.size();
  }
  EXPECT_EQ(found, expected);
}

// For texts of several blocks, with white space of every kind, the result equals going through the code
// points one by one.
TEST(NormaliseText, IsOneSpaceForEachRunOfWhiteSpace) {
  constexpr const char* kOthers[] = {" ",    "  ",   "\n",     " \t ",   "\u00a0", "\u00e9", "~",
                                     "\x7f", "\x1c", "\u3000", "\u6f22", "\r\n",   "!"};
  Rng rng(2, "test/normalise-text");
  std::string normal;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const double others = rng.chance(0.5) ? 0 : 0.05 * rng.uniform();
    for (size_t size = rng.below(400); text.size() < size;) {
      const bool after_space = !text.empty() && text.back() == ' ';
      text += rng.chance(others)                ? kOthers[rng.below(std::size(kOthers))]
              : !after_space && rng.chance(0.2) ? " "
                                                : std::string(1, static_cast<char>('a' + rng.below(26)));
    }
    std::string expected;
    for (size_t at = 0; at < text.size();) {
      const size_t from = at;
      if (is_space(next_code_point(text, at))) {
        if (!expected.empty() && expected.back() != ' ') expected += ' ';
      } else {
        expected += text.substr(from, at - from);
      }
    }
    if (expected.ends_with(' ')) expected.pop_back();
    normalise_text(text, normal);
    ASSERT_EQ(normal, expected) << "round " << round;
  }
}

}  // namespace
}  // namespace standfast
