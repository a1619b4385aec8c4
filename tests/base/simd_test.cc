#include "standfast/base/simd.h"

#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/at_level.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

TEST(SimdLevel, AreThoseFromTheBuildToTheProcessor) {
  EXPECT_EQ(simd_levels().front(), kBuiltSimd);
  EXPECT_TRUE(std::is_sorted(simd_levels().begin(), simd_levels().end()));
  if (std::getenv("STANDFAST_SIMD") == nullptr) {
    EXPECT_EQ(simd_level(), simd_levels().back());
  }
}

TEST(SimdLevel, HasAName) {
  for (const Simd level : simd_levels()) EXPECT_EQ(simd_level_named(name_of(level)), level);
}

TEST(SimdLevel, RefusesWhatThereIsNot) {
  for (const auto name : {"", "v5", "V3", "avx2"}) {
    const auto refused = simd_level_named(name);
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
    EXPECT_THAT(refused.error().message, HasSubstr("STANDFAST_SIMD"));
    EXPECT_THAT(refused.error().message, HasSubstr("baseline, v3 and v4"));
  }
  for (const Simd level : {Simd::baseline, Simd::v3, Simd::v4})
    EXPECT_EQ(simd_level_named(name_of(level)).has_value(),
              std::find(simd_levels().begin(), simd_levels().end(), level) != simd_levels().end());
}

// The copy that runs is the best copy that the kernel has.
TEST(AtLevel, RunsTheCopyOfTheLevel) {
  for (const Simd level : simd_levels()) {
    const testing::AtSimdLevel scope(level);
    EXPECT_EQ(at_level<Simd::v4>([](auto copy) { return copy.kSimd; }), std::min(level, kMostCopied));
    EXPECT_EQ(at_level<Simd::v3>([](auto copy) { return copy.kSimd; }),
              std::max(kBuiltSimd, std::min(level, Simd::v3)));
  }
}

}  // namespace
}  // namespace standfast
