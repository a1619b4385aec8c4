// The difference of two splits: computed by hand, against an independent count, and on published splits.
#include "standfast/split/file/split_difference.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/read/read.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

Split split_of(std::vector<Fold> folds) {
  Split split;
  split.folds = std::move(folds);
  return split;
}

TEST(SplitDifference, CountsByHand) {
  const Corpus corpus = testing::grid_corpus(2, 2, 2);  // 8 documents
  const Split a = split_of({{.train = {0, 1, 2}, .validation = {3}, .test = {4, 5, 6}}});
  const Split b = split_of({{.train = {0, 1, 4}, .validation = {3}, .test = {5, 6}}});
  const auto difference = split_difference(corpus, a, b);
  EXPECT_EQ(difference.documents, 7U) << "no fold has row 7";
  ASSERT_EQ(difference.folds.size(), 1U);
  const FoldDifference& fold = difference.folds[0];
  const SideOverlap& test = fold.sides[2];
  EXPECT_EQ(test.a, 3U);
  EXPECT_EQ(test.b, 2U);
  EXPECT_EQ(test.both, 2U);
  EXPECT_DOUBLE_EQ(test.of_smaller(), 1);
  EXPECT_DOUBLE_EQ(test.jaccard(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(test.by_chance(7), 6.0 / 7);
  EXPECT_EQ(fold.documents[2][0], 1U) << "row 4: from test to train";
  EXPECT_EQ(fold.documents[0][4], 1U) << "row 2: from train to no side";
  EXPECT_EQ(fold.documents[4][4], 1U) << "row 7";
  EXPECT_EQ(fold.moved(), 2U);
  EXPECT_FALSE(difference.same());
  EXPECT_TRUE(split_difference(corpus, a, a).same());
  EXPECT_TRUE(std::isnan(fold.sides[3].jaccard())) << "no side has aside";
}

TEST(SplitDifference, PairsFoldsByWhatTheyTest) {
  const Corpus corpus = testing::grid_corpus(3, 2, 1);  // 6 documents
  const Fold one{.train = {2, 3, 4, 5}, .validation = {}, .test = {0, 1}};
  const Fold two{.train = {0, 1, 4, 5}, .validation = {}, .test = {2, 3}};
  const Fold three{.train = {0, 1, 2, 3}, .validation = {}, .test = {4, 5}};
  const auto turned = split_difference(corpus, split_of({one, two, three}), split_of({three, one, two}));
  EXPECT_TRUE(turned.same()) << "numbers of folds mean nothing";
  EXPECT_EQ(turned.folds[0].b, 1U);
  const auto fewer = split_difference(corpus, split_of({one, two, three}), split_of({three}));
  EXPECT_EQ(fewer.only_a, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(fewer.folds[0].a, 2U);
  EXPECT_FALSE(fewer.same());
  const auto more = split_difference(corpus, split_of({three}), split_of({one, two, three}));
  EXPECT_EQ(more.only_b, (std::vector<uint32_t>{0, 1}));
  // Folds without common documents keep their numbers.
  const Fold empty{.train = {2}, .validation = {}, .test = {0}},
      other{.train = {2}, .validation = {}, .test = {1}};
  EXPECT_EQ(split_difference(corpus, split_of({empty, empty}), split_of({other, other})).folds[0].b, 0U);
}

// The overlap of the three random splits of HateXplain that were published with latent feature splits equals
// the overlap of their sets of rows; by chance it would be a tenth.
TEST(SplitDifference, OverlapOfPublishedSplits) {
  const char* const posts = "hate/hatexplain_train_test.jsonl.gz";
  STANDFAST_NEEDS_DATA(posts);
  const auto corpus = read_corpus(testing::data_path(posts), {});
  ASSERT_TRUE(corpus) << corpus.error().message;
  std::vector<Split> splits;
  for (const int seed : {22, 42, 62}) {
    const auto json = nlohmann::json::parse(
        *read_file(testing::data_path(fmt::format("hate/hatexplain_random_seed{}.json.gz", seed))));
    splits.push_back(split_of({{.train = sorted_rows(json.at("train").get<std::vector<uint32_t>>()),
                                .validation = {},
                                .test = sorted_rows(json.at("test").get<std::vector<uint32_t>>())}}));
  }
  const std::vector<std::array<size_t, 3>> shared = {{0, 1, 163}, {0, 2, 188}, {1, 2, 184}};
  for (const auto& [i, j, both] : shared) {
    const auto difference = split_difference(*corpus, splits[i], splits[j]);
    EXPECT_EQ(difference.documents, 17'305U);
    EXPECT_EQ(difference.folds[0].sides[2].both, both) << i << " " << j;
    EXPECT_NEAR(difference.folds[0].sides[2].by_chance(17'305), 173.15, .01);
    EXPECT_EQ(difference.folds[0].documents[2][0], 1731 - both);
  }
}

}  // namespace
}  // namespace standfast
