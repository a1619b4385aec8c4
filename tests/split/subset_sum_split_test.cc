// subset-sum-split: clusters whose sum meets the quotas are found, and missing documents are drawn by its
// rules.
#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/numpy_legacy.h"
#include "standfast/split/latent/drawn_fill.h"
#include "tests/support/blobs.h"

namespace standfast {
namespace {

using testing::axes;
using testing::blob_documents;
using testing::Blobs;
using ::testing::Contains;
using ::testing::HasSubstr;
using Settings = std::map<std::string, OptionValue>;

TEST(SubsetSumSplit, FindsTheClustersThatMakeTheQuotas) {
  // 12 + 8 of 60 + 40 documents are tested: blobs 1 and 4 have exactly these.
  const Blobs space(blob_documents({{25, 13}, {5, 6}, {13, 10}, {10, 9}, {7, 2}}), axes(5));
  const auto split =
      space.split("subset-sum-split", {{"k-min", int64_t{5}}, {"k-max", int64_t{5}}, {"test", 0.2}});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(space.tested_by_blob(*split), (std::map<size_t, size_t>{{1, 11}, {4, 9}}));
  EXPECT_THAT(split->notes, Contains("20 of 20 tested documents (100.0 %) are whole clusters"));
  ASSERT_EQ(split->candidates.size(), 1U);
  EXPECT_EQ(split->candidates[0],
            (SplitCandidate{.k = 5, .seed = 1, .whole = 2, .documents = 20, .missing = 0, .chosen = true}));
}

TEST(SubsetSumSplit, SaysHowManyClassesItAddsUp) {
  std::vector<testing::BlobDocument> documents;
  for (int i = 0; i < 65 * 4; ++i)
    documents.push_back({i % 2 == 0 ? 0U : 1U, fmt::format("c{}", i / 4), fmt::format("d{}", i)});
  const Blobs space(documents, axes(2));
  const auto split =
      space.split("subset-sum-split", {{"k-min", int64_t{2}}, {"k-max", int64_t{2}}, {"test", 0.5}});
  ASSERT_FALSE(split);
  EXPECT_THAT(split.error().message,
              HasSubstr("adds up documents of 64 classes at most, and there are 65: closest-split has "
                        "no such bound"));
}

TEST(SubsetSumSplit, FillsTheGapFromOneCluster) {
  // 12 + 8 are wanted. Only blob 1 fits; 7 + 2 are missing, and blob 3 is the smallest of 0, 2 and 3.
  const Blobs space(blob_documents({{20, 12}, {5, 6}, {20, 13}, {15, 9}}), axes(4));
  const auto split =
      space.split("subset-sum-split", {{"k-min", int64_t{4}}, {"k-max", int64_t{4}}, {"test", 0.2}});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(space.tested_by_blob(*split), (std::map<size_t, size_t>{{1, 11}, {3, 9}}));
  EXPECT_EQ(space.tested_by_label(*split), (std::map<std::string, size_t>{{"ant", 12}, {"bee", 8}}));
  EXPECT_THAT(split->notes, Contains(HasSubstr("9 (45.0 %) were added one by one, drawn from cluster ")));
}

ClusterChoice choice_of(std::vector<uint32_t> cluster_of, const LatentDocuments& documents, uint32_t k,
                        std::vector<uint32_t> chosen, std::vector<uint32_t> gaps) {
  ClusterChoice choice;
  choice.clustering.k = k;
  choice.clustering.counts = count_classes(documents, cluster_of, k);
  choice.clustering.means.cluster_of = std::move(cluster_of);
  choice.chosen = std::move(chosen);
  choice.gaps = std::move(gaps);
  return choice;
}

// Documents by (cluster, class), in that order in the corpus.
struct Placed {
  explicit Placed(const std::vector<std::vector<size_t>>& counts) {
    std::vector<testing::Doc> docs;
    for (uint32_t j = 0; j < counts.size(); ++j)
      for (uint32_t c = 0; c < counts[j].size(); ++c)
        for (size_t i = 0; i < counts[j][c]; ++i) {
          docs.push_back({fmt::format("d{:03}", docs.size()), "t", "", ""});
          cluster_of.push_back(j);
          documents.class_of.push_back(c);
          documents.rows.push_back(static_cast<uint32_t>(documents.rows.size()));
        }
    for (size_t c = 0; c < counts[0].size(); ++c) documents.classes.push_back(fmt::format("class{}", c));
    corpus = testing::make_corpus(docs);
  }
  Corpus corpus = testing::make_corpus({{"d", "t", "", ""}});
  LatentDocuments documents;
  std::vector<uint32_t> cluster_of;
};

TEST(DrawFill, TakesTheSmallestClusterWithEnoughOfEveryClass) {
  // Cluster 1 has too few documents of class 2. Cluster 2 is smaller than 3 in total, but not in the first
  // two classes.
  const Placed placed({{3, 3, 3}, {9, 9, 1}, {6, 5, 4}, {4, 4, 9}});
  const auto choice = choice_of(placed.cluster_of, placed.documents, 4, {0}, {2, 3, 2});
  const auto filled = [&](FillOptions options) {
    return draw_fill(placed.corpus, placed.documents, choice, options, 1);
  };
  const Fill fill = filled({});
  EXPECT_EQ(fill.cluster, 2U);
  EXPECT_EQ(fill.places.size(), 7U);
  EXPECT_EQ(std::set<uint32_t>(fill.places.begin(), fill.places.end()).size(), 7U);
  std::vector<uint32_t> drawn(3, 0);
  for (const uint32_t place : fill.places) {
    EXPECT_EQ(placed.cluster_of[place], 2U);
    ++drawn[placed.documents.class_of[place]];
  }
  EXPECT_EQ(drawn, choice.gaps);
  EXPECT_EQ(filled({.filler_size = FillerSize::first_two_classes}).cluster, 3U);
}

TEST(DrawFill, DrawsAsTheReleasedCodeDoes) {
  const Placed placed({{1, 1}, {8, 6}});
  const auto choice = choice_of(placed.cluster_of, placed.documents, 2, {0}, {3, 2});
  const Fill fill =
      draw_fill(placed.corpus, placed.documents, choice, {.generator = FillDraw::numpy_legacy}, 7);
  // One generator serves both classes, with the first entries of one permutation for each.
  NumpyLegacy generator(42);
  const auto first = generator.permutation(8), second = generator.permutation(6);
  EXPECT_EQ(fill.places, (std::vector<uint32_t>{2 + first[0], 2 + first[1], 2 + first[2], 10 + second[0],
                                                10 + second[1]}));
}

TEST(DrawFill, TakesFromAllWhereNoClusterHasEnough) {
  const Placed placed({{1, 1}, {9, 0}, {0, 9}, {2, 2}});
  const auto choice = choice_of(placed.cluster_of, placed.documents, 4, {0}, {5, 5});
  const Fill fill = draw_fill(placed.corpus, placed.documents, choice, {}, 1);
  EXPECT_FALSE(fill.cluster);
  EXPECT_EQ(fill.places.size(), 10U);
  for (const uint32_t place : fill.places) EXPECT_NE(placed.cluster_of[place], 0U);
  EXPECT_TRUE(draw_fill(placed.corpus, placed.documents,
                        choice_of(placed.cluster_of, placed.documents, 4, {0}, {0, 0}), {}, 1)
                  .places.empty());
}

TEST(SubsetSumSplit, OfClustersWithEqualCountsTheTighterIsTested) {
  // Blobs 0 and 1 both have 4 + 4, of which one is wanted; blob 0 is wide.
  auto documents = blob_documents({{4, 4}, {4, 4}, {12, 12}, {20, 20}});
  Blobs probe(documents, axes(4), 0.0);
  std::vector<std::vector<float>> centres = axes(4);
  // A wide blob: each of its documents is a blob of its own beside the axis.
  for (size_t i = 0; i < 8; ++i) {
    auto centre = centres[0];
    centre[0] += static_cast<float>(i) * 0.1F;
    centres.push_back(centre);
    documents[i].blob = centres.size() - 1;
  }
  const Blobs space(documents, centres, 0.001);
  const auto split =
      space.split("subset-sum-split", {{"k-min", int64_t{4}}, {"k-max", int64_t{4}}, {"test", 0.1}});
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(space.tested_by_blob(*split), (std::map<size_t, size_t>{{1, 8}}));
}

TEST(SubsetSumSplit, OfEqualTotalsTheRarestClassGetsLeastWhateverItsName) {
  // 4 + 4 of 20 + 21 are wanted. Blobs 0 and 1 have five documents each and do not fit together: one is
  // tested as a whole and is filled with three documents of the other.
  auto documents = blob_documents({{4, 1}, {1, 4}, {15, 16}});
  const auto tested = [&](Settings more) {
    more.merge(Settings{{"k-min", int64_t{3}}, {"k-max", int64_t{3}}, {"test", 0.2}});
    const Blobs space(documents, axes(3));
    const auto split = space.split("subset-sum-split", more);
    EXPECT_TRUE(split) << split.error().message;
    return space.tested_by_blob(*split);
  };
  EXPECT_EQ(tested({}), (std::map<size_t, size_t>{{0, 3}, {1, 5}}));
  EXPECT_EQ(tested({{"class-order", std::string("bee,ant")}}), (std::map<size_t, size_t>{{0, 5}, {1, 3}}));
  for (auto& one : documents) one.label = one.label == "ant" ? "zebra" : "bee";
  EXPECT_EQ(tested({}), (std::map<size_t, size_t>{{0, 3}, {1, 5}}));
}

TEST(SubsetSumSplit, PresetsRun) {
  const Blobs space(blob_documents({{25, 13, 9}, {5, 6, 2}, {13, 10, 12}, {10, 9, 4}, {7, 2, 8}}), axes(5));
  for (const char* preset : {"thesis", "released-code"}) {
    const auto options =
        splitters().resolve("subset-sum-split", {{"k-max", int64_t{11}}, {"test", 0.2}}, preset);
    ASSERT_TRUE(options) << options.error().message;
    const auto split = space.split("subset-sum-split", {options->values().begin(), options->values().end()});
    ASSERT_TRUE(split) << split.error().message;
    EXPECT_EQ(space.tested_by_label(*split),
              (std::map<std::string, size_t>{{"ant", 12}, {"bee", 8}, {"cat", 7}}));
    EXPECT_EQ(split->candidates.size(), preset == std::string("thesis") ? 9U : 4U);
  }
}

}  // namespace
}  // namespace standfast
