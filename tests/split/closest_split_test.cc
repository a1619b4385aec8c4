// closest-split: the planted far region is tested, quotas are exact, and every switch agrees with a reference
// implementation.
#include "standfast/split/latent/closest_split.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blobs.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using testing::axes;
using testing::blob_documents;
using testing::BlobDocument;
using testing::Blobs;
using ::testing::Contains;
using ::testing::HasSubstr;
using Settings = std::map<std::string, OptionValue>;

Settings few(Settings more = {}) {
  Settings settings = {{"k-max", int64_t{8}}, {"restarts", int64_t{3}}};
  more.merge(settings);
  return more;
}

// Makes four blobs, of which blob 3 lies opposite to the other three.
Blobs far_blob() {
  return Blobs(blob_documents({{60, 30}, {50, 40}, {70, 20}, {12, 6}}),
               {{5, 1, 0}, {5, 0, 1}, {5, -1, -1}, {-4, 0.5, 0}});
}

TEST(ClosestSplit, TakesThePlantedFarRegion) {
  const Blobs space = far_blob();
  const auto split = space.split("closest-split", few());
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 1U);
  EXPECT_EQ(space.tested_by_blob(*split)[3], 18U);
  EXPECT_EQ(space.tested_by_label(*split), (std::map<std::string, size_t>{{"ant", 19}, {"bee", 10}}));
  EXPECT_EQ(
      split->reason,
      "One test side of 29 of 288 documents: whole clusters far from the others, and the documents nearest to "
      "them.");
  EXPECT_THAT(split->notes,
              Contains(HasSubstr("whole clusters, 11 (37.9 %) were added one by one, the nearest to the "
                                 "mean of the tested clusters (4 of bee, 7 of ant): whole clusters are "
                                 "the main part")));
  EXPECT_THAT(split->notes, Contains("quotas: 10 of bee, 19 of ant"));
  const auto chosen = std::ranges::count_if(split->candidates, [](const auto& one) { return one.chosen; });
  EXPECT_EQ(chosen, 1);
  EXPECT_EQ(split->candidates.size(), 7U);
  for (const auto& one : split->candidates) EXPECT_EQ(one.documents + one.missing, 29U);
}

TEST(ClosestSplit, EachSwitchEqualsTheReference) {
  const auto& json = testing::reference("closest_split_small");
  const auto vectors = json.at("vectors").get<std::vector<std::vector<float>>>();
  const auto cluster_of = json.at("cluster_of").get<std::vector<uint32_t>>();
  const auto quotas = json.at("quotas").get<std::vector<uint32_t>>();
  const auto k = json.at("clusters").get<size_t>();
  LatentDocuments documents;
  documents.class_of = json.at("classes").get<std::vector<uint32_t>>();
  documents.classes = {"a", "b", "c"};
  documents.vectors = FloatMatrix(vectors.size(), vectors[0].size());
  FloatMatrix centres(k, vectors[0].size());
  std::vector<double> sums(k * centres.columns, 0), sizes(k, 0);
  for (uint32_t i = 0; i < vectors.size(); ++i) {
    documents.rows.push_back(i);
    std::ranges::copy(vectors[i], documents.vectors.row(i).begin());
    ++sizes[cluster_of[i]];
    for (size_t c = 0; c < centres.columns; ++c) sums[cluster_of[i] * centres.columns + c] += vectors[i][c];
  }
  for (size_t j = 0; j < k; ++j)
    for (size_t c = 0; c < centres.columns; ++c)
      centres.row(j)[c] = static_cast<float>(sums[j * centres.columns + c] / sizes[j]);
  const auto counts = count_classes(documents, cluster_of, k);
  const std::map<std::string, StartFrom> starts = {{"mean-of-centres", StartFrom::mean_of_centres},
                                                   {"weighted-mean", StartFrom::weighted_mean},
                                                   {"other-centres", StartFrom::other_centres}};
  const std::map<std::string, Completion> completions = {{"test-mean", Completion::test_mean},
                                                         {"nearest-centroid", Completion::nearest_centroid},
                                                         {"updated-mean", Completion::updated_mean}};
  std::set<std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> outcomes;
  for (const auto& one : json.at("cases")) {
    const auto test = closest_clusters(centres, counts, quotas, starts.at(one.at("start")),
                                       one.at("growth") == "stop" ? Growth::stop : Growth::skip_misfits);
    ASSERT_EQ(test, one.at("clusters").get<std::vector<uint32_t>>()) << one.dump();
    std::vector<uint32_t> gaps = quotas, places;
    FloatMatrix of_test(test.size(), centres.columns);
    for (size_t i = 0; i < test.size(); ++i) {
      for (size_t c = 0; c < gaps.size(); ++c) gaps[c] -= counts[test[i]][c];
      std::ranges::copy(centres.row(test[i]), of_test.row(i).begin());
    }
    for (uint32_t i = 0; i < cluster_of.size(); ++i)
      if (std::ranges::find(test, cluster_of[i]) != test.end()) places.push_back(i);
    for (const int threads : {1, 3}) {
      auto added =
          nearest_documents(documents, places, gaps, of_test, completions.at(one.at("completion")), threads);
      std::ranges::sort(added);
      EXPECT_EQ(added, one.at("added").get<std::vector<uint32_t>>()) << one.dump();
      outcomes.emplace(test, added);
    }
  }
  EXPECT_GE(outcomes.size(), 15U) << "the switches must matter in this case";
}

TEST(ClosestSplit, GrowsByTheNearestClusterUntilOneDoesNotFit) {
  // Cluster 0 is the farthest. Then 1, 2 and 3 follow by nearness, and 2 does not fit.
  const std::vector<std::vector<float>> directions = {{-1, 0},   {-1, 0.5}, {-1, 1},
                                                      {-1, 1.5}, {1, 0},    {1, 0.1F}};
  FloatMatrix centres(6, 2);
  for (size_t j = 0; j < 6; ++j) std::ranges::copy(directions[j], centres.row(j).begin());
  const std::vector<std::vector<uint32_t>> counts = {{2, 1}, {1, 2}, {1, 9}, {2, 2}, {20, 20}, {9, 9}};
  const std::vector<uint32_t> quotas = {6, 6};
  const auto grown = [&](Growth growth) {
    return closest_clusters(centres, counts, quotas, StartFrom::weighted_mean, growth);
  };
  EXPECT_EQ(grown(Growth::stop), (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(grown(Growth::skip_misfits), (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_TRUE(
      closest_clusters(centres, counts, std::vector<uint32_t>{0, 0}, StartFrom::mean_of_centres, Growth::stop)
          .empty());
}

TEST(ClosestSplit, SaysWhichClustersStandInTheWay) {
  // Two blobs of one class each, and a test share that neither blob fits.
  const Blobs space(blob_documents({{30, 0}, {0, 30}}), axes(2), 0.0001);
  const auto split = space.split("closest-split", {{"k-max", int64_t{2}}, {"test", 0.2}});
  ASSERT_FALSE(split);
  EXPECT_EQ(split.error().kind, ErrorKind::data);
  EXPECT_EQ(
      split.error().message,
      "made in a test: closest-split is infeasible because no cluster can be tested as a whole, with k = 2; with "
      "k = 2: cluster 0 has 30 documents of \"ant\" (quota 6); cluster 1 has 30 documents of \"bee\" (quota 6). "
      "A larger test share, a larger k-max or fewer classes may help");
}

TEST(ClosestSplit, PresetsAndSwitchesRun) {
  const Blobs space = far_blob();
  for (const char* preset : {"thesis", "released-code"}) {
    const auto options = splitters().resolve("closest-split", {{"k-max", int64_t{6}}}, preset);
    ASSERT_TRUE(options) << options.error().message;
    const auto split = space.split("closest-split", {options->values().begin(), options->values().end()});
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(split->folds[0].test.size(), 29U);
    EXPECT_EQ(split->folds[0].validation.size(), 29U);  // a ninth of 259, rounded up
    EXPECT_EQ(split->options.text("cluster-seeds"), preset == std::string("thesis") ? "1" : "42");
  }
  for (const auto& more : {Settings{{"centre", true}}, Settings{{"choice", std::string("least-similar")}},
                           Settings{{"cluster-seeds", std::string("4,5")}}}) {
    const auto split = space.split("closest-split", few(more));
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(space.tested_by_label(*split), (std::map<std::string, size_t>{{"ant", 19}, {"bee", 10}}));
    if (more.contains("cluster-seeds")) {
      EXPECT_EQ(split->candidates.size(), 14U);
    }
  }
}

}  // namespace
}  // namespace standfast
