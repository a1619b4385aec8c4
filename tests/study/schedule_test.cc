// The order of units: needed units come before their dependants, no unit waits for a whole stage, and units
// that are only shown come last.
#include "standfast/study/executor/schedule.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/unit/kinds.h"
#include "tests/study/doubles.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::make_believe;

class ScheduleTest : public ::testing::Test {
 protected:
  ScheduleTest() : folder_(scratch_.path() + "/run") {
    provenance_.study = *parse_study(
        "seeds = 2\n[[corpus]]\npath = 'posts.jsonl'\n"
        "[[condition]]\nname = 'iid'\nsplit = 'k-fold'\n[[model]]\ntype = 'ppm'\n",
        "s.toml", make_believe());
    provenance_.corpora = {{"posts", "hash", 10, 2, 3, 100}};
    plan_ = std::make_unique<Plan>(provenance_.study, make_believe(), provenance_.corpora);
    EXPECT_TRUE(plan_->begin());
    Schedule::Options options;
    options.all_drawn = [this]() -> Status {
      ++drawn_;
      return {};
    };
    schedule_ = std::make_unique<Schedule>(folder_, provenance_, *plan_, std::move(options));
    EXPECT_TRUE(schedule_->start());
  }

  // Takes all units that can be taken now.
  std::vector<Unit> take_all() {
    std::vector<Unit> units;
    while (auto unit = schedule_->take({.cores = 1, .memory = 1 << 30})) units.push_back(*unit);
    return units;
  }
  // Ends a unit like a worker that succeeds.
  void succeed(const Unit& unit) {
    ASSERT_TRUE(make_directories(folder_.unit_folder(unit)));
    auto marker = unit.kind->examines() ? to_json(cell_file(unit, provenance_.study)) : artifact_head(unit);
    if (unit.kind == &splits_kind()) marker["folds"] = 3;
    ASSERT_TRUE(folder_.finish(unit, marker, {}));
    ASSERT_TRUE(schedule_->finished(unit, {true, false, ""}));
  }
  void fail_with(const Unit& unit, const std::string& reason) {
    ASSERT_TRUE(folder_.write_failure(unit, provenance_.study, reason));
    ASSERT_TRUE(schedule_->finished(unit, {false, false, reason}));
  }
  static std::vector<std::string> kinds(const std::vector<Unit>& units) {
    std::vector<std::string> names;
    for (const auto& unit : units) names.push_back(unit.kind->name());
    return names;
  }

  testing::TemporaryFolder scratch_;
  RunFolder folder_;
  Provenance provenance_;
  std::unique_ptr<Plan> plan_;
  std::unique_ptr<Schedule> schedule_;
  int drawn_ = 0;
};

using ::testing::ElementsAre;

TEST_F(ScheduleTest, CellsThatNeedNothingElseStartWhileOtherSplitsAreDrawn) {
  const auto first = take_all();
  ASSERT_THAT(kinds(first), ElementsAre("splits", "splits", "corpus")) << "what is only shown comes last";
  succeed(first[0]);
  EXPECT_EQ(drawn_, 0);
  const auto cells = take_all();
  ASSERT_THAT(kinds(cells), ElementsAre("cell", "cell", "cell"));
  for (const auto& cell : cells) EXPECT_EQ(cell.model, "prior") << "ppm waits for its pair features";
  succeed(first[1]);
  EXPECT_EQ(drawn_, 1);
  const auto next = take_all();
  ASSERT_THAT(kinds(next), ElementsAre("features", "cell", "cell", "cell"));
  succeed(next[0]);
  EXPECT_EQ(take_all().size(), 6U) << "the cells of ppm";
  EXPECT_EQ(drawn_, 1) << "once";
}

TEST_F(ScheduleTest, WhatNeedsAFailedUnitFailsWithItsReason) {
  const auto first = take_all();
  succeed(first[0]);
  fail_with(first[1], "too few topics");
  const auto next = take_all();
  ASSERT_THAT(kinds(next), ElementsAre("cell", "cell", "cell", "features"));
  fail_with(next[3], "out of memory");
  EXPECT_EQ(schedule_->ready(), 0U);
  size_t split = 0, features = 0;
  for (const auto& unit : plan_->units()) {
    const auto state = folder_.state(unit);
    split += state.reason == "its split failed: too few topics";
    features += state.reason == "its pair features failed: out of memory";
  }
  EXPECT_EQ(split, 2U) << "one of each model";
  EXPECT_EQ(features, 3U) << "of ppm on the split that is there";
}

TEST_F(ScheduleTest, AnotherScheduleGoesOnWhereThisOneStopped) {
  const auto first = take_all();
  succeed(first[0]);
  succeed(first[1]);
  for (const auto& cell : take_all())
    if (cell.kind == &cell_kind()) succeed(cell);
  Plan again(provenance_.study, make_believe(), provenance_.corpora);
  ASSERT_TRUE(again.begin());
  Schedule schedule(folder_, provenance_, again, {});
  ASSERT_TRUE(schedule.start());
  EXPECT_TRUE(again.complete());
  std::vector<Unit> rest;
  while (auto unit = schedule.take({.cores = 1, .memory = 1 << 30})) rest.push_back(*unit);
  EXPECT_THAT(kinds(rest), ElementsAre("features", "corpus"));
}

}  // namespace
}  // namespace standfast
