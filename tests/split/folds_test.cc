#include "standfast/split/folds.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/file/statistics.h"
#include "standfast/split/splitter.h"
#include "tests/support/blobs.h"
#include "tests/support/corpora.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using Settings = std::map<std::string, OptionValue>;

std::vector<uint64_t> loads(const std::vector<uint64_t>& sizes, const std::vector<uint32_t>& fold_of,
                            uint32_t folds) {
  std::vector<uint64_t> load(folds, 0);
  for (size_t g = 0; g < sizes.size(); ++g) load[fold_of[g]] += sizes[g];
  return load;
}

TEST(AssignGroups, BlocksDifferByAtMostOneGroup) {
  for (size_t n = 2; n < 40; ++n)
    for (uint32_t k = 2; k <= n && k < 12; ++k) {
      Rng rng(n, "tests/assign");
      const std::vector<uint64_t> sizes(n, 1);
      const auto load = loads(sizes, assign_groups(sizes, k, false, rng), k);
      EXPECT_EQ(*std::min_element(load.begin(), load.end()), n / k);
      EXPECT_EQ(*std::max_element(load.begin(), load.end()), (n + k - 1) / k);
    }
}

// Swaps repair the greedy assignment: for 8 7 6 5 4 into two folds, largest first gives 8+5+4 and 7+6 (17,
// 13), and one swap makes it 15, 15.
TEST(AssignGroups, SwapsRepairWhatGreedyCannot) {
  const std::vector<uint64_t> sizes = {8, 7, 6, 5, 4};
  Rng rng(0, "tests/assign");
  const auto load = loads(sizes, assign_groups(sizes, 2, true, rng), 2);
  EXPECT_EQ(load[0], 15U);
  EXPECT_EQ(load[1], 15U);
}

TEST(AssignGroups, NoFoldIsEmptyAndSizesAreClose) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed, "tests/assign");
    std::vector<uint64_t> sizes(5 + rng.below(60));
    for (auto& size : sizes) size = 1 + rng.below(100);
    const auto k = static_cast<uint32_t>(2 + rng.below(4));
    const auto fold_of = assign_groups(sizes, k, true, rng);
    EXPECT_EQ(std::set<uint32_t>(fold_of.begin(), fold_of.end()).size(), k);
    const auto load = loads(sizes, fold_of, k);
    // No single move or swap can help any more, so the spread is at most the largest group.
    EXPECT_LE(*std::max_element(load.begin(), load.end()) - *std::min_element(load.begin(), load.end()),
              *std::max_element(sizes.begin(), sizes.end()));
  }
}

Split made(const std::string& method, const Corpus& corpus, std::map<std::string, OptionValue> options) {
  return *(*splitters().make(method, options))->split(corpus, whole_corpus(corpus), {});
}

TEST(TopicKFold, FoldsNeedNotDivideTheTopics) {
  const Corpus corpus = testing::grid_corpus(7, 4, 2);
  const auto split = made("topic-k-fold", corpus, {{"folds", int64_t{3}}});
  std::multiset<size_t> topics;
  for (const auto& fold : split.folds) topics.insert(fold.test.size() / 8);
  EXPECT_EQ(topics, (std::multiset<size_t>{2, 2, 3}));
}

TEST(StratifiedKFold, ClassesAndSizesDifferByAtMostOne) {
  const Corpus corpus = testing::uneven_corpus();
  const auto split = made("stratified-k-fold", corpus, {{"folds", int64_t{5}}, {"by", std::string("topic")}});
  const Column& topic = *corpus.column(Role::topic);
  std::vector<std::vector<int>> count(5, std::vector<int>(topic.names.size(), 0));
  std::vector<int> size(5, 0);
  for (size_t f = 0; f < 5; ++f)
    for (const uint32_t row : split.folds[f].test) {
      ++count[f][topic.codes[row]];
      ++size[f];
    }
  const auto spread = [](const std::vector<int>& values) {
    return *std::max_element(values.begin(), values.end()) - *std::min_element(values.begin(), values.end());
  };
  EXPECT_LE(spread(size), 1);
  for (size_t t = 0; t < topic.names.size(); ++t)
    EXPECT_LE(spread({count[0][t], count[1][t], count[2][t], count[3][t], count[4][t]}), 1);
}

// 23 documents of ann, 7 of ben, 40 of cid in 10 folds: 2, 0 and 4 in each, the rest in the last (the paper's
// ordinary cross-validation: 10 % of every author's documents, the last fold also takes remainders).
TEST(StratifiedKFold, TheLastFoldTakesTheRemainders) {
  std::vector<testing::Doc> docs;
  const std::map<std::string, int> wrote = {{"ann", 23}, {"ben", 7}, {"cid", 40}};
  for (const auto& [author, count] : wrote)
    for (int i = 0; i < count; ++i) docs.push_back({author + std::to_string(i), "text", author, "a topic"});
  const Corpus corpus = testing::make_corpus(docs);
  const auto split =
      made("stratified-k-fold", corpus, {{"by", std::string("author")}, {"remainder", std::string("last")}});
  ASSERT_EQ(split.folds.size(), 10U);
  for (size_t f = 0; f < 10; ++f) {
    std::map<std::string, int> count;
    for (const uint32_t row : split.folds[f].test) ++count[std::string(corpus.value(Role::author, row))];
    EXPECT_EQ(count["ann"], f == 9 ? 5 : 2);
    EXPECT_EQ(count["ben"], f == 9 ? 7 : 0);
    EXPECT_EQ(count["cid"], 4);
  }
}

TEST(Validation, IsAboutTheShareAskedFor) {
  const Corpus corpus = testing::grid_corpus(6, 40, 2);
  const auto split = made("topic-k-fold", corpus, {{"folds", int64_t{3}}, {"validation", 0.2}});
  for (const auto& fold : split.folds) {
    const size_t both = fold.train.size() + fold.validation.size();
    EXPECT_EQ(fold.validation.size(), both / 5) << "40 authors of one size: 8 of them";
  }
}

TEST(Validation, TwoAuthorsStayOnEachSide) {
  const Corpus four = testing::grid_corpus(4, 4, 3), three = testing::grid_corpus(4, 3, 3);
  for (const auto& fold : made("topic-k-fold", four, {{"folds", int64_t{2}}, {"validation", 0.05}}).folds)
    EXPECT_EQ(fold.validation.size(), fold.train.size()) << "two of four authors";
  const auto splitter = *splitters().make("topic-k-fold", {{"folds", int64_t{2}}, {"validation", 0.05}});
  const auto split = splitter->split(three, whole_corpus(three), {});
  ASSERT_FALSE(split);
  EXPECT_NE(split.error().message.find("3 authors in the train side of fold 0 are too few"),
            std::string::npos)
      << split.error().message;
}

TEST(Validation, SharesOutsideZeroToOneAreRefused) {
  const Corpus corpus = testing::grid_corpus(4, 6, 2);
  for (const char* share : {"1", "-0.1", "nan", "inf"}) {
    const auto splitter =
        splitters().make("k-fold", {{"folds", int64_t{2}}, {"validation", std::string(share)}});
    if (!splitter) continue;
    const auto split = (*splitter)->split(corpus, whole_corpus(corpus), {});
    ASSERT_FALSE(split) << share;
    EXPECT_EQ(split.error().kind, ErrorKind::usage);
  }
}

// A split states that two spellings are on both sides: "Author 7" and "author 7 " are two authors to it, and
// it must not claim more.
TEST(Folds, TwoSpellingsOnBothSidesAreSaid) {
  std::vector<testing::Doc> docs;
  for (int a = 0; a < 10; ++a)
    for (int k = 0; k < 6; ++k)
      docs.push_back({fmt::format("d{}-{}", a, k), fmt::format("words {} {}", a, k),
                      a == 7 && k % 2 == 0 ? "Author 7" : fmt::format("author {} ", a),
                      fmt::format("t{}", k)});
  const Corpus corpus = testing::make_corpus(docs);
  bool parted = false;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const auto splitter =
        splitters().make("author-k-fold", {{"folds", int64_t{5}}, {"balance", std::string("authors")}});
    const auto split = (*splitter)->split(corpus, whole_corpus(corpus), {.seed = seed});
    ASSERT_TRUE(split) << split.error().message;
    const Column& author = *corpus.column(Role::author);
    bool both = false;
    for (const Fold& fold : split->folds) {
      std::set<std::string> tested, trained;
      for (const uint32_t row : fold.test) tested.insert(author.names[author.codes[row]]);
      for (const uint32_t row : fold.train) trained.insert(author.names[author.codes[row]]);
      both |= tested.contains("Author 7") != tested.contains("author 7 ");
    }
    parted |= both;
    EXPECT_EQ(split->reason.find("That is by spelling: 1 author in two or more spellings is on both sides") !=
                  std::string::npos,
              both)
        << split->reason;
    EXPECT_EQ(!split->notes.empty() && split->notes.back().find("--join-values author") != std::string::npos,
              both);
  }
  EXPECT_TRUE(parted);
  // Folds that do not keep authors apart say nothing about spellings.
  const auto plain = splitters().make("k-fold", {{"folds", int64_t{5}}});
  EXPECT_EQ((*plain)->split(corpus, whole_corpus(corpus), {.seed = 1})->reason.find("spelling"),
            std::string::npos);
}

TEST(Folds, MergedTopicsStayTogether) {
  const Corpus corpus = testing::grid_corpus(6, 3, 2);
  Sample sample = whole_corpus(corpus);
  sample.group_of_topic = {0, 0, 2, 2, 4, kMissing};  // the last topic belongs to no group
  const auto split = *(*splitters().make("leave-one-topic-out", {}))->split(corpus, sample, {});
  EXPECT_EQ(split.folds.size(), 3U);
  EXPECT_EQ(split.left_out.size(), 6U);
}

// No group of merged topics is on two sides, validation included, if the splitter keeps topics apart; counts
// are counts of groups.
TEST(Folds, NoGroupOfMergedTopicsIsOnTwoSides) {
  const Corpus corpus = testing::grid_corpus(12, 6, 2);
  Sample sample = whole_corpus(corpus);
  sample.topics = {2, 5, 9};
  sample.group_of_topic = {5, 2, 2, 9, 9, 5, 2, 5, 9, 9, kMissing, 2};
  std::erase_if(sample.rows, [&](uint32_t row) { return corpus.column(Role::topic)->codes[row] == 10; });
  for (const char* method : {"topic-k-fold", "leave-one-topic-out"}) {
    std::map<std::string, OptionValue> options = {{"validation", 0.4},
                                                  {"validation-unit", std::string("topic")}};
    if (std::string(method) == "topic-k-fold") options["folds"] = int64_t{3};
    const auto made = splitters().make(method, options);
    ASSERT_TRUE(made) << made.error().message;
    const auto split = (*made)->split(corpus, sample, {.seed = 4});
    ASSERT_TRUE(split) << split.error().message;
    ASSERT_EQ(split->folds.size(), 3U);
    const auto statistics = split_statistics(corpus, sample, *split, nullptr);
    for (size_t f = 0; f < 3; ++f) {
      std::map<uint32_t, std::set<int>> sides;
      const auto& fold = split->folds[f];
      int side = 0;
      for (const auto* rows : {&fold.train, &fold.validation, &fold.test}) {
        EXPECT_FALSE(rows->empty());
        for (const uint32_t row : *rows)
          sides[sample.group_of_topic[corpus.column(Role::topic)->codes[row]]].insert(side);
        ++side;
      }
      for (const auto& [group, on] : sides) EXPECT_EQ(on.size(), 1U) << method << " group " << group;
      EXPECT_EQ(statistics.folds[f].train_topics, 2U);
      EXPECT_EQ(statistics.folds[f].test_topics, 1U);
      EXPECT_EQ(statistics.folds[f].shared_topics, 0U);
    }
  }
}

// The similarity of merged topics is the similarity of the topics themselves. Topics 0 and 1 are twins:
// unmerged, they are on two sides; merged, they are on one.
TEST(Folds, SimilarityOfMergedTopicsIsThatOfTheTopics) {
  const Corpus corpus = testing::grid_corpus(4, 3, 2);
  DenseMatrix s(4, 4);
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = 0; j < 4; ++j) s.row(i)[j] = i == j ? 1 : i + j == 1 ? 0.9 : 0.2;
  const auto similarity = topic_similarity_from_matrix(s);
  const auto splitter = *splitters().make("leave-one-topic-out", {});
  Sample sample = whole_corpus(corpus);
  const auto apart = split_statistics(corpus, sample, *splitter->split(corpus, sample, {}), similarity.get());
  EXPECT_DOUBLE_EQ(apart.closest.front().similarity, 0.9);
  sample.group_of_topic = {0, 0, 2, 3};
  const auto merged =
      split_statistics(corpus, sample, *splitter->split(corpus, sample, {}), similarity.get());
  EXPECT_DOUBLE_EQ(merged.closest.front().similarity, 0.2);
  EXPECT_DOUBLE_EQ(merged.similarity_max, 0.2);
  EXPECT_DOUBLE_EQ(merged.similarity_mean, 0.2);
}

// size-unit and balance = bytes: the unit of sizes, for splitters where it has a meaning.

// Makes one document per day; document i has (i + 1) letters.
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
  // 1 + ... + 100 = 5,050 letters. Documents 71 to 99 have 72 + ... + 100 = 2,494 of them; with document 70
  // it is 2,565.
  EXPECT_EQ(tested_by(corpus, "bytes"), 29U);
  // Nine documents of the first day, then one per day, so half of the dates is not half of the documents.
  std::vector<testing::Doc> docs;
  for (size_t i = 0; i < 18; ++i)
    docs.push_back(
        {fmt::format("d{:03}", i), "text", "", "", fmt::format("2001-01-{:02}", i < 9 ? 1 : i - 7)});
  const Corpus many = testing::make_corpus(docs);
  EXPECT_EQ(tested_by(many, "documents"), 9U);
  EXPECT_EQ(tested_by(many, "groups"), 5U);
}

// Makes 60 groups of six documents of two alternating classes; documents of even groups are ten times as
// long.
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
