// Jobs from units and their cost, and jobs as files of batch systems.
#include <cstdlib>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/job.h"
#include "standfast/study/submit/plan_jobs.h"
#include "standfast/study/submit/slurm.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr uint64_t kMega = uint64_t{1} << 20;

UnitToSend to_send(const UnitKind& kind, const std::string& key, int stage, std::vector<Need> needs,
                   std::optional<double> seconds, double memory = 0) {
  UnitToSend one;
  one.unit.kind = &kind;
  one.unit.key = key;
  one.unit.stage = stage;
  one.unit.needs = std::move(needs);
  if (seconds) one.cost.seconds = Range{*seconds / 2, *seconds};
  one.cost.memory = {memory, memory};
  return one;
}

// Makes two splits with `cells` cells each.
std::vector<UnitToSend> two_splits(size_t cells, std::optional<double> seconds) {
  std::vector<UnitToSend> units = {to_send(splits_kind(), "s0", 0, {}, 3),
                                   to_send(splits_kind(), "s1", 0, {}, 3)};
  for (size_t i = 0; i < cells; ++i)
    for (const char* split : {"s0", "s1"})
      units.push_back(
          to_send(cell_kind(), fmt::format("{}c{}", split, i), 1, {{&splits_kind(), split}}, seconds));
  return units;
}

std::vector<std::string> keys_of(const Job& job) {
  std::vector<std::string> keys;
  for (const auto& share : job.shares) keys.insert(keys.end(), share.begin(), share.end());
  return keys;
}

TEST(SubmitJobs, StagesWaitForWhatTheyNeedAndTheReportForAll) {
  const auto plan = plan_jobs(two_splits(3, 10), true, 8, {}, {});
  ASSERT_THAT(plan.jobs, SizeIs(4));
  EXPECT_EQ(plan.jobs[0].does, Job::Does::check);
  EXPECT_EQ(plan.jobs[1].name, "splits");
  EXPECT_EQ(plan.jobs[2].name, "cells");
  EXPECT_EQ(plan.jobs[3].does, Job::Does::report);
  EXPECT_THAT(plan.jobs[1].needs, ElementsAre(0));
  EXPECT_THAT(plan.jobs[2].needs, ElementsAre(1));
  EXPECT_THAT(plan.jobs[3].needs, ElementsAre(0, 1, 2));
  EXPECT_TRUE(plan.jobs[3].after_any);
  EXPECT_FALSE(plan.jobs[2].after_any);
  EXPECT_THAT(keys_of(plan.jobs[2]), SizeIs(6));
}

TEST(SubmitJobs, EveryUnitIsInOneShareOfOneJob) {
  for (const std::optional<double> seconds :
       {std::optional<double>(), std::optional(.1), std::optional(4000.)}) {
    const auto plan = plan_jobs(two_splits(500, seconds), true, 1002, {}, {});
    std::multiset<std::string> keys;
    for (const auto& job : plan.jobs)
      for (const auto& key : keys_of(job)) keys.insert(key);
    EXPECT_EQ(keys.size(), 1002U);
    EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), 1002U);
  }
}

TEST(SubmitJobs, ShortUnitsComeTogetherAndLongOnesAreAlone) {
  ClusterLimits wide;
  wide.cores = 2;
  // 1,000 cells of 6 s are 6,000 s: with two processors, tasks of 1,000 s would do; 200 cells fit into the 20
  // minutes.
  const auto quick = plan_jobs(two_splits(500, 6), true, 1002, {}, wide);
  EXPECT_LE(quick.jobs[2].shares.size(), 7U);
  for (const auto& share : quick.jobs[2].shares) EXPECT_LE(share.size() * 6, 1200U);
  // On a wide cluster tasks are shorter, down to a minute.
  wide.cores = 1000;
  const auto spread = plan_jobs(two_splits(500, 6), true, 1002, {}, wide);
  EXPECT_THAT(spread.jobs[2].shares, SizeIs(100));
  const auto slow = plan_jobs(two_splits(5, 5000), true, 12, {}, wide);
  for (const auto& share : slow.jobs[2].shares) EXPECT_THAT(share, SizeIs(1));
  const auto unknown = plan_jobs(two_splits(5, std::nullopt), true, 12, {}, wide);
  for (const auto& share : unknown.jobs[2].shares) EXPECT_THAT(share, SizeIs(1));
}

TEST(SubmitJobs, OneLongUnitDoesNotMakeTheLimitOfShortOnesLong) {
  auto units = two_splits(10, 20);
  units.push_back(to_send(cell_kind(), "long", 1, {{&splits_kind(), "s0"}}, 40000));
  const auto plan = plan_jobs(units, true, units.size(), {}, {});
  const auto limit_of = [&](const std::string& key) {
    for (const auto& job : plan.jobs)
      if (std::ranges::count(keys_of(job), key) > 0) return *job.seconds;
    return -1.0;
  };
  EXPECT_GE(limit_of("long"), 80000);
  EXPECT_EQ(limit_of("s0c0"), 900);  // ten cells per task: twice 200 s, 2 minutes to start, 2 of grace
}

TEST(SubmitJobs, MemoryIsTheEstimateAndMore) {
  const std::vector<UnitToSend> units = {to_send(cell_kind(), "a", 0, {}, 1, 1000.0 * kMega),
                                         to_send(cell_kind(), "b", 0, {}, 1, 100.0 * kMega)};
  const auto plan = plan_jobs(units, true, 2, {}, {});
  ASSERT_THAT(plan.jobs, SizeIs(4)) << "units of other needs are in another job";
  EXPECT_EQ(plan.jobs[1].memory, 512 * kMega);
  EXPECT_EQ(plan.jobs[2].memory, 1536 * kMega);  // 1,250 + 256, in steps of 512
  SubmitOptions own;
  own.memory = 700 * kMega;
  own.seconds = 60;
  own.cores = 4;
  const auto asked = plan_jobs(units, true, 2, own, {});
  ASSERT_THAT(asked.jobs, SizeIs(3));
  EXPECT_EQ(asked.jobs[1].memory, 700 * kMega);
  EXPECT_EQ(asked.jobs[1].seconds, 60);
  EXPECT_EQ(asked.jobs[1].cores, 4);
}

TEST(SubmitJobs, LimitsOfTheClusterAreKept) {
  ClusterLimits limits;
  limits.jobs = 400;  // of all users: a quarter is ours
  limits.seconds = 3600;
  limits.memory = 128 * kMega;
  const auto plan = plan_jobs(two_splits(1000, 3000), true, 2002, {}, limits);
  size_t tasks = 0;
  for (const auto& job : plan.jobs) {
    tasks += job.tasks();
    EXPECT_LE(job.seconds.value_or(0), 3600) << job.name;
  }
  EXPECT_LE(tasks, 103U);
  EXPECT_THAT(plan.notes, Contains(HasSubstr("--requeue")));
  EXPECT_THAT(plan.notes, Contains(HasSubstr("--mem")));
  const auto unknown = plan_jobs(two_splits(1000, std::nullopt), true, 2002, {}, limits);
  EXPECT_LE(unknown.jobs[2].tasks(), 100U);
  EXPECT_FALSE(unknown.jobs[2].seconds.has_value());
  EXPECT_THAT(unknown.notes, Contains(HasSubstr("--time")));
}

TEST(SubmitJobs, AnArrayIsCutWhereTheClusterCutsIt) {
  const auto plan = plan_jobs(two_splits(25, std::nullopt), true, 52, {}, {});
  const auto arrays = arrays_of(plan.jobs, 20);
  std::vector<std::string> names;
  for (const auto& array : arrays) names.push_back(array.name);
  EXPECT_THAT(names, ElementsAre("check", "splits", "cells.1", "cells.2", "cells.3", "report"));
  EXPECT_EQ(arrays[3].first, 20U);
  EXPECT_EQ(arrays[4].first, 40U);
  EXPECT_EQ(arrays[4].count, 10U);
  EXPECT_THAT(arrays[5].needs, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(slurm_system().script(arrays[3], {}, {"/r", "submit/1", "sf-1"}, {}),
              HasSubstr("share=$(($SLURM_ARRAY_TASK_ID + 20))"));
}

TEST(SubmitJobs, APlanThatGrowsIsSubmittedOnFromANode) {
  const auto plan = plan_jobs({to_send(vectors_kind(), "v", 0, {}, 100),
                               to_send(splits_kind(), "s", 1, {{&vectors_kind(), "v"}}, std::nullopt)},
                              false, 2, {}, {});
  EXPECT_EQ(plan.jobs.back().does, Job::Does::grow);
  EXPECT_THAT(plan.jobs.back().needs, ElementsAre(2));
  EXPECT_FALSE(plan.jobs.back().after_any);
}

TEST(SubmitJobs, WhatIsInTheQueueIsWaitedFor) {
  auto cell = to_send(cell_kind(), "c", 1, {{&splits_kind(), "elsewhere"}}, 1);
  cell.after = {"4711"};
  const auto plan = plan_jobs({cell}, true, 2, {}, {});
  EXPECT_THAT(plan.jobs[1].after, ElementsAre("4711"));
  EXPECT_THAT(slurm_system().send(arrays_of(plan.jobs, 10)[1], {"check"}, {"/r", "submit/2", "sf-1"}),
              HasSubstr("--dependency=afterok:$check:4711"));
}

// The files of a small submission equal the stored files in tests/study/submit.
TEST(SubmitFiles, AreThoseThatAreStored) {
  Job job;
  job.name = "cells-2";
  job.what = "420 cells";
  job.shares.resize(84, {"k"});
  job.cores = 4;
  job.devices = 1;
  job.memory = 1536 * kMega;
  job.seconds = 5400;
  SubmitOptions options;
  options.program = "/opt/standfast/bin/standfast";
  options.partition = "long";
  options.account = "stylometry";
  options.at_once = 10;
  options.requeue = true;
  options.sbatch = {"qos=high", "exclusive"};
  options.setup = {"module load gcc"};
  const JobArray array{&job, "cells-2", 0, 84};
  const ScriptPlaces places{"/project/lab/run", "submit/3", "sf-1a2b3c"};
  for (const BatchSystem* system : batch_systems()) {
    const std::string path = std::string(STANDFAST_SOURCE_DIR) + "/tests/study/submit/cells" + system->ending;
    const std::string text = system->script(array, {"splits", "check"}, places, options) + "# sent by\n" +
                             system->send(array, {"splits", "check"}, places);
    if (std::getenv("STANDFAST_STORE_EXAMPLES") != nullptr) {
      ASSERT_TRUE(write_file(path, text));
    }
    EXPECT_EQ(text, read_file(path).value_or("")) << path;
  }
}

TEST(SubmitFiles, AreScriptsThatAShellReads) {
  testing::TemporaryFolder folder;
  const auto plan = plan_jobs(two_splits(3, 10), true, 8, {}, {});
  for (const BatchSystem* system : {&slurm_system(), &pbs_system(), &sge_system()})
    for (const auto& array : arrays_of(plan.jobs, 2)) {
      const std::string path = folder.file("script");
      ASSERT_TRUE(write_file(path, system->script(array, {}, {"/a b/'c'", "submit/1", "sf-1"}, {})));
      EXPECT_EQ(std::system(("bash -n " + path).c_str()), 0) << system->name << " " << array.name;
    }
}

TEST(SlurmText, TimesAreThoseOfItsManual) {
  EXPECT_EQ(parse_slurm_time("90"), 5400);
  EXPECT_EQ(parse_slurm_time("90:30"), 5430);
  EXPECT_EQ(parse_slurm_time("1:30:05"), 5405);
  EXPECT_EQ(parse_slurm_time("1-12"), 129600);
  EXPECT_EQ(parse_slurm_time("1-12:30"), 131400);
  EXPECT_EQ(parse_slurm_time("7-00:00:00"), 604800);
  EXPECT_EQ(parse_slurm_time("36h"), 129600);
  EXPECT_EQ(parse_slurm_time("90s"), 90);
  for (const char* text : {"", "UNLIMITED", "NONE", "1:2:3:4", "-", "1-", "h", "1.5h", "-5", "99999999999"})
    EXPECT_FALSE(parse_slurm_time(text).has_value()) << text;
  EXPECT_EQ(slurm_time(131400), "1-12:30:00");
  EXPECT_EQ(slurm_time(59.2), "00:01:00");
  EXPECT_EQ(hours_minutes_seconds(129601), "36:00:01");
}

// Limits are read from the output of scontrol, here of Slurm 22.05.
TEST(SlurmText, LimitsAreReadFromScontrol) {
  const std::string config =
      "Configuration data as of 2026-11-29T20:00:00\nMaxArraySize            = 1001\nMaxJobCount             = 10000\n"
      "MaxMemPerNode           = UNLIMITED\nSLURM_VERSION           = 22.05.8\n";
  const std::string partitions =
      "PartitionName=short AllowGroups=ALL Default=NO DefaultTime=00:01:00 MaxTime=01:00:00 TotalCPUs=8 "
      "MaxMemPerNode=16000 TRES=cpu=8,mem=16000M\n"
      "PartitionName=main AllowGroups=ALL Default=YES DefaultTime=NONE MaxTime=UNLIMITED TotalCPUs=128 "
      "MaxMemPerNode=UNLIMITED\n";
  const auto usual = slurm_limits(config, partitions, "");
  ASSERT_TRUE(usual.has_value());
  EXPECT_EQ(usual->array, 1000U);
  EXPECT_EQ(usual->jobs, 10000U);
  EXPECT_EQ(usual->cores, 128);
  EXPECT_EQ(usual->memory, 0U);
  EXPECT_FALSE(usual->seconds.has_value());
  EXPECT_FALSE(usual->default_time);
  const auto asked = slurm_limits(config, partitions, "short");
  ASSERT_TRUE(asked.has_value());
  EXPECT_EQ(asked->seconds, 3600);
  EXPECT_EQ(asked->memory, 16000 * kMega);
  EXPECT_TRUE(asked->default_time);
  const auto wrong = slurm_limits(config, partitions, "lung");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().kind, ErrorKind::usage);
  EXPECT_THAT(wrong.error().message, HasSubstr("short, main"));
}

TEST(SlurmText, TheQueueIsReadFromSqueue) {
  const auto tasks = parse_squeue(
      "17|3|RUNNING|node7|None|sf-1-cells\n17|4|PENDING||JobArrayTaskLimit|sf-1-cells\n18|N/A|PENDING||Dependency|x\n"
      "17|5|COMPLETED|node7|None|sf-1-cells\nslurm_load_jobs error: Socket timed out\n\n1|2|3\n");
  ASSERT_THAT(tasks, SizeIs(4));
  EXPECT_EQ(tasks[0].task, 3U);
  EXPECT_EQ(tasks[0].node, "node7");
  EXPECT_FALSE(tasks[0].waits());
  EXPECT_TRUE(tasks[1].waits());
  EXPECT_EQ(tasks[1].reason, "JobArrayTaskLimit");
  EXPECT_FALSE(tasks[2].task.has_value());
  EXPECT_TRUE(tasks[3].is_over());
}

TEST(SlurmText, AccountsAreReadFromSacct) {
  const auto tasks =
      parse_sacct("17_3|OUT_OF_MEMORY|0:125|node7\n17_4|CANCELLED by 1000|0:0|None assigned\n17|X|0:0|n\n");
  ASSERT_THAT(tasks, SizeIs(2));
  EXPECT_EQ(tasks[0].state, "OUT_OF_MEMORY");
  EXPECT_EQ(tasks[0].task, 3U);
  EXPECT_EQ(tasks[1].state, "CANCELLED");
  EXPECT_EQ(parse_sbatch("sbatch: a word of the site\n4711;cluster\n"), "4711");
  EXPECT_EQ(parse_sbatch("sbatch: error: no\n"), "");
}

TEST(SlurmText, SaysWhyATaskEnded) {
  EXPECT_EQ(why_ended("OUT_OF_MEMORY", "x"), TaskEnd::memory);
  EXPECT_EQ(why_ended("", "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=17.batch\n"),
            TaskEnd::memory);
  EXPECT_EQ(
      why_ended(
          "", "slurmstepd: error: *** JOB 17 ON n CANCELLED AT 2026-11-29T20:00:46 DUE TO TIME LIMIT ***\n"),
      TaskEnd::time);
  EXPECT_EQ(why_ended("", "slurmstepd: error: *** JOB 17 ON n CANCELLED AT 2026-11-29T20:00:46 ***\n"),
            TaskEnd::cancelled);
  EXPECT_EQ(why_ended("NODE_FAIL", "share 1"), TaskEnd::node);
  EXPECT_EQ(why_ended("FAILED", "standfast: interrupted; to continue: standfast work r\n"), TaskEnd::stopped);
  EXPECT_EQ(why_ended("FAILED", "share 1"), TaskEnd::failed);
  EXPECT_EQ(why_ended("", ""), TaskEnd::never_began);
  EXPECT_EQ(last_line("a\n  b \n\n"), "b");
}

TEST(SharesFile, ReadsWhatWasWritten) {
  testing::TemporaryFolder folder;
  const std::vector<ShareOfUnits> shares = {{"a", "b"}, {"c"}, {}};
  ASSERT_TRUE(write_file(folder.file("s"), shares_text(shares)));
  EXPECT_EQ(read_shares(folder.file("s")).value(), shares);
  EXPECT_THAT(read_share(folder.file("s"), 1, 3).value(), ElementsAre("c"));
  EXPECT_FALSE(read_share(folder.file("s"), 1, 4).has_value());
  EXPECT_FALSE(read_share(folder.file("s"), 3, 3).has_value());
  ASSERT_TRUE(write_file(folder.file("s"), "a b\nc"));
  EXPECT_FALSE(read_shares(folder.file("s")).has_value());
}

}  // namespace
}  // namespace standfast
