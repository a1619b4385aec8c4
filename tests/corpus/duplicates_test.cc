#include "standfast/corpus/duplicate/duplicates.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/read/read.h"
#include "standfast/text/utf8.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using testing::Doc;
using testing::make_corpus;

// Returns a text of random words, of which every `change`-th differs between variants (none if `change` is
// 0).
std::string words(uint64_t item, size_t count, size_t change = 0, uint64_t variant = 0) {
  Rng rng(1, "words", std::to_string(item));
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    uint64_t word = rng.below(50000);
    if (change > 0 && i % change == 0) word += 100000 * (variant + 1);
    text += "w" + std::to_string(word) + " ";
  }
  return text;
}

TEST(Duplicates, TextsOfWhiteSpaceAreNoCopies) {
  const std::vector<std::string_view> texts = {"", " ", "\n\t ", "one two", " one  two"};
  DuplicateOptions options;
  options.threshold = .5;
  for (const NearTokens tokens : {NearTokens::runs, NearTokens::words}) {
    options.tokens = tokens;
    const auto found = find_duplicates(texts, options);
    EXPECT_EQ(found.exact, (std::vector<std::vector<uint32_t>>{{3, 4}}));
    EXPECT_EQ(found.exact_documents, 1U);
    EXPECT_TRUE(found.near.empty());
  }
}

// In the corpora of six languages, each text stands beside a copy that lacks one character in its middle. All
// copies are found, and a text shares as many runs of five words with its copy as in a language with spaces.
TEST(Duplicates, ACopyThatLacksOneCharacterIsNearInEveryLanguage) {
  for (const char* language : {"de", "es", "fr", "ja", "ru", "zh"}) {
    const std::string name = std::string("languages/") + language + ".jsonl.gz";
    STANDFAST_NEEDS_DATA(name);
    const auto corpus = read_corpus(testing::data_path(name), {});
    ASSERT_TRUE(corpus) << corpus.error().message;
    std::vector<std::string> owned;
    for (uint32_t row = 0; row < corpus->size() && owned.size() < 120; ++row) {
      // The text is cut to 600 characters.
      const std::string_view text = corpus->text(row);
      size_t at = 0, middle = 0, behind = 0;
      for (size_t k = 0; k < 600 && at < text.size(); ++k) {
        if (k == 300) middle = at;
        next_code_point(text, at);
        if (k == 300) behind = at;
      }
      if (behind == 0 || std::ranges::find(owned, text.substr(0, at)) != owned.end()) continue;
      owned.emplace_back(text.substr(0, at));
      owned.push_back(std::string(text.substr(0, middle)) + std::string(text.substr(behind, at - behind)));
    }
    ASSERT_GT(owned.size(), 60U);
    const std::vector<std::string_view> texts(owned.begin(), owned.end());
    for (const NearTokens tokens : {NearTokens::runs, NearTokens::words}) {
      const Duplicates found = find_duplicates(texts, {.tokens = tokens});
      size_t copies = 0;
      for (const auto& pair : found.near) copies += pair.a / 2 == pair.b / 2;
      for (const auto& group : found.exact)  // if the missing character is one space of two
        for (size_t i = 1; i < group.size(); ++i) copies += group[i] / 2 == group[i - 1] / 2;
      EXPECT_EQ(copies, owned.size() / 2) << language;
    }
  }
}

TEST(Duplicates, ExactOnesAgreeButForCaseAndWhiteSpace) {
  const Corpus corpus = make_corpus({{"a", "Same  words\nhere", "", ""},
                                     {"b", "other", "", ""},
                                     {"c", " same words HERE ", "", ""},
                                     {"d", "", "", ""},
                                     {"e", "", "", ""},
                                     {"f", "other", "", ""},
                                     {"g", "same words here.", "", ""},
                                     {"h", "\xc3\x89t\xc3\xa9", "", ""},
                                     {"i", "\xc3\xa9T\xc3\xa9", "", ""}});
  const Duplicates found = find_duplicates(corpus);
  EXPECT_EQ(found.exact, (std::vector<std::vector<uint32_t>>{{0, 2}, {1, 5}, {7, 8}}));
  EXPECT_EQ(found.exact_documents, 3u);
  EXPECT_TRUE(found.near.empty());
}

// Texts that are too short are counted with their copies; a text of white space does not count.
TEST(Duplicates, CountsTextsThatAreTooShortForRunsOfWords) {
  const Corpus corpus = make_corpus({{"a", "one two three four", "", ""},
                                     {"b", "ONE two three  four", "", ""},
                                     {"c", "one two three four five", "", ""},
                                     {"d", "  ", "", ""},
                                     {"e", "two", "", ""}});
  EXPECT_EQ(find_duplicates(corpus).too_short, 3U);
  DuplicateOptions options;
  options.tokens = NearTokens::words;
  EXPECT_EQ(find_duplicates(corpus, options).too_short, 0U);
}

TEST(Duplicates, PlantedNearOnesAreFoundWithTheirSimilarity) {
  // In each variant one word of 60 differs, so about 1 - 2 * 5/60 of the shingles are shared.
  std::vector<Doc> docs;
  for (uint64_t i = 0; i < 300; ++i) docs.push_back({"a" + std::to_string(i), words(i, 240), "", ""});
  for (uint64_t i = 0; i < 100; ++i) docs.push_back({"b" + std::to_string(i), words(i, 240, 60, 1), "", ""});
  const Corpus corpus = make_corpus(docs);
  const Duplicates found = find_duplicates(corpus);
  ASSERT_EQ(found.near.size(), 100u);
  EXPECT_EQ(found.near_documents, 200u);
  docs.push_back({"copy", words(0, 240), "", ""});
  docs.push_back({"copy of one without a partner", words(200, 240), "", ""});
  const Duplicates copied = find_duplicates(make_corpus(docs));
  EXPECT_EQ(copied.near.size(), 100u) << "of texts";
  EXPECT_EQ(copied.near_documents, 201u) << "of documents";
  for (uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(found.near[i].a, i);
    EXPECT_EQ(found.near[i].b, 300 + i);
  }
  // Each text has 236 shingles. Words 0, 60, 120 and 180 differ, which spoils 1 + 5 + 5 + 5 shingles: 220 /
  // (236 + 236 - 220).
  EXPECT_DOUBLE_EQ(found.near[0].similarity, 220.0 / 252.0);
}

TEST(Duplicates, ThreadsDoNotMatterAndTheThresholdDoes) {
  std::vector<Doc> docs;
  for (uint64_t i = 0; i < 400; ++i)
    docs.push_back({std::to_string(i), words(i / 2, 100, 10 + i % 40, i), "", ""});
  const Corpus corpus = make_corpus(docs);
  DuplicateOptions options;
  options.threshold = 0.5;
  const Duplicates one = find_duplicates(corpus, options);
  options.threads = 3;
  EXPECT_EQ(find_duplicates(corpus, options).near, one.near);
  EXPECT_FALSE(one.near.empty());
  options.threshold = 1;
  EXPECT_TRUE(find_duplicates(corpus, options).near.empty());
  options.near = false;
  EXPECT_TRUE(find_duplicates(corpus, options).near.empty());
}

// The 646, 424 and 114 pairs of HateXplain were found by a join of another program (specification of splits,
// section 8).
TEST(Duplicates, CountsAllPairsOfHateXplain) {
  const std::string file = "hate/hatexplain_train_test.jsonl.gz";
  STANDFAST_NEEDS_DATA(file);
  const auto corpus = read_corpus(testing::data_path(file), {});
  ASSERT_TRUE(corpus) << corpus.error().message;
  DuplicateOptions options;
  options.tokens = NearTokens::words;
  options.threads = 2;
  for (const auto& [threshold, pairs] : {std::pair{0.7, 646U}, std::pair{0.8, 424U}, std::pair{0.9, 114U}}) {
    options.threshold = threshold;
    const Duplicates found = find_duplicates(*corpus, options);
    EXPECT_EQ(found.all_pairs, pairs);
    EXPECT_EQ(with_copies(found).size(), pairs);
  }
}

}  // namespace
}  // namespace standfast
