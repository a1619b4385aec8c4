// The progress of a run: it never decreases, although the plan grows and units differ greatly in size.
#include "standfast/study/executor/run_progress.h"

#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/rng.h"
#include "standfast/study/executor/schedule.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/unit/kinds.h"
#include "tests/study/doubles.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

Unit unit_of(const UnitKind& kind, const std::string& model, uint32_t number) {
  Unit unit;
  unit.kind = &kind;
  unit.key = fmt::format("{}-{}-{}", kind.name(), model, number);
  unit.corpus = "c";
  unit.condition = "d";
  unit.model = model;
  unit.fold = number;
  return unit;
}

class RunProgressTest : public ::testing::Test {
 protected:
  double now = 100;
  RunProgress progress{[this] { return now; }};
  double last = 0;

  RunShown look() {
    const RunShown shown = progress.shown();
    EXPECT_GE(shown.share, last);
    EXPECT_LE(shown.share, 1);
    last = shown.share;
    return shown;
  }
  void does(const Unit& unit, double seconds) {
    progress.start(unit);
    look();
    now += seconds;
    progress.end(unit, true);
    look();
  }
};

TEST_F(RunProgressTest, WorkIsWeighedAndNotCounted) {
  // Eight cells of a second and two of a hundred.
  for (uint32_t i = 0; i < 8; ++i) progress.plan(unit_of(cell_kind(), "fast", i));
  for (uint32_t i = 0; i < 2; ++i) progress.plan(unit_of(cell_kind(), "slow", i));
  does(unit_of(cell_kind(), "slow", 0), 100);
  does(unit_of(cell_kind(), "fast", 0), 1);
  const RunShown shown = look();
  EXPECT_NEAR(shown.share, 101.0 / 208, 1e-9);
  ASSERT_TRUE(shown.seconds_left);
  EXPECT_NEAR(*shown.seconds_left, 107, 1e-9);
  EXPECT_EQ(shown.units, "cells");
  EXPECT_EQ(shown.done, 2U);
  EXPECT_EQ(shown.all, 10U);
}

TEST_F(RunProgressTest, AUnitUnderWayCounts) {
  progress.plan(unit_of(cell_kind(), "network", 0));
  progress.plan(unit_of(cell_kind(), "network", 1));
  progress.start(unit_of(cell_kind(), "network", 0));
  progress.advance(unit_of(cell_kind(), "network", 0), "tokens", 0, 1000);
  for (int i = 1; i <= 9; ++i) {
    now += 10;
    progress.advance(unit_of(cell_kind(), "network", 0), "tokens", static_cast<uint64_t>(i) * 100, 1000);
    const RunShown shown = look();
    EXPECT_NEAR(shown.share, i / 20.0, 1e-9) << "the second takes as long as the first";
    EXPECT_NEAR(shown.seconds_left.value_or(0), 200 - 10 * i, 1e-9);
    EXPECT_EQ(shown.inside, "tokens");
    EXPECT_EQ(shown.inside_done, static_cast<uint64_t>(i) * 100);
  }
}

TEST_F(RunProgressTest, SeveralUnderWayShareTheTime) {
  for (uint32_t i = 0; i < 4; ++i) progress.plan(unit_of(cell_kind(), "network", i));
  progress.start(unit_of(cell_kind(), "network", 0));
  progress.start(unit_of(cell_kind(), "network", 1));
  for (uint32_t i = 0; i < 2; ++i) progress.advance(unit_of(cell_kind(), "network", i), "tokens", 0, 1000);
  now += 50;
  for (uint32_t i = 0; i < 2; ++i) progress.advance(unit_of(cell_kind(), "network", i), "tokens", 500, 1000);
  const RunShown shown = look();
  EXPECT_EQ(shown.under_way, 2U);
  EXPECT_NEAR(shown.share, 0.25, 1e-9);
  EXPECT_NEAR(shown.seconds_left.value_or(0), 150, 1e-9);
}

TEST_F(RunProgressTest, NothingIsSaidOfTheTimeBeforeSomethingIsKnown) {
  for (uint32_t i = 0; i < 4; ++i) progress.plan(unit_of(cell_kind(), "network", i));
  progress.plan(unit_of(splits_kind(), "", 0));
  does(unit_of(splits_kind(), "", 0), 5);
  progress.start(unit_of(cell_kind(), "network", 0));
  now += 60;
  EXPECT_FALSE(look().seconds_left);
}

TEST_F(RunProgressTest, WhatWasThereTookNoTime) {
  for (uint32_t i = 0; i < 10; ++i) progress.plan(unit_of(cell_kind(), "m", i));
  for (uint32_t i = 0; i < 8; ++i) progress.end(unit_of(cell_kind(), "m", i), true);
  does(unit_of(cell_kind(), "m", 8), 30);
  const RunShown shown = look();
  EXPECT_NEAR(shown.share, 0.9, 1e-9);
  EXPECT_NEAR(shown.seconds_left.value_or(0), 30, 1e-9);
  does(unit_of(cell_kind(), "m", 9), 30);
  EXPECT_EQ(look().share, 1);
  EXPECT_FALSE(look().seconds_left);
}

// The share never decreases, in any order of events, and is 1 only at the end.
TEST_F(RunProgressTest, TheShareNeverFalls) {
  Rng rng(11, "test/run-progress");
  for (int round = 0; round < 20; ++round) {
    now = 0;
    last = 0;
    RunProgress anew([this] { return now; });
    std::vector<Unit> waiting, running;
    uint32_t made = 0;
    const auto grow = [&](uint64_t n) {
      for (uint64_t i = 0; i < n; ++i) {
        waiting.push_back(unit_of(rng.below(4) == 0 ? splits_kind() : cell_kind(),
                                  fmt::format("m{}", rng.below(3)), made++));
        anew.plan(waiting.back());
      }
    };
    const auto look_anew = [&](bool ended) {
      const RunShown shown = anew.shown();
      ASSERT_GE(shown.share, last);
      ASSERT_EQ(shown.share == 1, ended);
      ASSERT_GE(shown.seconds_left.value_or(0), 0);
      last = shown.share;
    };
    grow(5);
    uint64_t to_come = 20;
    anew.expect_cells(to_come);
    while (!waiting.empty() || !running.empty() || to_come > 0) {
      now += static_cast<double>(rng.below(1000)) / 10;
      switch (rng.below(4)) {
        case 0:
          if (to_come == 0) break;
          grow(1 + rng.below(6));  // more or fewer than expected
          to_come -= std::min<uint64_t>(to_come, 4);
          anew.expect_cells(to_come);
          break;
        case 1:
          if (waiting.empty()) break;
          running.push_back(waiting.back());
          waiting.pop_back();
          anew.start(running.back());
          break;
        case 2:
          if (running.empty()) break;
          anew.advance(running[rng.below(running.size())], rng.below(2) == 0 ? "tokens" : "lda",
                       rng.below(100), 100);
          break;
        default:
          if (running.empty()) break;
          anew.end(running.back(), rng.below(5) > 0);
          running.pop_back();
      }
      look_anew(waiting.empty() && running.empty() && to_come == 0);
    }
  }
}

// Expected cells are weighed in advance: in a study whose plan triples when its splits are known, the first
// split does not look like half of the run.
TEST(RunProgressOfAStudy, CellsThatWillComeAreWeighedBefore) {
  testing::TemporaryFolder scratch;
  const RunFolder folder(scratch.path() + "/run");
  Provenance provenance;
  provenance.study = *parse_study(
      "seeds = 4\n[[corpus]]\npath = 'posts.jsonl'\n"
      "[[condition]]\nname = 'iid'\nsplit = 'k-fold'\n[[model]]\ntype = 'ppm'\n",
      "s.toml", testing::make_believe());
  provenance.corpora = {{"posts", "hash", 10, 2, 3, 100}};
  Plan plan(provenance.study, testing::make_believe(), provenance.corpora);
  ASSERT_TRUE(plan.begin());
  std::vector<double> shares;
  size_t units = 0;
  {
    Schedule::Options options;
    options.show = [&](const RunShown& shown) { shares.push_back(shown.share); };
    Schedule schedule(folder, provenance, plan, std::move(options));
    ASSERT_TRUE(schedule.start());
    while (const auto unit = schedule.take({.cores = 1, .memory = 1 << 30})) {
      std::this_thread::sleep_for(std::chrono::milliseconds(220));  // longer than the time between checks
      ASSERT_TRUE(make_directories(folder.unit_folder(*unit)));
      auto marker =
          unit->kind->examines() ? to_json(cell_file(*unit, provenance.study)) : artifact_head(*unit);
      if (unit->kind == &splits_kind()) marker["folds"] = 3;
      ASSERT_TRUE(folder.finish(*unit, marker, {}));
      ASSERT_TRUE(schedule.finished(*unit, {true, false, ""}));
      ++units;
    }
  }
  ASSERT_GT(units, 12U);
  ASSERT_GE(shares.size(), units);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_LT(shares[1], 0.15) << "after one unit of many that are still unknown";
  EXPECT_EQ(shares.back(), 1);
}

}  // namespace
}  // namespace standfast
