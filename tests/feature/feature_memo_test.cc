// Tests that the memo returns what was made before, and never what was made from other input.
#include "standfast/feature/document/feature_memo.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

using Texts = std::vector<std::string_view>;

const Texts kTexts = {"the cat sat", "a cat and a dog", "the dog ran"};

DocumentFeatures of_weight(FeatureWeight weight) {
  DocumentFeatureOptions options;
  options.weight = weight;
  return DocumentFeatures(options);
}

TEST(FeatureMemo, LearnsTheSameTextsOnceInAnyOrder) {
  FeatureMemo memo;
  DocumentFeatures first = of_weight(FeatureWeight::tf_idf), again = of_weight(FeatureWeight::tf_idf);
  ASSERT_TRUE(memo.fit(first, kTexts, 1));
  ASSERT_TRUE(memo.fit(again, Texts{kTexts[2], kTexts[0], kTexts[1]}, 1));
  EXPECT_TRUE(first.same_as(again));

  DocumentFeatures alone = of_weight(FeatureWeight::tf_idf);
  ASSERT_TRUE(alone.fit(kTexts));
  EXPECT_FALSE(first.same_as(alone));
  EXPECT_EQ(first.save(), alone.save());
}

TEST(FeatureMemo, OtherTextsAndOtherOptionsAreLearnedAnew) {
  FeatureMemo memo;
  DocumentFeatures all = of_weight(FeatureWeight::counts), fewer = of_weight(FeatureWeight::counts),
                   twice = of_weight(FeatureWeight::counts), presence = of_weight(FeatureWeight::presence);
  ASSERT_TRUE(memo.fit(all, kTexts, 1));
  ASSERT_TRUE(memo.fit(fewer, Texts{kTexts[0], kTexts[1]}, 1));
  ASSERT_TRUE(memo.fit(twice, Texts{kTexts[0], kTexts[1], kTexts[2], kTexts[2]}, 1));
  ASSERT_TRUE(memo.fit(presence, kTexts, 1));
  EXPECT_EQ(all.columns(), 7U);
  EXPECT_EQ(fewer.columns(), 6U);  // "ran" is missing
  EXPECT_EQ(twice.documents(), 4U);
  EXPECT_TRUE(presence.presence());
  EXPECT_FALSE(all.presence());
}

TEST(FeatureMemo, GivesTheRowsOfTheseFeaturesAndTheseTexts) {
  FeatureMemo memo;
  DocumentFeatures counts = of_weight(FeatureWeight::counts), presence = of_weight(FeatureWeight::presence);
  ASSERT_TRUE(memo.fit(counts, kTexts, 1));
  ASSERT_TRUE(memo.fit(presence, kTexts, 1));
  const auto rows = memo.rows(counts, kTexts, 1);
  EXPECT_EQ(memo.rows(counts, kTexts, 1), rows);
  const DocumentFeatures copy = counts;
  EXPECT_EQ(memo.rows(copy, kTexts, 1), rows);
  EXPECT_EQ(rows->row_values(1)[0], 2);  // "a" in the second text
  EXPECT_EQ(memo.rows(presence, kTexts, 1)->row_values(1)[0], 1);
  const auto turned = memo.rows(counts, Texts{kTexts[1], kTexts[0], kTexts[2]}, 1);
  EXPECT_EQ(turned->row_values(0)[0], 2);
}

// A fit asks for documents by id, then as given, then for validation documents, again and again.
TEST(FeatureMemo, KeepsThreeListsThatAreAskedInTurn) {
  FeatureMemo memo;
  DocumentFeatures features = of_weight(FeatureWeight::counts);
  ASSERT_TRUE(memo.fit(features, kTexts, 1));
  const std::vector<Texts> lists = {kTexts, {kTexts[2], kTexts[1], kTexts[0]}, {kTexts[1]}};
  std::vector<std::shared_ptr<const CsrMatrix>> first;
  for (const Texts& list : lists) first.push_back(memo.rows(features, list, 1));
  for (int turn = 0; turn < 2; ++turn)
    for (size_t k = 0; k < lists.size(); ++k) EXPECT_EQ(memo.rows(features, lists[k], 1), first[k]);
}

// The learned state of a copy stays when the original learns something else.
TEST(FeatureMemo, ACopyOfFeaturesIsNotChanged) {
  DocumentFeatures features = of_weight(FeatureWeight::counts);
  ASSERT_TRUE(features.fit(kTexts));
  const DocumentFeatures copy = features;
  const std::string saved = copy.save();
  ASSERT_TRUE(features.fit(Texts{"another text"}));
  EXPECT_FALSE(features.same_as(copy));
  EXPECT_EQ(copy.save(), saved);
  const std::string other = features.save();
  DocumentFeatures restored = copy;
  ASSERT_TRUE(restored.restore(other));
  EXPECT_EQ(copy.save(), saved);
  EXPECT_EQ(restored.save(), other);
}

TEST(FeatureMemo, ForgetsTheOldestAndMakesItAgain) {
  FeatureMemo memo;
  DocumentFeatures features = of_weight(FeatureWeight::counts);
  ASSERT_TRUE(memo.fit(features, kTexts, 1));
  const auto rows = memo.rows(features, kTexts, 1);
  for (size_t first = 0; first < 3; ++first)
    for (size_t second = 0; second < 3; ++second)
      memo.rows(features, Texts{kTexts[first], kTexts[second]}, 1);
  const auto again = memo.rows(features, kTexts, 1);
  EXPECT_NE(again, rows);
  EXPECT_TRUE(std::ranges::equal(again->values, rows->values));
}

TEST(FeatureMemo, TextsWithoutFeaturesAreAnErrorEachTime) {
  FeatureMemo memo;
  DocumentFeatures features = of_weight(FeatureWeight::counts);
  for (int k = 0; k < 2; ++k) EXPECT_FALSE(memo.fit(features, Texts{"", " "}, 1));
}

}  // namespace
}  // namespace standfast
