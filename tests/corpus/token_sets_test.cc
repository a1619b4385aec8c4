#include "standfast/corpus/duplicate/token_sets.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

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

// Numbers are told by what they mean: a token in fewer texts has a smaller one, and equal tokens have the same.
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
  std::map<uint32_t, std::set<size_t>> numbers;  // in which sets
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

}  // namespace
}  // namespace standfast
