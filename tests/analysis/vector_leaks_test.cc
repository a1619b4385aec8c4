#include "standfast/analysis/leak/vector_leaks.h"

#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/read/read.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/text/line_lists.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Returns vectors of counts, so that they can be dense and sparse; document 5 has no counts.
Encoded sparse_vectors(size_t documents) {
  CsrMatrix counts;
  counts.columns_count = 30;
  Rng rng(1, "test/vector-leaks");
  for (size_t i = 0; i < documents; ++i) {
    for (uint32_t c = 0; c < 30 && i != 5; ++c)
      if (rng.chance(0.2)) {
        counts.columns.push_back(c);
        counts.values.push_back(1 + static_cast<double>(rng.below(2)));
      }
    counts.begin.push_back(counts.columns.size());
  }
  return {counts, {}};
}
Encoded dense_vectors(const Encoded& sparse) {
  const auto& counts = std::get<CsrMatrix>(sparse.vectors);
  FloatMatrix matrix(counts.rows(), counts.columns_count);
  for (size_t i = 0; i < counts.rows(); ++i)
    for (size_t e = 0; e < counts.row_columns(i).size(); ++e)
      matrix.row(i)[counts.row_columns(i)[e]] = static_cast<float>(counts.row_values(i)[e]);
  return {matrix, {}};
}
std::vector<Fold> two_folds(uint32_t documents) {
  std::vector<Fold> folds(2);
  for (uint32_t row = 0; row < documents; ++row) {
    (row % 3 == 0 ? folds[0].test : row % 7 == 0 ? folds[0].validation : folds[0].train).push_back(row);
    if (row % 4 != 1) (row % 3 == 1 ? folds[1].test : folds[1].train).push_back(row);
  }
  return folds;
}

std::vector<uint32_t> all_of(uint32_t documents) {
  std::vector<uint32_t> rows(documents);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

TEST(VectorLeaks, EqualAComparisonOfAllPairs) {
  const Encoded sparse = sparse_vectors(150);
  const auto& counts = std::get<CsrMatrix>(sparse.vectors);
  const auto folds = two_folds(150);
  for (const Encoded& vectors : {sparse, dense_vectors(sparse)}) {
    const auto found = vector_leaks(vectors, all_of(150), folds, {.least = 0.7531, .threads = 2});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 2U);
    for (size_t f = 0; f < 2; ++f) {
      const auto& fold = (*found)[f];
      const auto test = folds[f].test.list();
      EXPECT_EQ(fold.close.test, folds[f].test.size());
      EXPECT_EQ(fold.train, folds[f].train.size() + folds[f].validation.size());
      std::vector<std::pair<uint32_t, uint32_t>> pairs, expected;
      for (const auto& leak : fold.close.leaks) pairs.emplace_back(leak.test, leak.train);
      for (size_t i = 0; i < folds[f].test.size(); ++i) {
        double best = 0;
        for (uint32_t row = 0; row < 150; ++row) {
          if (std::ranges::count(folds[f].train, row) + std::ranges::count(folds[f].validation, row) == 0)
            continue;
          const double cosine = row_cosine(counts, test[i], counts, row);
          best = std::max(best, cosine);
          if (cosine >= 0.7531) expected.emplace_back(test[i], row);
        }
        EXPECT_EQ(fold.nearest[i].test, test[i]);
        EXPECT_NEAR(fold.nearest[i].similarity, best, 1e-12);
      }
      EXPECT_EQ(pairs, expected);
      EXPECT_FALSE(pairs.empty());
      // No leak is left without the documents to drop.
      for (const auto& [tested, trained] : pairs)
        EXPECT_TRUE(std::ranges::binary_search(fold.close.drop_test, tested) ||
                    std::ranges::binary_search(fold.close.drop_train, trained));
    }
    EXPECT_EQ((*found)[0].without + (*found)[1].without, 0U) << "document 5 is trained on, or left out";
  }
}

TEST(VectorLeaks, ACopyIsFoundAndADocumentWithoutVectorIsNot) {
  FloatMatrix matrix(4, 2);
  matrix.data = {1, 2, 0, 0, -2, 1, 1, 2};
  const std::vector<Fold> folds = {{.train = {2, 3}, .validation = {}, .test = {0, 1}}};
  const auto found = vector_leaks({matrix, {}}, all_of(4), folds, {.least = 1});
  ASSERT_TRUE(found);
  const auto& fold = found->front();
  EXPECT_THAT(fold.close.leaks, ElementsAre(NearLeak{0, 3, 1.0}));
  EXPECT_EQ(fold.close.leaking, 1U);
  EXPECT_EQ(fold.without, 1U);
  EXPECT_THAT(fold.close.drop_test, ElementsAre(0));
  EXPECT_THAT(fold.close.drop_train, IsEmpty());
  EXPECT_EQ(fold.nearest[1].similarity, 0);
  EXPECT_FALSE(vector_leaks({matrix, {}}, all_of(4), folds, {.least = 0}));
}

// The mean over test documents of the highest cosine of word counts without stop words is compared with
// scikit-learn (tests/reference/word_overlap_reference.py), on published random splits of HateXplain. The
// published, rounded values are .4523, .4530, .4515.
TEST(VectorLeaks, WordOverlapOfPublishedSplits) {
  STANDFAST_NEEDS_DATA("hate/hatexplain_train_test.jsonl.gz");
  const auto corpus = read_corpus(testing::data_path("hate/hatexplain_train_test.jsonl.gz"), {});
  ASSERT_TRUE(corpus) << corpus.error().message;
  const auto stop_words = read_word_list(testing::data_path("hate/stopwords_en_318.txt"));
  ASSERT_TRUE(stop_words) << stop_words.error().message;
  Tfidf words({.analyzer = Analyzer::words,
               .min_n = 1,
               .max_n = 1,
               .max_features = 0,
               .idf = false,
               .normalize = false});
  ASSERT_TRUE(words.fit(texts_of(*corpus)));
  const CsrMatrix all = words.transform(texts_of(*corpus));
  std::vector<bool> stops(words.features());
  for (size_t term = 0; term < stops.size(); ++term)
    stops[term] = std::ranges::find(*stop_words, words.terms()[term]) != stop_words->end();
  CsrMatrix counts;
  counts.columns_count = all.columns_count;
  for (size_t row = 0; row < all.rows(); ++row) {
    for (size_t e = 0; e < all.row_columns(row).size(); ++e) {
      if (stops[all.row_columns(row)[e]]) continue;
      counts.columns.push_back(all.row_columns(row)[e]);
      counts.values.push_back(all.row_values(row)[e]);
    }
    counts.begin.push_back(counts.columns.size());
  }
  for (const auto& [seed, expected] : {std::pair{22, 0.4522268222256598}, std::pair{42, 0.453021644324974},
                                       std::pair{62, 0.45154869780538726}}) {
    const auto text =
        read_file(testing::data_path(fmt::format("hate/hatexplain_random_seed{}.json.gz", seed)));
    ASSERT_TRUE(text) << text.error().message;
    const auto published = nlohmann::json::parse(*text);
    const Fold fold{.train = sorted_rows(published["train"].get<std::vector<uint32_t>>()),
                    .validation = {},
                    .test = sorted_rows(published["test"].get<std::vector<uint32_t>>())};
    const auto found =
        vector_leaks({counts, {}}, all_of(corpus->size()), {fold}, {.least = 0.9, .threads = 2});
    ASSERT_TRUE(found) << found.error().message;
    double sum = 0;
    for (const NearLeak& nearest : found->front().nearest) sum += nearest.similarity;
    EXPECT_EQ(found->front().nearest.size(), 1731U);
    EXPECT_NEAR(sum / 1731, expected, 1e-9) << "seed " << seed;
  }
}

}  // namespace
}  // namespace standfast
