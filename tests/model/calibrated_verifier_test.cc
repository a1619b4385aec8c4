// Tests of verifiers of one similarity: their thresholds on stretched similarities.
#include "standfast/model/verify/calibrated_verifier.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {
namespace {

// A verifier whose similarity of pair i is a + b x, where x lies around .55 for pairs of one author and
// around .45 for others.
class OnAScale final : public SimilarityVerifier {
 public:
  OnAScale(bool stretched, double a, double b)
      : SimilarityVerifier("given", {.stretched = stretched}), a_(a), b_(b) {}

 protected:
  Status learn(const PairView&, const PairView&, const ModelContext&) override { return {}; }
  Result<std::vector<double>> similarities(const PairView& pairs, bool, const ModelContext&) const override {
    std::vector<double> out;
    for (const Pair& pair : pairs.pairs) {
      Rng rng(pair.a, "test/similarity");
      out.push_back(a_ + b_ * (0.45 + (pair.same ? 0.1 : 0) + 0.08 * rng.normal()));
    }
    return out;
  }

 private:
  double a_, b_;
};

std::vector<double> scores_of(OnAScale& verifier) {
  std::vector<Pair> validation, test;
  for (uint32_t i = 0; i < 400; ++i) (i < 200 ? validation : test).push_back({i, i, i % 2 == 0});
  EXPECT_TRUE(verifier.fit({nullptr, validation}, {nullptr, validation}, {}));
  std::vector<double> out(test.size());
  EXPECT_TRUE(verifier.score({nullptr, test}, out, {}));
  return out;
}
auto undecided(const std::vector<double>& scores) {
  return std::ranges::count(scores, 0.5);
}

TEST(SimilarityVerifier, StretchedSeesWhatAGridInStepsOfOneHundredthDoesNot) {
  OnAScale wide(false, 0, 1), narrow(false, 0.95, 0.02), stretched(true, 0.95, 0.02);
  const auto of_wide = scores_of(wide), of_narrow = scores_of(narrow), of_stretched = scores_of(stretched);
  EXPECT_LT(undecided(of_wide), 100);
  EXPECT_GT(undecided(of_narrow), undecided(of_wide) + 20) << "the case that this is for";
  EXPECT_LT(undecided(of_stretched), 100);
}

TEST(SimilarityVerifier, StretchedHasTheSameScoresOnAnyScale) {
  OnAScale one(true, 0, 1), other(true, 0.95, 0.02);
  const auto expected = scores_of(one), scores = scores_of(other);
  for (size_t i = 0; i < scores.size(); ++i) EXPECT_NEAR(scores[i], expected[i], 1e-9);
}

TEST(SimilarityVerifier, SavedThresholdsKeepTheirScale) {
  OnAScale fitted(true, 0.95, 0.02), restored(true, 0.95, 0.02);
  const auto expected = scores_of(fitted);
  const auto state = fitted.save();
  ASSERT_TRUE(state);
  ASSERT_TRUE(restored.restore(*state));
  std::vector<Pair> test;
  for (uint32_t i = 200; i < 400; ++i) test.push_back({i, i, i % 2 == 0});
  std::vector<double> scores(test.size());
  ASSERT_TRUE(restored.score({nullptr, test}, scores, {}));
  EXPECT_EQ(scores, expected);
}

}  // namespace
}  // namespace standfast
