// From which AUC on a guesser and a model can be told apart.
#include "standfast/analysis/power/least_auc.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(LeastAuc, IsTheUpperEndOfWhatAGuesserMayScore) {
  // 1.95996 * sqrt(401 / (12 * 200 * 200)) = 0.056646; t of 14 degrees of freedom is 2.144787.
  const LeastAuc least = least_auc({"posts", "iid", 200, 200, 15});
  EXPECT_NEAR(least.independent, 0.5 + 0.056646, 1e-5);
  EXPECT_NEAR(least.spread, 0.5 + 2.144787 * std::sqrt(401. / (12 * 200 * 200) + 0.01 / 15), 1e-6);
  EXPECT_THAT(describe(least), ::testing::HasSubstr("(400 pairs, 15 authors)"));
  EXPECT_GT(least_auc({"posts", "iid", 20, 380, 15}).independent, least.independent);
  for (const LeastAuc& none : {LeastAuc{"posts", "iid", 0, 9, 15}, LeastAuc{"posts", "iid", 9, 9, 1}}) {
    EXPECT_EQ(least_auc(none).spread, 1);
    EXPECT_THAT(describe(least_auc(none)), ::testing::HasSubstr("too few pairs"));
  }
}

}  // namespace
}  // namespace standfast
