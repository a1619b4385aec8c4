// Golden values: digests of ids by fold and side, over a fixed corpus. The folds of a seed are part of the
// interface: published splits must be reproduced on every machine and after every change. Renew the digests
// only with a new version of Standfast and a line in the changelog.
#include <map>

#include <gtest/gtest.h>

#include "standfast/base/digest.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

std::string digest(const Corpus& corpus, const Split& split) {
  Sha256 hash;
  for (const auto& fold : split.folds) {
    // Documents that topic confusion keeps aside were its validation side when these values were recorded.
    const auto* between = fold.aside.empty() ? &fold.validation : &fold.aside;
    for (const auto* side : {&fold.train, between, &fold.test}) {
      hash.add_number(side->size());
      for (const uint32_t row : *side) hash.add_field(corpus.id(row));
    }
  }
  return hash.hex().substr(0, 12);
}

const std::map<std::string, std::string> kSplits = {
    {"author-k-fold", "add6ff1b817a"},
    {"author-topic-grid", "5e44213e8822"},
    {"closest-split", "73d943fcdf6e"},
    {"cluster-k-fold", "abf09be8d969"},
    {"given", "37744c92dc04"},
    {"hold-out", "2a5ff6f733e8"},
    {"k-fold", "28406c0bdb0d"},
    {"least-similar-split", "6e9fc5c831de"},
    {"leave-groups-out", "7120d2cf4a6b"},
    {"multilabel-k-fold", "f4b27351e309"},
    {"stratified-group-k-fold", "1babd326adc4"},
    {"leave-one-topic-out", "37744c92dc04"},
    {"minority-split", "70ca70651bfe"},
    {"ngram-cluster-split", "50940817a0f0"},
    {"score-split", "c6959e801ac1"},
    {"stratified-k-fold", "521385d80c27"},
    {"subset-sum-split", "52c9d9be3ac1"},
    {"temporal", "373b3064455b"},
    {"topic-confusion", "19e40bbc3c16"},
    {"topic-k-fold", "feb4010403b2"},
};
// Digests of methods that make one test side or folds.
const std::map<std::string, std::string> kFourFolds = {{"least-similar-split", "67121eabe493"},
                                                       {"ngram-cluster-split", "1d4e7ac3011c"}};

TEST(Golden, EverySplitter) {
  const Corpus corpus = testing::uneven_corpus();
  const testing::MadeUpVectors vectors(corpus);
  for (const auto& entry : splitters().entries()) {
    const auto drawn = [&](const std::map<std::string, OptionValue>& options) {
      return (*splitters().make(entry.name, options))
          ->split(corpus, whole_corpus(corpus),
                  {.seed = 11, .vectors = vectors.view(), .classes = testing::needed_classes(entry, corpus)});
    };
    auto options = testing::small_options(entry, 4, 0.2);
    if (const auto folds = kFourFolds.find(entry.name); folds != kFourFolds.end()) {
      const auto split = drawn(options);
      ASSERT_TRUE(split) << split.error().message;
      EXPECT_EQ(digest(corpus, *split), folds->second) << entry.name;
      options.erase("folds");
    }
    const auto split = drawn(options);
    ASSERT_TRUE(split) << split.error().message;
    if (!kSplits.contains(entry.name)) {
      ADD_FAILURE() << "add a digest for " << entry.name << ": " << digest(corpus, *split);
      continue;
    }
    EXPECT_EQ(digest(corpus, *split), kSplits.at(entry.name)) << entry.name;
  }
}

TEST(Golden, HitsRandomTopicsAndPairs) {
  const Corpus corpus = testing::uneven_corpus();
  const auto chosen = [&](const char* name) {
    const auto sample =
        (*samplers().make(name,
                          {{"topics", int64_t{6}}, {"min-docs", int64_t{3}}, {"max-docs", int64_t{10}}}))
            ->sample(corpus, {.seed = 11});
    Sha256 hash;
    std::string topics;
    for (const uint32_t topic : sample->topics)
      topics += corpus.column(Role::topic)->names[topic].substr(5) + " ";
    for (const uint32_t row : sample->rows) hash.add_field(corpus.id(row));
    return topics + hash.hex().substr(0, 12);
  };
  EXPECT_EQ(chosen("hits"), "111 100 103 106 109 102 3f5aa02491d0");
  EXPECT_EQ(chosen("random-topics"), "101 110 102 104 103 111 b9a3fc51fe40");
  const auto pairs = sample_pairs(corpus, whole_corpus(corpus).rows, {.balanced = false}, 11, "the corpus");
  Sha256 hash;
  for (const auto& pair : pairs->pairs) hash.add_field(pair_id(corpus, pair));
  EXPECT_EQ(hash.hex().substr(0, 12), "c909d39f472e");
}

}  // namespace
}  // namespace standfast
