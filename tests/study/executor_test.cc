#include "standfast/study/executor/executor.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::HasSubstr;

std::vector<Unit> some_units(uint32_t n) {
  std::vector<Unit> units;
  for (uint32_t i = 0; i < n; ++i) {
    Unit unit;
    unit.kind = UnitKind::cell;
    unit.key = "key" + std::to_string(i);
    unit.corpus = "c";
    unit.condition = "d";
    unit.model = "m";
    unit.fold = i;
    units.push_back(unit);
  }
  return units;
}

// A worker in four lines of shell: dies at fold 3, refuses fold 5, does the rest.
constexpr const char* kWorker = R"(echo '{"ready":true}'
while read -r line; do case "$line" in
  *'"fold":3'*) kill -9 $$ ;;
  *'"fold":5'*) echo '{"ok":false,"reason":"one class only"}' ;;
  *) echo '{"ok":true}' ;;
esac; done)";

struct Outcomes {
  std::map<uint32_t, UnitOutcome> by_fold;
  ExecutorOptions options(int jobs, const std::string& script = kWorker) {
    ExecutorOptions o;
    o.command = {"/bin/sh", "-c", script};
    o.jobs = jobs;
    o.finished = [this](const Unit& unit, const UnitOutcome& outcome) {
      EXPECT_TRUE(by_fold.emplace(unit.fold, outcome).second) << "unit " << unit.fold << " ended twice";
      return Status();
    };
    return o;
  }
};

TEST(Executor, ACrashCostsOneUnit) {
  for (const int jobs : {1, 3}) {
    Outcomes outcomes;
    LocalExecutor executor(outcomes.options(jobs));
    ASSERT_TRUE(executor.run("cells", some_units(12)).has_value());
    ASSERT_EQ(outcomes.by_fold.size(), 12U);
    for (const auto& [fold, outcome] : outcomes.by_fold) {
      EXPECT_EQ(outcome.ok, fold != 3 && fold != 5) << fold;
      EXPECT_EQ(outcome.crashed, fold == 3) << fold;
    }
    EXPECT_THAT(outcomes.by_fold[3].reason, HasSubstr("killed by signal 9 (SIGKILL"));
    EXPECT_EQ(outcomes.by_fold[5].reason, "one class only");
    // The same workers take the next stage.
    outcomes.by_fold.clear();
    ASSERT_TRUE(executor.run("more", some_units(2)).has_value());
    EXPECT_EQ(outcomes.by_fold.size(), 2U);
  }
}

TEST(Executor, FailFastStopsAtTheFirstFailure) {
  Outcomes outcomes;
  auto options = outcomes.options(1);
  options.fail_fast = true;
  LocalExecutor executor(std::move(options));
  const auto status = executor.run("cells", some_units(12));
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::incomplete);
  EXPECT_THAT(status.error().message, HasSubstr("c / d / m / seed 0 / fold 3: killed by signal 9"));
  EXPECT_EQ(outcomes.by_fold.size(), 4U);
}

TEST(Executor, InterruptionStopsWorkersThatHang) {
  Outcomes outcomes;
  auto options = outcomes.options(2, "echo '{\"ready\":true}'; read -r line; exec sleep 100");
  int asked = 0;
  options.interrupted = [&asked] { return ++asked > 3; };
  LocalExecutor executor(std::move(options));
  const auto status = executor.run("cells", some_units(4));
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::interrupted);
  EXPECT_TRUE(outcomes.by_fold.empty());
}

TEST(Executor, AWorkerThatCannotStartIsAnErrorNotALoop) {
  Outcomes outcomes;
  LocalExecutor executor(outcomes.options(2, "exit 3"));
  const auto status = executor.run("cells", some_units(4));
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
  EXPECT_THAT(status.error().message, HasSubstr("could not start: the worker ended with exit code 3"));
}

}  // namespace
}  // namespace standfast
