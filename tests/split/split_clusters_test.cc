// The description of clusters by a latent split.
#include "standfast/split/latent/split_clusters.h"

#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {
namespace {

LatentDocuments six_documents() {
  LatentDocuments documents;
  documents.rows = {4, 0, 9, 2, 7, 5};  // by id
  documents.class_of = {0, 1, 0, 0, 1, 1};
  documents.classes = {"hate", "normal"};
  documents.sizes = {3, 3};
  return documents;
}

TEST(SplitClusters, CountDocumentsByClassAndSide) {
  const auto found = split_clusters(six_documents(), {0, 1, 0, 1, 1, 0}, 2, std::vector<uint32_t>{0, 4, 9});
  EXPECT_EQ(found.counts, (std::vector<std::vector<uint32_t>>{{2, 1}, {1, 2}}));
  EXPECT_EQ(found.tested, (std::vector<std::vector<uint32_t>>{{2, 0}, {0, 1}}));
  EXPECT_EQ(found.rows[0].list(), (std::vector<uint32_t>{4, 5, 9}));
  EXPECT_EQ(found.rows[1].list(), (std::vector<uint32_t>{0, 2, 7}));
}

TEST(SplitClusters, OfRowsLeaveOutDocumentsWithoutAClass) {
  const Column classes{{1, kMissing, 1, 0, 1, 0}, {"hate", "normal", "of nobody"}};
  const auto found = describe_clusters({RowSet{0, 1, 3}, RowSet{2, 4, 5}}, &classes, RowSet{0, 1, 5});
  EXPECT_EQ(found.classes, (std::vector<std::string>{"hate", "normal"}));
  EXPECT_EQ(found.counts, (std::vector<std::vector<uint32_t>>{{1, 1}, {1, 2}}));
  EXPECT_EQ(found.tested, (std::vector<std::vector<uint32_t>>{{0, 1}, {1, 0}}));
  EXPECT_EQ(found.rows[0].list(), (std::vector<uint32_t>{0, 3}));
  const auto all = describe_clusters({RowSet{0, 1, 3}, RowSet{2, 4, 5}}, nullptr, RowSet{0, 1, 5});
  EXPECT_EQ(all.classes, (std::vector<std::string>{"documents"}));
  EXPECT_EQ(all.counts, (std::vector<std::vector<uint32_t>>{{3}, {3}}));
  EXPECT_EQ(all.tested, (std::vector<std::vector<uint32_t>>{{2}, {1}}));
}

}  // namespace
}  // namespace standfast
