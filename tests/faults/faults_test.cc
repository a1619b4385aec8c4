// Tests of runs on a machine that fails: a write, flush or rename fails, there is no memory, or a kill comes
// at exactly that moment. After each fault the same command is given again, without the fault, and must end
// with the bytes of an undisturbed run.
//
// Every k-th call is tried, with k such that a test takes seconds. STANDFAST_FAULTS=all tries every call (of
// allocations every thousandth), which takes an hour.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <sys/wait.h>

#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"
#include "tests/support/with_fault.h"

namespace standfast::testing {
namespace {

bool every_call() {
  const char* all = std::getenv("STANDFAST_FAULTS");
  return all != nullptr && std::string_view(all) == "all";
}

class Faults : public StudyRun, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    StudyRun::SetUp();
    write_study("study.toml", GetParam());
    ASSERT_EQ(run("reference", 1), 0) << output();
  }

  FaultOutcome run_with(const std::string& out, const char* call, uint64_t at, const char* what) {
    return run_with_fault(run_words(out, 1), file("counts"), file("output"), call, at, what);
  }

  void try_all(const char* call, const char* what, uint64_t tries, uint64_t thorough_step) {
    const FaultOutcome clean = run_with("counted", call, 0, what);
    ASSERT_EQ(clean.code, 0) << clean.said;
    ASSERT_GT(clean.calls, 0U);
    const uint64_t step = every_call() ? thorough_step : std::max<uint64_t>(1, clean.calls / tries);
    for (uint64_t at = 1; at <= clean.calls; at += step) {
      SCOPED_TRACE(fmt::format("{} {} of {}: {}", call, at, clean.calls, what));
      std::filesystem::remove_all(file("hurt"));
      const FaultOutcome hurt = run_with("hurt", call, at, what);
      // The run ends with an exit code of ours, or with the kill that was asked for, but never with a crash.
      const bool killed = hurt.code == 1000 + SIGKILL;
      EXPECT_TRUE(killed ? std::strcmp(what, "kill") == 0
                         : hurt.code == 0 || hurt.code == 3 || hurt.code == 4 || hurt.code == 5)
          << hurt.code << "\n"
          << hurt.said;
      if (hurt.code != 0 && !killed) {
        EXPECT_NE(hurt.said.find("standfast: "), std::string::npos) << hurt.said;
      }
      ASSERT_EQ(run("hurt", 1), 0) << output() << "\nbefore: " << hurt.said;
      expect_same("hurt", "reference");
    }
  }
};

TEST_P(Faults, AWriteFails) {
  try_all("write", "fail", 8, 1);
}
TEST_P(Faults, AWriteIsCutShort) {
  try_all("write", "short", 5, 3);
}
TEST_P(Faults, AFlushFails) {
  try_all("fsync", "fail", 6, 1);
}
TEST_P(Faults, ARenameFails) {
  try_all("rename", "fail", 6, 1);
}
TEST_P(Faults, KilledAtAWrite) {
  try_all("write", "kill", 8, 1);
}
TEST_P(Faults, KilledAtARename) {
  try_all("rename", "kill", 8, 1);
}
TEST_P(Faults, ThereIsNoMemory) {
  try_all("alloc", "fail", 10, 1009);
}

INSTANTIATE_TEST_SUITE_P(Tasks, Faults, ::testing::Values(kPairStudy, kClassStudy), [](const auto& study) {
  return study.index == 0 ? std::string("Verification") : std::string("Classification");
});

}  // namespace
}  // namespace standfast::testing
