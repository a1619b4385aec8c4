// score-split: the documents at the end of the score are tested, class by class, in exact numbers, and the
// control holds its nuisance constant.
#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/split/row_scores.h"
#include "standfast/split/splitter.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Settings = std::map<std::string, OptionValue>;

struct Scored {
  std::string id, label;
  double score = NAN;       // none if it is not a number
  std::string length = {};  // the nuisance, as text
  std::string text = "text";
};

Corpus corpus_of(const std::vector<Scored>& rows) {
  CorpusBuilder builder("made in a test", {Attribute("score", AttributeKind::number), Attribute("size")});
  for (const auto& one : rows) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    if (!one.label.empty()) values[static_cast<size_t>(Role::author)] = one.label;
    std::vector<AttributeInput> attributes(2);
    if (!std::isnan(one.score)) attributes[0] = one.score;
    if (!one.length.empty()) attributes[1] = std::string_view(one.length);
    if (const auto added = builder.add(one.id, one.text, values, TextBytes::kept, attributes); !added)
      throw std::runtime_error(added.error().message);
  }
  return std::move(builder).finish();
}

Result<Split> split(const Corpus& corpus, const Settings& options) {
  SF_ASSIGN(const auto splitter, splitters().make("score-split", options));
  return splitter->split(corpus, whole_corpus(corpus), {.seed = 1, .classes = corpus.column(Role::author)});
}

Settings by_score(Settings more = {}) {
  more.insert({{"score", std::string("score")}, {"test-share", 0.25}});
  return more;
}

std::vector<std::string> tested(const Corpus& corpus, const Split& split) {
  std::vector<std::string> ids;
  for (const uint32_t row : split.folds[0].test) ids.emplace_back(corpus.id(row));
  std::ranges::sort(ids);
  return ids;
}

// Makes documents whose scores grow with their length; classes differ in length.
std::vector<Scored> many(uint64_t seed) {
  Rng rng(seed, "tests/score-split");
  std::vector<Scored> rows;
  for (int i = 0; i < 400; ++i) {
    const uint64_t length = rng.below(60);
    const std::string label = rng.below(60) < length ? "long" : rng.below(3) == 0 ? "rare" : "short";
    rows.push_back({fmt::format("d{:03}", i * 7 % 400), label,
                    std::floor(static_cast<double>(length) / 3 + 4 * rng.normal()), std::to_string(length)});
  }
  return rows;
}

TEST(ScoreSplit, TestsTheEndOfTheScoreInEachClass) {
  const Corpus corpus = corpus_of({{"a", "x", 1},
                                   {"b", "x", 2},
                                   {"c", "x", 3},
                                   {"d", "x", 4},
                                   {"e", "y", 40},
                                   {"f", "y", 30},
                                   {"g", "y", 20},
                                   {"h", "y", 10}});
  auto found = split(corpus, by_score());
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(tested(corpus, *found), ElementsAre("d", "e"));
  // (4 + 40) / 2; (1 + 2 + 3 + 30 + 20 + 10) / 6. The mean of all is 13.75, the sum of squares around it
  // 1517.5; 11 are 0.80 of the root of an eighth of it.
  EXPECT_THAT(found->notes,
              Contains("score: mean 22 in the test side and 11 in the rest, +0.80 standard deviations"));
  found = split(corpus, by_score({{"tested", std::string("lowest")}}));
  EXPECT_THAT(tested(corpus, *found), ElementsAre("a", "h"));
}

TEST(ScoreSplit, NothingInTrainIsBeyondWhatIsTested) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const auto rows = many(seed);
    const Corpus corpus = corpus_of(rows);
    for (const char* end : {"highest", "lowest"}) {
      const auto found = split(corpus, by_score({{"tested", std::string(end)}}));
      ASSERT_TRUE(found) << found.error().message;
      const double sign = end == std::string("highest") ? 1 : -1;
      for (const char* label : {"long", "rare", "short"}) {
        std::vector<std::pair<double, std::string>> all;  // the end comes first
        std::set<std::string> in_test;
        for (const auto& one : rows)
          if (one.label == label) all.emplace_back(-sign * one.score, one.id);
        std::ranges::sort(all);
        const auto n = static_cast<size_t>(std::nearbyint(static_cast<double>(all.size()) * 0.25));
        for (const uint32_t row : found->folds[0].test)
          if (rows[row].label == label) in_test.insert(rows[row].id);
        ASSERT_EQ(in_test.size(), n) << label;
        for (size_t i = 0; i < n; ++i) EXPECT_TRUE(in_test.contains(all[i].second)) << label << i;
      }
    }
  }
}

TEST(ScoreSplit, AControlHoldsTheNuisance) {
  const auto rows = many(9);
  const Corpus corpus = corpus_of(rows);
  const auto apart = [&](const Split& split) {
    double sums[2] = {0, 0};
    std::vector<bool> in_test(rows.size(), false);
    for (const uint32_t row : split.folds[0].test) in_test[row] = true;
    for (size_t i = 0; i < rows.size(); ++i) sums[in_test[i] ? 1 : 0] += std::stod(rows[i].length);
    const auto n = static_cast<double>(split.folds[0].test.size());
    return sums[1] / n - sums[0] / (static_cast<double>(rows.size()) - n);
  };
  const auto free = split(corpus, by_score());
  const auto held = split(corpus, by_score({{"control", std::string("size")}}));
  ASSERT_TRUE(free && held) << held.error().message;
  EXPECT_GT(apart(*free), 8);
  EXPECT_LT(std::abs(apart(*held)), 2);
  EXPECT_EQ(free->folds[0].test.size(), held->folds[0].test.size());
  EXPECT_THAT(held->notes,
              Contains(HasSubstr("control size: every class is tested in proportion in 10 buckets")));
  // With a bucket for each value, every class and value is tested in proportion, rounded up or down.
  const auto exact = split(corpus, by_score({{"control", std::string("size")}, {"buckets", int64_t{0}}}));
  ASSERT_TRUE(exact);
  const auto ids = tested(corpus, *exact);
  std::map<std::pair<std::string, std::string>, std::array<double, 2>> cells;
  std::map<std::string, std::array<double, 2>> classes;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    const bool in = std::ranges::binary_search(ids, rows[row].id);
    for (auto* counts : {&cells[{rows[row].label, rows[row].length}], &classes[rows[row].label]}) {
      ++(*counts)[0];
      (*counts)[1] += in;
    }
  }
  for (const auto& [cell, n] : cells) {
    const auto& of_class = classes[cell.first];
    EXPECT_LT(std::abs(n[1] - n[0] * of_class[1] / of_class[0]), 1) << cell.first << cell.second;
  }
}

TEST(ScoreSplit, EqualScoresAreTakenById) {
  std::vector<Scored> rows;
  for (const char* id : {"q", "c", "z", "a", "m", "k", "b", "y"}) rows.push_back({id, "x", 5});
  const Corpus corpus = corpus_of(rows);
  const auto found = split(corpus, by_score());
  ASSERT_TRUE(found);
  EXPECT_THAT(tested(corpus, *found), ElementsAre("a", "b"));
  EXPECT_THAT(found->notes,
              Contains(HasSubstr("6 documents stay in the rest with the score of the last one tested")));
}

TEST(ScoreSplit, LengthIsCountedInWordsOrCharacters) {
  EXPECT_EQ(text_length("  two\twords\n", TextLength::words), 2U);
  EXPECT_EQ(text_length("a\u00a0b c", TextLength::words), 3U);  // a no-break space is white space
  EXPECT_EQ(text_length("", TextLength::words), 0U);
  EXPECT_EQ(text_length("今天天气很好，我们去公园。", TextLength::words), 6U);  // dictionaries cut Chinese
  EXPECT_EQ(text_length("h\u00e9 \u4e2d", TextLength::characters), 4U);
  const Corpus corpus = corpus_of({{"a", "x", 1, "", "one two three four"},
                                   {"b", "x", 1, "", "incomprehensibilities"},
                                   {"c", "x", 1, "", "me"},
                                   {"d", "x", 1, "", "you me"}});
  EXPECT_THAT(tested(corpus, *split(corpus, {{"test-share", 0.25}})), ElementsAre("a"));
  EXPECT_THAT(tested(corpus, *split(corpus, {{"test-share", 0.25}, {"length", std::string("characters")}})),
              ElementsAre("b"));
}

TEST(ScoreSplit, WhatIsMissingIsLeftOutAndCounted) {
  const Corpus corpus = corpus_of({{"a", "x", 1, "7"},
                                   {"b", "x", 2, "7"},
                                   {"c", "x", 3, "8"},
                                   {"d", "x", 4, "8"},
                                   {"e", "x", NAN, "7"},
                                   {"f", "", 9, "7"},
                                   {"g", "x", 9, ""}});
  const auto found = split(corpus, by_score({{"control", std::string("size")}, {"buckets", int64_t{1}}}));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(tested(corpus, *found), ElementsAre("d"));
  EXPECT_EQ(found->left_out, (std::vector<uint32_t>{4, 5, 6}));
  for (const char* line : {"1 documents have no class: left out", "1 documents have no score: left out",
                           "1 documents have no size: left out"})
    EXPECT_THAT(found->notes, Contains(line));
}

TEST(ScoreSplit, MistakesAreNamed) {
  const Corpus corpus = corpus_of({{"z", "x", 1, "7"}, {"b", "x", 2, "seven"}, {"a", "x", 3, "seven"}});
  const auto refusal = [&](const Settings& options) {
    const auto found = split(corpus, options);
    return found ? std::string() : found.error().message;
  };
  EXPECT_THAT(
      refusal({{"score", std::string("size")}}),
      HasSubstr("made in a test: size \"seven\" of \"a\" is no number, and documents are ordered by it"));
  EXPECT_THAT(refusal(by_score({{"control", std::string("size")}})),
              HasSubstr("buckets = 0 makes a bucket of each value"));
  EXPECT_THAT(refusal({{"score", std::string("scroe")}}), HasSubstr("score"));
  EXPECT_THAT(refusal(by_score({{"control", std::string("size")}, {"control-length", std::string("words")}})),
              HasSubstr("control and control-length are both given"));
  EXPECT_THAT(refusal({{"length", std::string("none")}}), HasSubstr("leave nothing to order documents by"));
  EXPECT_THAT(refusal({{"test-share", 0.01}}), HasSubstr("is not one document of any class"));
}

TEST(ScoreSplit, AGroupHasTheMeanOfItsScores) {
  // Means 5, 9, 1 and 2; sums 20, 9, 1 and 2.
  const Corpus corpus = corpus_of({{"a", "x", 5, "g"},
                                   {"b", "x", 5, "g"},
                                   {"c", "x", 5, "g"},
                                   {"d", "x", 5, "g"},
                                   {"e", "x", 9, "h"},
                                   {"f", "x", 1, "i"},
                                   {"g", "x", 2, "j"}});
  const auto found = split(corpus, by_score({{"keep-whole", std::string("size")}}));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(tested(corpus, *found), ElementsAre("e"));
}

}  // namespace
}  // namespace standfast
