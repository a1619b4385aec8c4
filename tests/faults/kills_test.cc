// Tests that runs that are killed at random moments, again and again, and then finish, give the same bytes.
// STANDFAST_KILLS sets how many kills each study takes (a few by default).
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

struct Study {
  const char* name;
  const char* text;
  int code;  // exit code of an undisturbed run
};
void PrintTo(const Study& study, std::ostream* out) {
  *out << study.name;
}

constexpr Study kStudies[] = {{"Pairs", kPairStudy, 0},      {"Classes", kClassStudy, 0},
                              {"Failing", kFailingStudy, 5}, {"Controls", kControlStudy, 0},
                              {"Spaces", kSpaceStudy, 0},    {"Attributions", kExplainedStudy, 0},
                              {"Nested", kNestedStudy, 0}};

class Kills : public StudyRun, public ::testing::WithParamInterface<Study> {};

TEST_P(Kills, EndWithTheSameBytes) {
  const char* asked = std::getenv("STANDFAST_KILLS");
  const int wanted = asked != nullptr ? std::atoi(asked) : 6;
  write_study("study.toml", GetParam().text);
  const auto started = std::chrono::steady_clock::now();
  ASSERT_EQ(run("whole"), GetParam().code) << output();
  const auto whole =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started);
  Rng rng(static_cast<uint64_t>(wanted), "test/kills", GetParam().name);
  int killed = 0;
  for (int round = 0; killed < wanted && round < 4 * wanted + 10; ++round) {
    std::filesystem::remove_all(file("killed"));
    for (int i = 0; i < 5 && killed < wanted; ++i) {
      Process process(run_words("killed", 1 + static_cast<int>(rng.below(2))), file("output"));
      std::this_thread::sleep_for(std::chrono::microseconds(rng.below(static_cast<uint64_t>(whole.count()))));
      const auto workers = process.workers();
      if (process.ended()) break;
      // The kill hits all processes, the parent alone, or one worker first and then all.
      const auto what = rng.below(3);
      if (what == 2 && !workers.empty()) {
        ::kill(workers.front(), SIGKILL);
        std::this_thread::sleep_for(std::chrono::microseconds(rng.below(20000)));
      }
      if (process.ended()) break;
      ::kill(what == 1 ? process.pid() : -process.pid(), SIGKILL);
      process.wait();
      ++killed;
    }
    ASSERT_EQ(run("killed"), GetParam().code) << output();
    expect_same("killed", "whole");
    if (HasFailure()) return;
  }
  EXPECT_EQ(killed, wanted);
}

INSTANTIATE_TEST_SUITE_P(Studies, Kills, ::testing::ValuesIn(kStudies),
                         [](const auto& study) { return std::string(study.param.name); });

}  // namespace
}  // namespace standfast::testing
