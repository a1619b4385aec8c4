// What a run does when the machine fails it: a write, flush or rename that fails, no memory, a kill at
// exactly that moment. After each the same command is given again, without the fault, and must end with the
// bytes of a run that nothing happened to.
//
// Every k-th call is tried, k such that a test takes seconds. STANDFAST_FAULTS=all tries every call (of
// allocations every thousandth), which takes an hour.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <sys/wait.h>

#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

constexpr size_t kCounts = 5;  // of the injector's file: calls of each kind, and the first process

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

  // One run with a fault; returns its exit code and how often the call was made.
  struct Outcome {
    int code = 0;
    uint64_t calls = 0;
    std::string said;
  };
  Outcome run_with(const std::string& out, const char* call, uint64_t at, const char* what) {
    const std::string counts = file("counts");
    std::ofstream(counts, std::ios::binary) << std::string(kCounts * 8, '\0');
    const std::vector<std::pair<const char*, std::string>> environment = {
        {"LD_PRELOAD", STANDFAST_FAULTS_LIBRARY},
        {"FAULTS_FILE", counts},
        {"FAULTS_CALL", call},
        {"FAULTS_AT", std::to_string(at)},
        {"FAULTS_DO", what}};
    for (const auto& [name, value] : environment) ::setenv(name, value.c_str(), 1);
    Process process(run_words(out, 1), file("output"));
    for (const auto& [name, value] : environment) ::unsetenv(name);
    Outcome outcome;
    outcome.code = process.wait();
    outcome.said = output();
    std::ifstream file(counts, std::ios::binary);
    uint64_t numbers[kCounts] = {};
    file.read(reinterpret_cast<char*>(numbers), sizeof numbers);
    for (size_t i = 0; i + 1 < kCounts; ++i) outcome.calls += numbers[i];
    return outcome;
  }

  void try_all(const char* call, const char* what, uint64_t tries, uint64_t thorough_step) {
    const Outcome clean = run_with("counted", call, 0, what);
    ASSERT_EQ(clean.code, 0) << clean.said;
    ASSERT_GT(clean.calls, 0U);
    const uint64_t step = every_call() ? thorough_step : std::max<uint64_t>(1, clean.calls / tries);
    for (uint64_t at = 1; at <= clean.calls; at += step) {
      SCOPED_TRACE(fmt::format("{} {} of {}: {}", call, at, clean.calls, what));
      std::filesystem::remove_all(file("hurt"));
      const Outcome hurt = run_with("hurt", call, at, what);
      // An exit code of ours, or the kill that was asked for; never a crash.
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
