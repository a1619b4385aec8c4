// Tests of STANDFAST_SIMD, and of whole studies at every level of vector instructions: every file has the
// same bytes.
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/simd.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

class SimdLevelsOfProgram : public StudyRun {
 protected:
  void TearDown() override { ::unsetenv("STANDFAST_SIMD"); }
  // Runs the study at each level, as a whole program with its workers, and expects the same files.
  void expect_same_runs(const std::string& study) {
    write_study("study.toml", study);
    std::string first;
    for (const Simd level : simd_levels()) {
      const std::string name(name_of(level));
      ::setenv("STANDFAST_SIMD", name.c_str(), 1);
      ASSERT_EQ(run(name), 0) << output();
      if (first.empty())
        first = name;
      else
        expect_same(name, first);
    }
  }
};

TEST_F(SimdLevelsOfProgram, WriteTheSameRunOfPairs) {
  std::string study = kPairStudy;
  for (const std::string encoder : {"nmf", "lda"})
    study += "[[condition]]\nname = \"" + encoder +
             "\"\nsample = { method = \"hits\", topics = 4, min-docs = 2 }\n"
             "split = { method = \"topic-k-fold\", folds = 2 }\nencoder = { method = \"" +
             encoder + "\", components = 5 }\n";
  expect_same_runs(study);
}

TEST_F(SimdLevelsOfProgram, WriteTheSameRunOfClasses) {
  expect_same_runs(kClassStudy);
}

TEST_F(SimdLevelsOfProgram, RefuseALevelThatThereIsNot) {
  ::setenv("STANDFAST_SIMD", "v9", 1);
  EXPECT_EQ(command({"ls"}), 2);
  EXPECT_THAT(output(), HasSubstr("STANDFAST_SIMD is \"v9\", but the levels are baseline, v3 and v4"));
}

}  // namespace
}  // namespace standfast::testing
