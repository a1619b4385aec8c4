#include "standfast/base/numpy_legacy.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

// The expected order is numpy.random.RandomState(42).permutation(10).
TEST(NumpyLegacy, ShufflesAsNumpyDoes) {
  EXPECT_EQ(NumpyLegacy(42).permutation(10), (std::vector<uint32_t>{8, 1, 5, 0, 7, 2, 9, 4, 3, 6}));
}

TEST(NumpyLegacy, GoesOnWhereItStopped) {
  // The expected orders come from r = numpy.random.RandomState(7); r.permutation(5); r.permutation(4).
  NumpyLegacy generator(7);
  EXPECT_EQ(generator.permutation(5), (std::vector<uint32_t>{0, 3, 2, 1, 4}));
  EXPECT_EQ(generator.permutation(4), (std::vector<uint32_t>{2, 1, 0, 3}));
}

TEST(NumpyLegacy, DrawsNothingForOneItemOrNone) {
  NumpyLegacy generator(3);
  EXPECT_TRUE(generator.permutation(0).empty());
  EXPECT_EQ(generator.permutation(1), std::vector<uint32_t>{0});
  EXPECT_EQ(generator.permutation(6), NumpyLegacy(3).permutation(6));
}

TEST(NumpyLegacy, ShufflesItems) {
  EXPECT_EQ(NumpyLegacy(42).shuffled(std::vector<char>{'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'}),
            (std::vector<char>{'i', 'b', 'f', 'a', 'h', 'c', 'j', 'e', 'd', 'g'}));
}

}  // namespace
}  // namespace standfast
