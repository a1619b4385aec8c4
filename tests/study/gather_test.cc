// Gathering of scores: it comes last, also if another run of the same study ends at the same time.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/study/executor/run.h"
#include "standfast/study/record/scores_file.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace {
std::function<void()> when_scores_are_written;
}

extern "C" int rename(const char* from, const char* to) noexcept {
  if (when_scores_are_written && std::string_view(to).ends_with("/scores.csv")) {
    const auto once = std::exchange(when_scores_are_written, nullptr);
    once();
  }
  return static_cast<int>(::syscall(SYS_rename, from, to));
}

namespace standfast {
namespace {

TEST(GatherScores, HoldsCellsThatEndedWhileItWasWritten) {
  const testing::TemporaryFolder folder;
  testing::make_run_folder(folder.path(), {.authors = 4, .topics = 5, .folds = 2, .pairs = 6});
  const RunFolder run(folder.path());
  const auto plan = run.read_plan().value();
  const auto all = scores_text(run, plan).value();
  ASSERT_GT(all.cells, 2U);
  const Unit* late = nullptr;
  for (const auto& unit : plan)
    if (unit.kind->examines() && run.state(unit).state == RunFolder::State::done) late = &unit;
  ASSERT_NE(late, nullptr);
  const std::string record = read_plain_file(run.marker(*late)).value();
  std::filesystem::remove(run.marker(*late));
  bool ended = false;
  when_scores_are_written = [&] {
    std::ofstream(run.marker(*late), std::ios::binary) << record;
    ended = true;
  };
  const auto status = gather_scores(run, plan);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_TRUE(ended);
  EXPECT_EQ(read_file(run.file("scores.csv")).value(), all.text);
}

// Gathering ends even if another process extended the plan and did its cells: they are neither gathered nor
// waited for.
TEST(GatherScores, EndsWhereThePlanHasCellsOfAnother) {
  const testing::TemporaryFolder folder;
  testing::make_run_folder(folder.path(), {.authors = 4, .topics = 5, .folds = 2, .pairs = 6});
  const RunFolder run(folder.path());
  auto mine = run.read_plan().value();
  std::erase_if(mine, [](const Unit& unit) { return unit.kind->examines() && unit.fold == 1; });
  const auto scores = scores_text(run, mine).value();
  ASSERT_LT(scores.cells, scores_text(run, run.read_plan().value()).value().cells);
  ASSERT_TRUE(gather_scores(run, mine));
  EXPECT_EQ(read_file(run.file("scores.csv")).value(), scores.text);
}

}  // namespace
}  // namespace standfast
