#include <gtest/gtest.h>

#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

double answer(const std::vector<bool>& same) {
  const Corpus corpus = testing::grid_corpus(1, 2, 2);
  std::vector<Pair> pairs;
  for (const bool s : same) pairs.push_back({0, 1, s});
  const auto prior = verifiers().make("prior", {});
  EXPECT_TRUE((*prior)->fit({&corpus, pairs}, {&corpus, {}}, {}).has_value());
  double out = 0;
  EXPECT_TRUE((*prior)->score({&corpus, std::span(pairs).first(1)}, std::span(&out, 1), {}).has_value());
  return out;
}

TEST(Prior, AnswersTheShareAndNeverNothing) {
  EXPECT_EQ(answer({true, false, false, false}), 0.25);
  EXPECT_EQ(answer({true, true, false}), 2.0 / 3.0);
  EXPECT_LT(answer({true, false}), 0.5)
      << "a tie is answered: 0.5 itself would be a non-answer to every pair";
  EXPECT_NEAR(answer({true, false}), 0.5, 1e-15);
}

}  // namespace
}  // namespace standfast
