#include "standfast/model/verify/documents_of_pairs.h"

#include <set>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

TEST(PairBlocks, EveryPairIsInOneBlockAndBlocksKeepTheBound) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 60; ++i)
    docs.push_back({"d" + std::to_string(i), std::string(static_cast<size_t>(20 + i), 'x'), "", ""});
  const Corpus corpus = testing::make_corpus(docs);
  Rng rng(1, "tests/pair-blocks");
  std::vector<Pair> pairs;
  for (int i = 0; i < 200; ++i)
    pairs.push_back({static_cast<uint32_t>(rng.below(60)), static_cast<uint32_t>(rng.below(60)), i % 2 == 0});
  for (const uint64_t bytes :
       {uint64_t{0}, uint64_t{100}, uint64_t{400}, uint64_t{1500}, uint64_t{1} << 30}) {
    std::vector<int> times(pairs.size(), 0);
    size_t blocks = 0;
    const auto status =
        for_pair_blocks({&corpus, pairs}, bytes, [&](const PairView& block, std::span<const size_t> places) {
          EXPECT_EQ(block.pairs.size(), places.size());
          std::set<uint32_t> rows;
          for (size_t i = 0; i < places.size(); ++i) {
            EXPECT_EQ(block.pairs[i], pairs[places[i]]);
            ++times[places[i]];
            rows.insert({block.pairs[i].a, block.pairs[i].b});
          }
          uint64_t held = 0;
          for (const uint32_t row : rows) held += corpus.text(row).size();
          EXPECT_TRUE(held <= bytes || places.size() == 1) << held << " of " << bytes;
          ++blocks;
          return Status{};
        });
    EXPECT_TRUE(status);
    for (const int count : times) EXPECT_EQ(count, 1);
    if (bytes == uint64_t{1} << 30) {
      EXPECT_EQ(blocks, 1U);
    } else {
      EXPECT_GT(blocks, 1U);
    }
  }
}

TEST(PairBlocks, AFailureEndsIt) {
  const Corpus corpus = testing::grid_corpus(2, 2, 2);
  const std::vector<Pair> pairs = {{0, 1, true}, {2, 3, false}, {4, 5, false}};
  int calls = 0;
  const auto status = for_pair_blocks({&corpus, pairs}, 1, [&](const PairView&, std::span<const size_t>) {
    return ++calls == 2 ? Status(data_error("no")) : Status{};
  });
  EXPECT_FALSE(status);
  EXPECT_EQ(calls, 2);
}

TEST(TrainingAuthors, AreThoseOfTheColumnInTheOrderOfIds) {
  const Corpus corpus = testing::make_corpus({{"d", "", "x", ""},
                                              {"c", "", "y", ""},
                                              {"b", "", "x", ""},
                                              {"a", "", "y", ""},
                                              {"e", "", "", ""},
                                              {"f", "", "z", ""}});
  const std::vector<Pair> pairs = {{0, 1, false}, {2, 3, false}, {4, 0, false}};
  const auto found = training_authors({&corpus, pairs}, DocumentsOfPairs(pairs));
  EXPECT_EQ(found.documents, (std::vector<std::vector<uint32_t>>{{3, 1}, {2, 0}}));
  EXPECT_EQ(found.unknown, 1U);
  EXPECT_FALSE(found.from_pairs);
}

TEST(TrainingAuthors, AreComponentsOfSameAuthorPairsWhereThereIsNoColumn) {
  const Corpus corpus = testing::make_corpus({{"g", "", "", ""},
                                              {"f", "", "", ""},
                                              {"e", "", "", ""},
                                              {"d", "", "", ""},
                                              {"c", "", "", ""},
                                              {"b", "", "", ""}});
  const std::vector<Pair> pairs = {{0, 1, true}, {2, 1, true}, {3, 4, true}, {5, 0, false}, {5, 5, true}};
  const auto found = training_authors({&corpus, pairs}, DocumentsOfPairs(pairs));
  EXPECT_EQ(found.documents, (std::vector<std::vector<uint32_t>>{{4, 3}, {2, 1, 0}}));
  EXPECT_EQ(found.unknown, 1U);
  EXPECT_TRUE(found.from_pairs);
}

}  // namespace
}  // namespace standfast
