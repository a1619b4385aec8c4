// Estimates of the cost of a run, from trials before it begins. The tests check the trials and the refusals,
// not the times.
#include "standfast/study/estimate/estimate.h"

#include <cmath>
#include <csignal>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/study/estimate/apart.h"
#include "standfast/study/executor/dry_run.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

CostCurve curve_of(const std::function<double(double)>& cost) {
  CostCurve curve;
  for (const double n : {64.0, 256.0, 1024.0}) curve.add(n, cost(n));
  return curve;
}

TEST(CostCurve, HoldsTheTruthOfCostsThatItKnows) {
  const std::vector<std::function<double(double)>> costs = {
      [](double n) { return 0.01 * n; },                 // proportional to the items
      [](double n) { return 5 + 0.01 * n; },             // with a fixed part
      [](double n) { return 1e-4 * std::pow(n, 1.5); },  // steeper
      [](double n) { return 1e-5 * n * n; }};
  for (size_t i = 0; i < costs.size(); ++i)
    for (const double n : {256.0, 500.0, 1024.0, 5000.0, 20000.0}) {
      const Range range = curve_of(costs[i]).at(n);
      EXPECT_LE(range.low, costs[i](n)) << i << " at " << n;
      EXPECT_GE(range.high, costs[i](n)) << i << " at " << n;
      if (i < 2 || n == 1024) {
        EXPECT_LE(range.high, 1.6 * range.low) << i << " at " << n;
      }
    }
}

TEST(CostCurve, OneSampleAloneSaysLess) {
  CostCurve one;
  one.add(100, 2);
  EXPECT_EQ(one.at(100).low, 2 / 1.25);
  EXPECT_EQ(one.at(100).high, 2 * 1.25);
  EXPECT_EQ(one.at(1000).low, 20.0 / 3);
  EXPECT_EQ(one.at(1000).high, 25);
  EXPECT_EQ(CostCurve().at(5).high, 0);
  EXPECT_EQ(one.at_the_most(1000, 4).low, 2);
  EXPECT_EQ(one.at_the_most(1000, 4).high, 8);
  EXPECT_EQ(one.at_the_most(50, 4).high, 2);
  CostCurve steps;
  steps.add_by_steps(64, 6);
  EXPECT_EQ(steps.at(640).low, 40);
  EXPECT_EQ(steps.at(640).high, 90);
}

TEST(TriedApart, SaysHowItEnded) {
  int here = 0;
  const auto done = try_apart(
      [&](Sink&) -> Result<TriedWork> {
        here = 1;
        std::vector<char> much(size_t{64} << 20, 1);
        return TriedWork{1.5, std::accumulate(much.begin(), much.end(), 0.0)};
      },
      20);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->end, Tried::End::done);
  EXPECT_EQ(done->work.seconds, 1.5);
  EXPECT_EQ(done->work.disk_bytes, 64 << 20);
  EXPECT_GE(done->memory, uint64_t{60} << 20);
  EXPECT_EQ(here, 0) << "what it does to memory is gone with it";

  const auto failed = try_apart([](Sink&) -> Result<TriedWork> { return data_error("one class only"); }, 20);
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->end, Tried::End::failed);
  EXPECT_EQ(failed->reason, "one class only");

  const auto dead = try_apart(
      [](Sink&) -> Result<TriedWork> {
        ::raise(SIGKILL);
        return TriedWork{};
      },
      20);
  ASSERT_TRUE(dead);
  EXPECT_EQ(dead->end, Tried::End::failed);
  EXPECT_THAT(dead->reason, HasSubstr("without a result"));
}

TEST(TriedApart, WorkWithoutAnEndIsStoppedAndSaysHowFarItWas) {
  const auto stopped = try_apart(
      [](Sink& sink) -> Result<TriedWork> {
        sink.progress("reading", 5, 5);
        for (uint64_t i = 0;; ++i) {
          sink.progress("tokens", std::min<uint64_t>(i, 700), 1000);
          const double until = processor_seconds() + 0.01;
          while (processor_seconds() < until) {
          }
        }
      },
      0.5);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->end, Tried::End::stopped);
  EXPECT_EQ(stopped->total, 1000U);
  EXPECT_EQ(stopped->begun, 0U);
  EXPECT_GT(stopped->reached, 0U);
  EXPECT_LT(stopped->reached, 701U);
  EXPECT_GT(stopped->stretch_seconds, 0);
}

class EstimatedDryRun : public ::testing::Test {
 protected:
  RunOptions prepared(const std::string& task, const std::string& models) {
    std::string lines;
    for (int i = 0; i < 200; ++i)
      lines +=
          fmt::format(R"({{"id": "p{}", "text": "word{} of a{} and {}", "author": "a{}", "label": "l{}"}})"
                      "\n",
                      i, i % 7, i % 10, i % 13, i % 10, i % 2);
    EXPECT_TRUE(write_file(folder.file("posts.jsonl"), lines));
    EXPECT_TRUE(write_file(
        folder.file("study.toml"),
        fmt::format("task = \"{}\"\nseeds = 2\n[[corpus]]\nname = \"posts\"\npath = "
                    "\"posts.jsonl\"\n[[condition]]\nname = \"iid\"\nreference = "
                    "true\nsplit = {{ method = \"k-fold\", folds = 4 }}\n{}\n{}",
                    task,
                    task == "verification" ? "pairs = { positives = \"any\", negatives = \"any\" }" : "",
                    models)));
    RunOptions options;
    options.study_path = folder.file("study.toml");
    options.jobs = 1;
    options.estimate = 2;
    return options;
  }
  static const EstimatedPart* part(const DryRun& plan, const std::string& what, const std::string& units) {
    for (const auto& one : plan.estimate->parts)
      if (one.what == what && one.units == units) return &one;
    return nullptr;
  }
  TemporaryFolder folder;
};

TEST_F(EstimatedDryRun, EachModelIsTriedOnPartsOfAFold) {
  const auto plan = dry_run(prepared("classification", "[[model]]\ntype = \"maxent\"\n"));
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_TRUE(plan->estimate);
  const auto* cells = part(*plan, "posts / maxent", "cells");
  ASSERT_NE(cells, nullptr);
  EXPECT_EQ(cells->number, 8U) << "of two seeds";
  EXPECT_EQ(cells->of, 200) << "documents of a fold";
  ASSERT_TRUE(cells->seconds) << cells->why_unknown;
  EXPECT_GT(cells->tried, 0);
  EXPECT_LE(cells->tried, 200);
  EXPECT_GT(cells->seconds->low, 0);
  EXPECT_GE(cells->seconds->high, cells->seconds->low);
  EXPECT_GE(plan->estimate->seconds.low, cells->seconds->low);
  EXPECT_GT(plan->estimate->disk.high, 0);
  EXPECT_GT(plan->estimate->memory.high, 1 << 20);
  EXPECT_FALSE(is_there(folder.file("run")));
}

TEST_F(EstimatedDryRun, PairFeaturesAreTriedOnPairsOfTheirCorpus) {
  const auto plan = dry_run(prepared("verification", "[[model]]\ntype = \"ppm\"\n"));
  ASSERT_TRUE(plan) << plan.error().message;
  const auto* features = part(*plan, "posts / ppm", "pair features");
  ASSERT_NE(features, nullptr);
  EXPECT_EQ(features->number, 1U) << "of all splits together";
  EXPECT_GT(features->of, 100);
  ASSERT_TRUE(features->seconds) << features->why_unknown;
  EXPECT_GT(features->tried, 0);
  EXPECT_TRUE(part(*plan, "posts / ppm", "cells")->seconds);
}

TEST_F(EstimatedDryRun, AProgramOfTheUserIsUnknownAndNotStarted) {
  const auto plan = dry_run(
      prepared("verification", fmt::format("[[model]]\ntype = \"command\"\ncommand = [\"touch\", \"{}\", "
                                           "\"{{test}}\", \"{{answers}}\"]\n[[model]]\ntype = \"prior\"\n",
                                           folder.file("started"))));
  ASSERT_TRUE(plan) << plan.error().message;
  const auto* program = part(*plan, "posts / command", "cells");
  ASSERT_NE(program, nullptr);
  EXPECT_FALSE(program->seconds);
  EXPECT_THAT(program->why_unknown, HasSubstr("your program"));
  EXPECT_FALSE(is_there(folder.file("started")));
  const auto* prior = part(*plan, "posts / prior", "cells");
  ASSERT_NE(prior, nullptr);
  EXPECT_TRUE(prior->seconds) << prior->why_unknown;
}

TEST_F(EstimatedDryRun, NothingElseOfTheDryRunDependsOnIt) {
  RunOptions options = prepared("classification", "[[model]]\ntype = \"maxent\"\n");
  const auto with = dry_run(options);
  options.estimate = 0;
  const auto without = dry_run(options);
  ASSERT_TRUE(with && without);
  EXPECT_FALSE(without->estimate);
  ASSERT_EQ(with->conditions.size(), without->conditions.size());
  for (size_t i = 0; i < with->conditions.size(); ++i) {
    EXPECT_EQ(with->conditions[i].train_documents, without->conditions[i].train_documents);
    EXPECT_EQ(with->conditions[i].notes, without->conditions[i].notes);
  }
  EXPECT_EQ(with->units, without->units);
}

}  // namespace
}  // namespace standfast
