#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/fold_balance.h"
#include "standfast/split/splitters.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// Documents on the axes of a space: document i on axis of[i], so each axis is a cluster.
class OnAxes {
 public:
  OnAxes(const std::vector<size_t>& of, size_t axes) : matrix_(of.size(), axes) {
    std::vector<testing::Doc> docs;
    for (size_t i = 0; i < of.size(); ++i) {
      docs.push_back({fmt::format("d{:05}", i), "text", i % 2 == 0 ? "even" : "odd", ""});
      if (of[i] < axes) matrix_.row(i)[of[i]] = 1 + static_cast<float>(i % 3);
    }
    corpus_ = testing::make_corpus(docs);
    rows_.resize(of.size());
    std::iota(rows_.begin(), rows_.end(), 0U);
  }
  const Corpus& corpus() const { return corpus_; }
  Result<Split> split(const std::map<std::string, OptionValue>& options, uint64_t seed = 1,
                      bool classes = false) const {
    SF_ASSIGN(const auto splitter, splitters().make("cluster-k-fold", options));
    SplitContext context{.seed = seed, .vectors = {matrix_, rows_, "axes"}};
    if (classes) context.classes = corpus_.column(Role::author);
    return splitter->split(corpus_, whole_corpus(corpus_), context);
  }

 private:
  Corpus corpus_ = testing::make_corpus({{"d", "t", "", ""}});
  std::vector<uint32_t> rows_;
  FloatMatrix matrix_;
};

std::vector<size_t> axes_of(std::initializer_list<size_t> sizes) {
  std::vector<size_t> of;
  for (const size_t size : sizes) of.insert(of.end(), size, of.empty() ? 0 : of.back() + 1);
  return of;
}

// Each cluster is tested whole by one fold, and the split lists its contents.
TEST(ClusterKFold, SaysWhatItsClustersHold) {
  const OnAxes space(axes_of({7, 4, 9, 6}), 4);
  const auto split = space.split({{"clusters", int64_t{4}}, {"folds", int64_t{2}}}, 1, true);
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(split->clusters.classes, (std::vector<std::string>{"even", "odd"}));
  EXPECT_EQ(split->clusters.counts, (std::vector<std::vector<uint32_t>>{{4, 3}, {2, 2}, {4, 5}, {3, 3}}));
  for (size_t k = 0; k < 4; ++k) {
    const RowSet& rows = split->clusters.rows[k];
    const bool tested = rows.without(split->folds[0].test).empty();
    EXPECT_EQ(tested, !rows.without(split->folds[1].test).empty());
    EXPECT_EQ(split->clusters.tested[k], tested ? split->clusters.counts[k] : std::vector<uint32_t>(2, 0));
  }
}

TEST(ClusterKFold, ClustersStayWhole) {
  const auto of = axes_of({7, 4, 9, 6, 5, 8});
  const OnAxes space(of, 6);
  for (const char* balance : {"clusters", "documents", "classes"}) {
    const auto split = space.split(
        {{"clusters", int64_t{6}}, {"folds", int64_t{3}}, {"balance", std::string(balance)}}, 1, true);
    ASSERT_TRUE(split) << split.error().message;
    ASSERT_EQ(split->folds.size(), 3U);
    for (const auto& fold : split->folds) {
      std::set<size_t> train, test;
      for (const uint32_t row : fold.train) train.insert(of[row]);
      for (const uint32_t row : fold.test) test.insert(of[row]);
      EXPECT_EQ(test.size(), balance == std::string("clusters") ? 2U : test.size());
      for (const size_t axis : test) EXPECT_FALSE(train.contains(axis)) << balance;
      // 7 + 6, 4 + 9 and 5 + 8 are 13 each.
      if (balance == std::string("documents")) {
        EXPECT_EQ(fold.test.size(), 13U);
      }
    }
    EXPECT_THAT(split->notes, Contains("39 documents in 6 clusters in the space axes: the largest has 9, 0 "
                                       "have one"));
  }
}

TEST(ClusterKFold, OneDocumentPerClusterIsAKFold) {
  const OnAxes space(axes_of({1, 1, 1, 1, 1, 1}), 6);
  const auto split = space.split({{"folds", int64_t{3}}});  // five in a fold, but there are only six
  ASSERT_TRUE(split) << split.error().message;
  for (const auto& fold : split->folds) EXPECT_EQ(fold.test.size(), 2U);
}

TEST(ClusterKFold, DocumentsWithoutAnyNumberStandTogether) {
  auto of = axes_of({4, 4, 4});
  of.insert(of.begin(), 5, size_t{99});  // on no axis
  const OnAxes space(of, 3);
  const auto split = space.split({{"clusters", int64_t{4}}, {"folds", int64_t{4}}});
  ASSERT_TRUE(split) << split.error().message;
  std::multiset<size_t> sizes;
  for (const auto& fold : split->folds) sizes.insert(fold.test.size());
  EXPECT_EQ(sizes, (std::multiset<size_t>{4, 4, 4, 5}));
}

// Documents with the same vector stand on one side, however many clusters are asked for.
TEST(ClusterKFold, DocumentsWithOneVectorAreNeverParted) {
  const auto of = axes_of({7, 4, 9, 6});
  const OnAxes space(of, 4);
  for (const int64_t clusters : {0, 5, 20}) {
    const auto split = space.split({{"clusters", clusters}, {"folds", int64_t{2}}});
    ASSERT_TRUE(split) << split.error().message;
    for (const auto& fold : split->folds)
      for (const uint32_t tested : fold.test)
        for (const uint32_t trained : fold.train) EXPECT_NE(of[tested], of[trained]);
    EXPECT_THAT(split->notes, Contains(HasSubstr("26 documents in 4 clusters")));
  }
  EXPECT_THAT(space.split({{"folds", int64_t{5}}}).error().message,
              HasSubstr("26 documents with 4 different vectors in the space axes are too few for 5 folds"));
  const OnAxes nowhere(std::vector<size_t>(10, 99), 3);
  EXPECT_THAT(nowhere.split({{"folds", int64_t{2}}}).error().message, HasSubstr("with 1 different vectors"));
}

TEST(ClusterKFold, SaysWhatItCannotDo) {
  const OnAxes space(axes_of({5, 5}), 2);
  EXPECT_THAT(space.split({{"clusters", int64_t{11}}, {"folds", int64_t{2}}}).error().message,
              HasSubstr("10 documents are too few for 11 clusters"));
  EXPECT_THAT(space.split({{"clusters", int64_t{2}}, {"folds", int64_t{3}}}).error().message,
              HasSubstr("2 clusters are too few for 3 folds of whole clusters"));
  const auto without = space.split({{"folds", int64_t{2}}, {"balance", std::string("classes")}});
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().kind, ErrorKind::usage);
  EXPECT_THAT(without.error().message, HasSubstr("balance = classes needs classes"));
}

TEST(ClusterKFold, HasALimitAndNamesIt) {
  const OnAxes space(std::vector<size_t>(kMostClustered + 1, 0), 1);
  const auto split = space.split({});
  ASSERT_FALSE(split);
  EXPECT_EQ(split.error().kind, ErrorKind::data);
  EXPECT_THAT(split.error().message, HasSubstr("10001 are too many for that (10000 at most)"));
  EXPECT_THAT(split.error().message, HasSubstr("max-docs"));
}

TEST(AssignByClasses, SpreadsEachClass) {
  // Four groups of one class and four of a rarer one: each fold gets two of either class.
  const std::vector<std::vector<uint64_t>> counts = {{10, 0}, {10, 0}, {10, 0}, {10, 0},
                                                     {0, 2},  {0, 2},  {0, 2},  {0, 2}};
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed, "test");
    const auto fold_of = assign_by_classes(counts, 2, rng);
    std::vector<std::vector<uint64_t>> load(2, std::vector<uint64_t>(2, 0));
    for (size_t g = 0; g < counts.size(); ++g)
      for (size_t c = 0; c < 2; ++c) load[fold_of[g]][c] += counts[g][c];
    EXPECT_EQ(load, (std::vector<std::vector<uint64_t>>{{20, 4}, {20, 4}})) << seed;
  }
}

TEST(AssignByClasses, LeavesNoFoldEmpty) {
  Rng draw(1, "test/counts");
  for (int round = 0; round < 200; ++round) {
    const uint32_t folds = 2 + static_cast<uint32_t>(draw.below(5));
    std::vector<std::vector<uint64_t>> counts;
    for (uint64_t g = folds + draw.below(4); g > 0; --g) {
      std::vector<uint64_t> of_group(3, 0);
      for (uint64_t d = 1 + draw.below(9); d > 0; --d) ++of_group[draw.below(3)];
      counts.push_back(of_group);
    }
    const auto fold_of = assign_by_classes(counts, folds, draw);
    EXPECT_EQ(std::set<uint32_t>(fold_of.begin(), fold_of.end()).size(), folds);
  }
}

}  // namespace
}  // namespace standfast
