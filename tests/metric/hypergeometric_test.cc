#include "standfast/metric/stat/hypergeometric.h"

#include <cmath>

#include <gtest/gtest.h>

namespace standfast {
namespace {

// The same by whole binomial coefficients, which small numbers allow.
double by_counting(uint64_t hits, uint64_t marked, uint64_t drawn, uint64_t all) {
  const auto choose = [](uint64_t n, uint64_t k) {
    double ways = k > n ? 0 : 1;
    for (uint64_t i = 1; i <= k && ways > 0; ++i)
      ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
    return ways;
  };
  double above = 0;
  for (uint64_t k = hits; k <= std::min(marked, drawn); ++k)
    above += drawn - k > all - marked ? 0 : choose(marked, k) * choose(all - marked, drawn - k);
  return above / choose(all, drawn);
}

TEST(Hypergeometric, IsTheShareOfDraws) {
  for (const uint64_t all : {1U, 5U, 12U, 30U})
    for (uint64_t marked = 0; marked <= all; ++marked)
      for (uint64_t drawn = 0; drawn <= all; ++drawn)
        for (uint64_t hits = 0; hits <= all + 1; ++hits)
          ASSERT_NEAR(hypergeometric_upper(hits, marked, drawn, all), by_counting(hits, marked, drawn, all),
                      1e-11)
              << hits << " " << marked << " " << drawn << " " << all;
}

// scipy 1.10: hypergeom.sf(hits - 1, all, marked, drawn)
TEST(Hypergeometric, AgreesWithScipyWhereCountingOverflows) {
  const auto near = [](double ours, double theirs) { EXPECT_NEAR(ours / theirs, 1, 1e-7) << theirs; };
  near(hypergeometric_upper(600, 5000, 2000, 20000), 5.091408267998657e-08);
  near(hypergeometric_upper(520, 5000, 2000, 20000), 0.1443411482003886);
  near(hypergeometric_upper(480, 5000, 2000, 20000), 0.8679622721030312);
  EXPECT_DOUBLE_EQ(hypergeometric_upper(10, 50000, 20000, 100000), 1);
  EXPECT_EQ(hypergeometric_upper(20000, 50000, 20000, 100000), 0) << "below what a double can hold";
}

}  // namespace
}  // namespace standfast
