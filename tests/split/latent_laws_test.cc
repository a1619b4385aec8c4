// Laws of closest-split and subset-sum-split: quotas are exact, and neither names of classes, nor the order
// of documents, nor the number of threads changes what is tested.
#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/numpy_legacy.h"
#include "standfast/split/latent/class_quotas.h"
#include "standfast/split/latent/cluster_choice.h"
#include "tests/support/blobs.h"

namespace standfast {
namespace {

using testing::axes;
using testing::blob_documents;
using testing::BlobDocument;
using testing::Blobs;
using ::testing::HasSubstr;
using Settings = std::map<std::string, OptionValue>;

class LatentSplits : public ::testing::TestWithParam<const char*> {
 protected:
  static std::vector<BlobDocument> documents() {
    return blob_documents({{24, 13, 9, 3}, {15, 16, 2, 8}, {23, 10, 32, 5}, {10, 29, 4, 11}, {7, 12, 8, 6}});
  }
  static Blobs space(const std::vector<BlobDocument>& documents) { return Blobs(documents, axes(5), 0.4); }
  static Settings options(Settings more = {}) {
    Settings settings = {{"k-max", int64_t{12}}, {"restarts", int64_t{2}}, {"test", 0.2}};
    more.merge(settings);
    return more;
  }
  Result<Split> split(const Blobs& blobs, const Settings& more = {}, uint64_t seed = 1,
                      int threads = 1) const {
    return blobs.split(GetParam(), options(more), seed, threads);
  }
  static std::set<std::string> ids(const Blobs& blobs, const RowSet& rows) {
    std::set<std::string> found;
    for (const uint32_t row : rows) found.emplace(blobs.corpus().id(row));
    return found;
  }
};

TEST_P(LatentSplits, QuotasAreExact) {
  // 79, 80, 55 and 33: a fifth is 15.8, 16, 11, 6.6.
  const Blobs blobs = space(documents());
  std::set<std::set<std::string>> tests;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const auto found = split(blobs, {}, seed);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(blobs.tested_by_label(*found),
              (std::map<std::string, size_t>{{"ant", 16}, {"bee", 16}, {"cat", 11}, {"dog", 7}}));
    tests.insert(ids(blobs, found->folds[0].test));
  }
}

TEST_P(LatentSplits, ClassRatiosSayWhatIsTested) {
  // A fifth of 247 is 49.4. Of these, .5 is 24.7, .2 is 9.88, .1 is 4.94, and the unnamed class gets the
  // rest, 9.88.
  const Blobs blobs = space(documents());
  const auto found = split(blobs, {{"class-ratios", std::string("ant=0.5,dog=0.1,cat=0.2")}});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(blobs.tested_by_label(*found),
            (std::map<std::string, size_t>{{"ant", 25}, {"bee", 10}, {"cat", 10}, {"dog", 5}}));
}

TEST_P(LatentSplits, NamesOfClassesPlayNoPart) {
  auto named = documents(), renamed = named;
  const std::map<std::string, std::string> other = {
      {"ant", "zebra"}, {"bee", "aa"}, {"cat", "m"}, {"dog", "k"}};
  for (auto& one : renamed) one.label = other.at(one.label);
  const auto a = split(space(named)), b = split(space(renamed));
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->folds[0].test, b->folds[0].test);
  EXPECT_EQ(a->folds[0].train, b->folds[0].train);
}

TEST_P(LatentSplits, TheOrderOfDocumentsPlaysNoPart) {
  auto in_order = documents(), shuffled = in_order;
  Rng(4, "tests/latent").shuffle(shuffled);
  const Blobs a = space(in_order), b = space(shuffled);
  for (const char* ninth : {"none", "stratified"}) {
    const auto x = split(a, {{"ninth", std::string(ninth)}}), y = split(b, {{"ninth", std::string(ninth)}});
    ASSERT_TRUE(x && y);
    EXPECT_EQ(ids(a, x->folds[0].test), ids(b, y->folds[0].test));
    EXPECT_EQ(ids(a, x->folds[0].validation), ids(b, y->folds[0].validation));
  }
}

TEST_P(LatentSplits, ThreadsPlayNoPart) {
  const Blobs blobs = space(documents());
  for (const char* completion : {"test-mean", "nearest-centroid", "updated-mean"}) {
    Settings more = {{"choice", std::string("least-similar")}};
    if (GetParam() == std::string("closest-split")) more["completion"] = std::string(completion);
    const auto one = split(blobs, more, 1, 1), three = split(blobs, more, 1, 3);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->folds[0].test, three->folds[0].test);
    EXPECT_EQ(one->notes, three->notes);
  }
}

TEST_P(LatentSplits, ANinthOfTrainIsInProportion) {
  const Blobs blobs = space(documents());
  const auto found = split(blobs, {{"ninth", std::string("stratified")}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->folds[0].test.size(), 50U);
  EXPECT_EQ(found->folds[0].validation.size(), 22U);  // of 197
  std::map<std::string, size_t> counts;
  for (const uint32_t row : found->folds[0].validation) ++counts[blobs.documents()[row].label];
  // 63, 64, 44 and 26: a ninth is 7, 7 1/9, 4 8/9, 2 8/9.
  EXPECT_EQ(counts, (std::map<std::string, size_t>{{"ant", 7}, {"bee", 7}, {"cat", 5}, {"dog", 3}}));
  EXPECT_THAT(split(blobs, {{"ninth", std::string("stratified")}, {"validation", 0.2}}).error().message,
              HasSubstr("ninth and validation both take documents from train"));
}

TEST_P(LatentSplits, MistakesAreNamed) {
  const Blobs blobs = space(documents());
  const auto refusal = [&](const Settings& more) {
    const auto found = split(blobs, more);
    return found ? std::string() : found.error().message;
  };
  EXPECT_THAT(refusal({{"class-order", std::string("ant,bee,cta,dog")}}), HasSubstr("did you mean \"cat\"?"));
  EXPECT_THAT(refusal({{"class-order", std::string("ant,bee")}}), HasSubstr("2 of 4 classes are given"));
  EXPECT_THAT(refusal({{"class-ratios", std::string("ant=0.5")}}),
              HasSubstr("give all but one, which takes the rest"));
  EXPECT_THAT(refusal({{"class-ratios", std::string("ant=0.5,bee=0.4,cat=0.3")}}), HasSubstr("more than 1"));
  EXPECT_THAT(refusal({{"class-ratios", std::string("ant,bee=0.4,cat=0.3")}}),
              HasSubstr("no ratio of a class"));
  EXPECT_THAT(refusal({{"class-ratios", std::string("dog=0.9,bee=0.05,cat=0.05")}}),
              HasSubstr("44 documents of \"dog\" are wanted for the test side, and there are 33"));
  EXPECT_THAT(refusal({{"k-min", int64_t{300}}, {"k-max", int64_t{400}}}),
              HasSubstr("247 documents with 247 different vectors are too few for 300 clusters"));
  EXPECT_THAT(refusal({{"k-min", int64_t{20}}}), HasSubstr("k-min = 20 is above k-max = 12"));
  EXPECT_THAT(refusal({{"test", 0.001}}), HasSubstr("is not one document of any class"));
}

TEST_P(LatentSplits, CentredVectorsDoNotDependOnTheOrigin) {
  const auto moved = [](float by) {
    auto centres = axes(5);
    for (auto& centre : centres)
      for (float& x : centre) x += by;
    return centres;
  };
  const Blobs here(documents(), moved(0), 0.4), there(documents(), moved(20), 0.4);
  const auto a = split(here, {{"centre", true}}), b = split(there, {{"centre", true}});
  ASSERT_TRUE(a && b) << a.error().message;
  EXPECT_EQ(a->folds[0].test, b->folds[0].test);
}

TEST_P(LatentSplits, ANinthByNumpyIsDrawnFromTheOrderOfTheFile) {
  auto shuffled = documents();
  Rng(4, "tests/latent").shuffle(shuffled);
  const Blobs blobs = space(shuffled);
  const auto found = split(blobs, {{"ninth", std::string("numpy-legacy")}});
  ASSERT_TRUE(found) << found.error().message;
  const Fold& fold = found->folds[0];
  std::vector<uint32_t> train = fold.train.list();
  train.insert(train.end(), fold.validation.begin(), fold.validation.end());
  std::ranges::sort(train);
  auto drawn = NumpyLegacy(42).shuffled(train);
  drawn.resize((train.size() + 8) / 9);
  std::ranges::sort(drawn);
  EXPECT_EQ(fold.validation, drawn);
}

INSTANTIATE_TEST_SUITE_P(Both, LatentSplits, ::testing::Values("closest-split", "subset-sum-split"),
                         [](const auto& chosen) {
                           std::string name = chosen.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(ClassQuotas, HalvesAreRoundedToEven) {
  EXPECT_EQ(nearest_even(5, 100'000, 1'000'000), 0U);   // 0.5
  EXPECT_EQ(nearest_even(15, 100'000, 1'000'000), 2U);  // 1.5
  EXPECT_EQ(nearest_even(25, 100'000, 1'000'000), 2U);  // 2.5
  EXPECT_EQ(nearest_even(26, 100'000, 1'000'000), 3U);
  // HateXplain: the published quotas (hate, offensive, noHate).
  const std::vector<std::string> names = {"hate", "offensive", "noHate"};
  const std::vector<uint64_t> sizes = {5341, 4932, 7032};
  EXPECT_EQ(*class_quotas(names, sizes, 100'000, {}), (std::vector<uint32_t>{534, 493, 703}));
  EXPECT_EQ(
      *class_quotas(names, sizes, 100'000, std::vector<std::string>{"hate=0.308639", "offensive=0.285004"}),
      (std::vector<uint32_t>{534, 493, 703}));
}

TEST(ClusterChoice, TakesTheSmallestOfEqualKUnlessPartsAreToBeLeastAlike) {
  // Two far points, and two pairs near the origin. With two clusters the far points are one cluster; with
  // three clusters each pair is one.
  LatentDocuments documents;
  documents.classes = {"documents"};
  documents.sizes = {6};
  documents.distinct = 6;
  documents.vectors = FloatMatrix(6, 2);
  const float places[6][2] = {{9, 9}, {9, 8.9F}, {1, 0}, {1.1F, 0}, {0, 1}, {0, 1.1F}};
  for (uint32_t i = 0; i < 6; ++i) {
    documents.rows.push_back(i);
    documents.class_of.push_back(0);
    std::ranges::copy(places[i], documents.vectors.row(i).begin());
  }
  const std::vector<uint32_t> quotas = {2};
  const auto chosen_k = [&](Choice choice) {
    const auto found = choose_clusters(
        documents, quotas, {.k_min = 2, .k_max = 3, .cluster_seeds = {1}, .choice = choice},
        {.sink = &null_sink()}, "test", [](const Clustering& clustering) -> Result<std::vector<uint32_t>> {
          return std::vector<uint32_t>{clustering.means.cluster_of[clustering.k == 2 ? 0 : 2]};
        });
    return found ? found->clustering.k : 0;
  };
  EXPECT_EQ(chosen_k(Choice::least_gap), 2U);
  // The far points lie between the directions of both pairs; one pair is less similar to the far points and
  // the other pair together.
  EXPECT_EQ(chosen_k(Choice::least_similar), 3U);
}

}  // namespace
}  // namespace standfast
