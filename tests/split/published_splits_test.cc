// The three random splits of HateXplain that were published with latent feature splits are reproduced
// exactly. Needs the data; only rows are compared, because the texts are offensive.
#include <algorithm>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/numpy_legacy.h"
#include "standfast/corpus/read/read.h"
#include "standfast/split/splitter.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using Rows = std::vector<uint32_t>;

struct Published {
  Rows test, train;  // in the order of the file; train is followed by validation
};
Published published(uint64_t seed) {
  const auto json = nlohmann::json::parse(
      *read_file(testing::data_path(fmt::format("hate/hatexplain_random_seed{}.json.gz", seed))));
  return {json.at("test").get<Rows>(), json.at("train").get<Rows>()};
}

constexpr size_t kTrain = 13'843;
const char* const kCorpus = "hate/hatexplain_train_test.jsonl.gz";

TEST(PublishedSplits, HoldOutMakesTheRandomSplitsOfHateXplain) {
  STANDFAST_NEEDS_DATA(kCorpus);
  const auto corpus = read_corpus(testing::data_path(kCorpus), {});
  ASSERT_TRUE(corpus) << corpus.error().message;
  const auto options = splitters().resolve("hold-out", {}, "latent-feature-splits");
  ASSERT_TRUE(options) << options.error().message;
  for (const uint64_t seed : {22, 42, 62}) {
    const auto splitter = splitters().make("hold-out", {options->values().begin(), options->values().end()});
    const auto split = (*splitter)->split(*corpus, whole_corpus(*corpus), {.seed = seed});
    ASSERT_TRUE(split) << split.error().message;
    const Published wanted = published(seed);
    const auto cut = wanted.train.begin() + kTrain;
    EXPECT_EQ(split->folds[0].test, sorted_rows(wanted.test)) << seed;
    EXPECT_EQ(split->folds[0].train, sorted_rows({wanted.train.begin(), cut})) << seed;
    EXPECT_EQ(split->folds[0].validation, sorted_rows({cut, wanted.train.end()})) << seed;
  }
}

// The published order of rows comes from the same two shuffles; folds themselves hold rows in ascending
// order.
TEST(PublishedSplits, TheirOrderIsThatOfTwoShuffles) {
  STANDFAST_NEEDS_DATA(kCorpus);
  for (const uint32_t seed : {22U, 42U, 62U}) {
    const Published wanted = published(seed);
    const auto rows = NumpyLegacy(seed).permutation(17'305);
    const auto rest = NumpyLegacy(seed).shuffled(Rows(rows.begin() + 1731, rows.end()));
    Rows train(rest.begin() + 1731, rest.end());
    train.insert(train.end(), rows.begin(), rows.begin() + 1731);
    EXPECT_EQ(Rows(rest.begin(), rest.begin() + 1731), wanted.test) << seed;
    EXPECT_EQ(train, wanted.train) << seed;
  }
}

}  // namespace
}  // namespace standfast
