// Tests of the lists of runs of words with their documents.
#include "standfast/analysis/scan/gram_lists.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scan_rows.h"

namespace standfast {
namespace {

using testing::some_words;

// Returns the documents of each run of up to three words, computed the slow way.
std::map<std::string, std::set<uint32_t>> grams_the_slow_way(const std::vector<std::string_view>& texts) {
  std::map<std::string, std::set<uint32_t>> documents;
  for (uint32_t row = 0; row < texts.size(); ++row) {
    std::vector<std::string> words = {""};
    for (const char c : texts[row]) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      else if (!words.back().empty())
        words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    for (size_t i = 0; i < words.size(); ++i) {
      std::string run;
      for (size_t k = i; k < std::min(i + 3, words.size()); ++k) {
        run += (k == i ? "" : " ") + words[k];
        documents[run].insert(row);
      }
    }
  }
  return documents;
}

TEST(GramLists, EqualCountingTheSlowWay) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < 300; ++i) {
    Rng rng(3, "grams", std::to_string(i));
    texts.push_back(some_words(rng, rng.below(20), 12));
    if (i % 3 == 0) texts.back() = "W1, w2! " + texts.back();
  }
  std::vector<std::string_view> views(texts.begin(), texts.end());
  for (const uint64_t least : {1, 2, 7, 40}) {
    const GramLists lists(views, {3, least});
    std::map<std::string, std::vector<uint32_t>> found;
    for (size_t g = 0; g < lists.size(); ++g) {
      const auto documents = lists.documents(g);
      EXPECT_TRUE(
          found.emplace(lists.name(g), std::vector<uint32_t>(documents.begin(), documents.end())).second);
      const std::string name = lists.name(g);
      EXPECT_EQ(lists.length(g), static_cast<uint32_t>(1 + std::count(name.begin(), name.end(), ' ')));
    }
    size_t expected = 0;
    for (const auto& [gram, documents] : grams_the_slow_way(views)) {
      if (documents.size() < least) continue;
      ++expected;
      ASSERT_TRUE(found.contains(gram)) << gram;
      EXPECT_THAT(found[gram], ::testing::ElementsAreArray(documents)) << gram;
    }
    EXPECT_EQ(found.size(), expected);
  }
}

TEST(GramLists, TakeOutARunAndNothingElse) {
  EXPECT_EQ(without_words("Honestly, I say: honestly!", "honestly"), ", I say: !");
  EXPECT_EQ(without_words("to be honest, To Be  honest", "to be honest"), ", ");
  EXPECT_EQ(without_words("a a a", "a a"), " a");
  EXPECT_EQ(without_words("dishonest", "honest"), "dishonest");
  EXPECT_EQ(without_words("ÉTÉ été", "été"), " ");
}

}  // namespace
}  // namespace standfast
