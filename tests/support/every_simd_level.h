// A test that kernels give the same bytes at every level of vector instructions.
#pragma once

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/simd.h"

namespace standfast::testing {

// A guard that sets a level during its lifetime.
class AtSimdLevel {
 public:
  explicit AtSimdLevel(Simd level) : before_(simd_level()) { set_simd_level(level); }
  ~AtSimdLevel() { set_simd_level(before_); }
  AtSimdLevel(const AtSimdLevel&) = delete;
  AtSimdLevel& operator=(const AtSimdLevel&) = delete;

 private:
  Simd before_;
};

// Checks that make(), which returns a vector of numbers, gives the same bytes at every level that this
// program has on this processor.
template <class Make>
void expect_same_at_every_simd_level(const Make& make) {
  const auto at = [&](Simd level) {
    const AtSimdLevel scope(level);
    return make();
  };
  const auto expected = at(simd_levels().front());
  ASSERT_FALSE(expected.empty());
  for (const Simd level : simd_levels().subspan(1)) {
    const auto made = at(level);
    ASSERT_EQ(made.size(), expected.size()) << name_of(level);
    for (size_t i = 0; i < made.size(); ++i)
      ASSERT_EQ(std::memcmp(&made[i], &expected[i], sizeof made[i]), 0)
          << name_of(level) << ", number " << i << ": " << made[i] << " and " << expected[i];
  }
}

}  // namespace standfast::testing
