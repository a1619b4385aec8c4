// size-unit and balance = bytes: what sizes are counted in, where it means something.
#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/folds.h"
#include "standfast/split/splitter.h"
#include "tests/support/blobs.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

using Settings = std::map<std::string, OptionValue>;

// One document a day, the later the longer: document i has (i + 1) letters.
Corpus longer_and_longer(size_t n) {
  std::vector<testing::Doc> docs;
  for (size_t i = 0; i < n; ++i)
    docs.push_back({fmt::format("d{:03}", i), std::string(i + 1, 'x'), "", "",
                    fmt::format("2001-{:02}-{:02}", 1 + i / 28, 1 + i % 28)});
  return testing::make_corpus(docs);
}

size_t tested_by(const Corpus& corpus, const std::string& unit) {
  const auto splitter = *splitters().make("temporal", {{"test-share", 0.5}, {"size-unit", unit}});
  const auto split = splitter->split(corpus, whole_corpus(corpus), {});
  if (!split) throw std::runtime_error(split.error().message);
  return split->folds[0].test.size();
}

TEST(SizeUnit, OfTimeCountsDocumentsDatesOrBytes) {
  const Corpus corpus = longer_and_longer(100);
  EXPECT_EQ(tested_by(corpus, "documents"), 50U);
  EXPECT_EQ(tested_by(corpus, "groups"), 50U);
  // 1 + ... + 100 = 5,050; documents 71 to 99 have 72 + ... + 100 = 2,494 of them, with 70 they have 2,565.
  EXPECT_EQ(tested_by(corpus, "bytes"), 29U);
  // Nine documents of the first day, then one a day: half of the dates is not half of the documents.
  std::vector<testing::Doc> docs;
  for (size_t i = 0; i < 18; ++i)
    docs.push_back(
        {fmt::format("d{:03}", i), "text", "", "", fmt::format("2001-01-{:02}", i < 9 ? 1 : i - 7)});
  const Corpus many = testing::make_corpus(docs);
  EXPECT_EQ(tested_by(many, "documents"), 9U);
  EXPECT_EQ(tested_by(many, "groups"), 5U);
}

// 60 groups of six documents; those of even groups are ten times as long. Two classes in turn.
Corpus long_and_short_groups() {
  std::vector<testing::Doc> docs;
  for (size_t g = 0; g < 60; ++g)
    for (size_t i = 0; i < 6; ++i)
      docs.push_back({fmt::format("d{:03}", (g * 6 + i) * 7 % 360),
                      std::string(g % 2 == 0 ? 1000 + 13 * g : 100, 'x'), fmt::format("a{}", g),
                      (g + i) % 2 == 0 ? "t" : "u"});
  return testing::make_corpus(docs);
}

std::pair<uint64_t, uint64_t> spread_of(const Corpus& corpus, const Split& split, SizeUnit unit) {
  std::vector<std::vector<uint32_t>> tests;
  for (const Fold& fold : split.folds) tests.push_back(fold.test.list());
  const auto sizes = group_sizes(corpus, tests, unit);
  return {*std::ranges::min_element(sizes), *std::ranges::max_element(sizes)};
}

TEST(SizeUnit, OfStratifiedGroupsMakesBytesEven) {
  const Corpus corpus = long_and_short_groups();
  const auto split = [&](const std::string& unit) {
    const auto splitter = *splitters().make("stratified-group-k-fold", {{"group", std::string("author")},
                                                                        {"by", std::string("topic")},
                                                                        {"folds", int64_t{4}},
                                                                        {"size-unit", unit}});
    return *splitter->split(corpus, whole_corpus(corpus), {.seed = 3});
  };
  const auto [least, most] = spread_of(corpus, split("bytes"), SizeUnit::bytes);
  EXPECT_LT(static_cast<double>(most), 1.002 * static_cast<double>(least));
  const auto [least_of_documents, most_of_documents] = spread_of(corpus, split("documents"), SizeUnit::bytes);
  EXPECT_GT(static_cast<double>(most_of_documents), 1.01 * static_cast<double>(least_of_documents));
  const auto [fewest, many] = spread_of(corpus, split("groups"), SizeUnit::documents);
  EXPECT_EQ(fewest, 90U);
  EXPECT_EQ(many, 90U);
}

TEST(SizeUnit, OfClustersMakesBytesEven) {
  // Twelve clusters on axes of a space, the first three with long texts.
  std::vector<testing::Doc> docs;
  FloatMatrix matrix(120, 12);
  for (size_t i = 0; i < 120; ++i) {
    docs.push_back({fmt::format("d{:03}", i), std::string(i % 12 < 3 ? 3000 : 100, 'x'), "", ""});
    matrix.row(i)[i % 12] = 1;
  }
  const Corpus corpus = testing::make_corpus(docs);
  const auto rows = whole_corpus(corpus).rows;
  const auto even = [&](const std::string& method, Settings options) {
    const auto splitter = *splitters().make(method, options);
    const auto split =
        splitter->split(corpus, whole_corpus(corpus), {.seed = 2, .vectors = {matrix, rows, "axes"}});
    if (!split) throw std::runtime_error(split.error().message);
    return spread_of(corpus, *split, SizeUnit::bytes);
  };
  const auto [least, most] =
      even("cluster-k-fold",
           {{"clusters", int64_t{12}}, {"folds", int64_t{3}}, {"balance", std::string("bytes")}});
  EXPECT_EQ(least, most) << "one of the three, and three of the nine, in each fold";
  const auto [low, high] = even("least-similar-split", {{"clusters", int64_t{12}},
                                                        {"folds", int64_t{3}},
                                                        {"epsilon", 0.0},
                                                        {"size-unit", std::string("bytes")}});
  EXPECT_EQ(low, high);
}

TEST(SizeUnit, OfStratifiedGroupsCountsGroupsWhateverTheirSizes) {
  std::vector<testing::Doc> docs;
  for (size_t i = 0; i < 47; ++i)
    docs.push_back({fmt::format("d{:02}", i), "text", fmt::format("a{}", i < 40 ? 0 : i - 39), "t"});
  const Corpus corpus = testing::make_corpus(docs);
  const auto authors_of_smaller_fold = [&](const std::string& unit) {
    const auto splitter = *splitters().make("stratified-group-k-fold", {{"group", std::string("author")},
                                                                        {"by", std::string("topic")},
                                                                        {"folds", int64_t{2}},
                                                                        {"size-unit", unit}});
    const auto split = splitter->split(corpus, whole_corpus(corpus), {.seed = 3});
    if (!split) throw std::runtime_error(split.error().message);
    size_t least = 8;
    for (const Fold& fold : split->folds) {
      std::set<uint32_t> authors;
      for (const uint32_t row : fold.test) authors.insert(corpus.column(Role::author)->codes[row]);
      least = std::min(least, authors.size());
    }
    return least;
  };
  EXPECT_EQ(authors_of_smaller_fold("groups"), 4U);
  EXPECT_EQ(authors_of_smaller_fold("documents"), 1U);
}

}  // namespace
}  // namespace standfast
