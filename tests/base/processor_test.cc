#include "standfast/base/processor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(Processor, TheTestsRunSoItSuffices) {
  EXPECT_TRUE(check_processor());
}

TEST(Processor, NamesWhatIsUsedButNotThere) {
  const Instructions known[] = {
      {"AVX2", true, false}, {"FMA", true, true}, {"BMI2", true, false}, {"AVX-512", false, false}};
  const Status checked = check_processor(known);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind, ErrorKind::missing);
  EXPECT_THAT(checked.error().message, ::testing::StartsWith("this processor lacks AVX2, BMI2, which"));
  EXPECT_THAT(checked.error().message, ::testing::HasSubstr("STANDFAST_ARCH"));
}

}  // namespace
}  // namespace standfast
