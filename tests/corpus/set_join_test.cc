#include "standfast/corpus/duplicate/set_join.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

std::set<std::string> word_set(const std::string& text) {
  std::set<std::string> words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) words.insert(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// Returns texts of 0 to 30 words from a small vocabulary, so that many texts are alike.
std::vector<std::string> some_texts(size_t n, uint64_t seed) {
  Rng rng(seed, "test/texts");
  std::vector<std::string> texts;
  for (size_t i = 0; i < n; ++i) {
    std::string text;
    if (i > 0 && rng.chance(0.5)) {
      text = texts[rng.below(i)] + fmt::format(" w{}", rng.below(60));
    } else {
      for (size_t w = rng.below(30); w > 0; --w)
        text += fmt::format("{}w{}", text.empty() ? "" : " ", rng.below(60));
    }
    texts.push_back(text);
  }
  return texts;
}
std::vector<std::string_view> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

// Finds the similar pairs by comparing every pair.
std::vector<SimilarPair> by_comparing(const std::vector<std::string>& texts, double threshold) {
  std::vector<std::set<std::string>> words;
  for (const auto& text : texts) words.push_back(word_set(text));
  std::vector<SimilarPair> pairs;
  for (uint32_t a = 0; a < texts.size(); ++a)
    for (uint32_t b = a + 1; b < texts.size(); ++b) {
      const auto &one = words[a], &other = words[b];
      size_t both = 0;
      for (const auto& word : one) both += other.count(word);
      const size_t either = one.size() + other.size() - both;
      if (one.empty() || other.empty()) continue;
      const double similarity = static_cast<double>(both) / static_cast<double>(either);
      if (similarity >= threshold) pairs.push_back({a, b, similarity});
    }
  return pairs;
}

TEST(SetJoin, FindsWhatComparingAllFinds) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const auto texts = some_texts(120, seed);
    const TokenSets sets = token_sets(views(texts), NearTokens::words, 1);
    for (const double threshold : {0.05, 0.3, 0.5, 0.6, 2.0 / 3, 0.75, 0.8, 0.9, 1.0}) {
      const auto found = similar_pairs(sets, threshold, 1 + static_cast<int>(seed % 3));
      EXPECT_TRUE(found.all);
      EXPECT_EQ(found.pairs, by_comparing(texts, threshold)) << "seed " << seed << ", at least " << threshold;
    }
  }
}

TEST(SetJoin, StopsWhereThereAreTooMany) {
  const std::vector<std::string> texts(200, "the same words");
  const auto found = similar_pairs(token_sets(views(texts), NearTokens::words, 1), 0.5, 2, 1000);
  EXPECT_FALSE(found.all);
  EXPECT_EQ(found.pairs.size(), 1000U);
}

TEST(TokenSets, CaseAndSpaceMakeNoDifference) {
  const std::vector<std::string> texts = {"  One two\tTHREE four\nfive six ", "one TWO three  four five six",
                                          "one two three four", "one, two; three four. five (six)"};
  const TokenSets runs = token_sets(views(texts), NearTokens::runs, 1);
  EXPECT_EQ(runs.of(0).size(), 2U);
  EXPECT_TRUE(std::ranges::equal(runs.of(0), runs.of(1)));
  EXPECT_TRUE(runs.of(2).empty()) << "four words have no run of five";
  EXPECT_TRUE(std::ranges::equal(runs.of(0), runs.of(3))) << "runs are of words, without punctuation";
  const TokenSets words = token_sets(views(texts), NearTokens::words, 1);
  EXPECT_EQ(words.of(0).size(), 6U);
  EXPECT_TRUE(std::ranges::equal(words.of(0), words.of(1)));
  EXPECT_FALSE(std::ranges::equal(words.of(0), words.of(3)));
  EXPECT_TRUE(std::ranges::is_sorted(words.of(3)));
}

}  // namespace
}  // namespace standfast
