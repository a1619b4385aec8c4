// Tests of submitting a run, with programs in PATH that answer as Slurm does, and do the tasks that they are
// sent.
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/sealed.h"
#include "tests/support/command.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A program that takes the place of sbatch: it keeps its arguments and gives numbers from 101. If $FAKE/works
// exists, it does the tasks at once.
constexpr const char* kSbatch = R"sh(#!/bin/bash
[ ! -e "$FAKE/refusal" ] || { cat "$FAKE/refusal" >&2; exit 1; }
echo "$*" >>"$FAKE/sent"
id=$(($(cat "$FAKE/last" 2>/dev/null || echo 100) + 1)); echo $id >"$FAKE/last"
script=${*: -1}
[ ! -e "$FAKE/works" ] || for task in $(seq "$(sed -n 's/^#SBATCH --array=1-\([0-9]*\).*/\1/p' "$script")"); do
  log=$(sed -n 's/^#SBATCH --output="\(.*\)"$/\1/p' "$script")
  SLURM_ARRAY_TASK_ID=$task SLURM_JOB_ID=$id bash "$script" >>"${log/\%a/$task}" 2>&1
  echo "$(basename "$script") $task $?" >>"$FAKE/codes"
done
echo $id
)sh";
constexpr const char* kSqueue = "#!/bin/bash\ncat \"$FAKE/queue\" 2>/dev/null\nexit 0\n";
constexpr const char* kScancel = "#!/bin/bash\necho \"$*\" >>\"$FAKE/cancelled\"\n";
constexpr const char* kSacct = "#!/bin/bash\ncat \"$FAKE/accounts\" 2>/dev/null\nexit 0\n";
constexpr const char* kScontrol = R"sh(#!/bin/bash
case "$*" in
  "show config") echo "MaxArraySize            = ${ARRAY:-1001}"; echo "MaxJobCount             = 10000" ;;
  "--oneliner show partition") echo "PartitionName=main Default=YES DefaultTime=NONE MaxTime=UNLIMITED TotalCPUs=8 MaxMemPerNode=UNLIMITED" ;;
  *) exit 1 ;;
esac
)sh";

class Submit : public StudyRun {
 protected:
  void SetUp() override {
    StudyRun::SetUp();
    write_study("study.toml",
                std::string(kHead) + kIid + kHits + kNgram);  // with prior, 20 cells of 4 splits
    fs::create_directories(file("bin"));
    for (const auto& [name, text] : {std::pair{"sbatch", kSbatch},
                                     {"squeue", kSqueue},
                                     {"scancel", kScancel},
                                     {"sacct", kSacct},
                                     {"scontrol", kScontrol}}) {
      ASSERT_TRUE(write_file(file(std::string("bin/") + name), text));
      fs::permissions(file(std::string("bin/") + name), fs::perms::owner_all);
    }
  }
  Said here(const std::string& arguments, const std::string& variables = "") {
    return in_shell(fmt::format("export FAKE=\"$PWD\" PATH=\"$PWD/bin:$PATH\" {}; \"$standfast\" {}",
                                variables, arguments),
                    folder_.path());
  }
  void prepare() {
    const Said said = here("run study.toml --out R --prepare --quiet");
    ASSERT_EQ(said.code, 0) << said.err;
  }
  std::string text_of(const std::string& name) { return read_file(file(name)).value_or(""); }
  // Returns the files of a run, without those that depend on how the run was done.
  Tree results_of(const std::string& run) {
    Tree tree = tree_of(file(run));
    std::erase_if(
        tree, [](const auto& one) { return one.first.starts_with("submit/") || one.first.starts_with("."); });
    return tree;
  }
};

TEST_F(Submit, EndsWithTheBytesOfALocalRun) {
  write_study("study.toml", std::string(kHead) + kIid + kHits + kPpm + kNgram);
  ASSERT_EQ(here("run study.toml --out L --quiet").code, 0);
  ASSERT_TRUE(write_file(file("works"), ""));
  const Said said = here("submit study.toml --out R --no-probe", "ARRAY=5");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("sent "));
  for (const auto& [name, bytes] : tree_of(file("R/submit/1/log")))
    EXPECT_THAT(bytes, Not(HasSubstr("standfast: "))) << name << ": " << bytes;
  EXPECT_THAT(text_of("codes"), Not(HasSubstr(" 1\n")));
  const Tree local = results_of("L"), sent = results_of("R");
  for (const auto& [name, bytes] : local) {
    ASSERT_TRUE(sent.contains(name)) << name;
    EXPECT_TRUE(sent.at(name) == bytes) << name << " differs";
  }
  EXPECT_EQ(local.size(), sent.size());
  EXPECT_EQ(here("status R --verify").code, 0);
  const Said again = here("submit R");
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.out, HasSubstr("all"));
  // The 10 cells that need pair features and the 20 that do not form arrays of 4 at the most; what is packed
  // is an array of its own.
  for (const char* script :
       {"/cells-1.5.sbatch", "/cells-2.3.sbatch", "/pair-features.sbatch", "/report.sbatch"})
    EXPECT_THAT(text_of("sent"), HasSubstr(script));
}

TEST_F(Submit, StagesWaitAndTheReportComesInAnyCase) {
  prepare();
  const Said said = here(
      "submit R --no-probe --limit 3 --partition main --account lab --sbatch qos=long --mem 2G --time 1-12");
  ASSERT_EQ(said.code, 0) << said.err;
  const std::string sent = text_of("sent");
  EXPECT_THAT(sent, HasSubstr("--parsable " + file("R/submit/1/check.sbatch")));
  EXPECT_THAT(sent, HasSubstr("--dependency=afterok:101 "));
  EXPECT_THAT(sent, HasSubstr("--dependency=afterany:101:"));
  const std::string script = text_of("R/submit/1/cells.sbatch");
  for (const char* line :
       {"#SBATCH --array=1-20%3\n", "--time=1-12:00:00\n", "--mem=2048M\n", "--partition=main\n",
        "--account=lab\n", "--qos=long\n", "--kill-on-invalid-dep=yes\n", "--signal=B:USR1@120\n"})
    EXPECT_THAT(script, HasSubstr(line));
}

TEST_F(Submit, ADryRunWritesAndSendsNothing) {
  const Said said = here("submit study.toml --out R --dry-run --no-probe");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("#SBATCH --array=1-"),
                              HasSubstr("sbatch --parsable --dependency=afterok"), HasSubstr("units in ")));
  EXPECT_FALSE(fs::exists(file("R")));
  EXPECT_FALSE(fs::exists(file("sent")));
  prepare();
  const Tree before = tree_of(file("R"));
  EXPECT_EQ(here("submit R --dry-run --no-probe").code, 0);
  EXPECT_EQ(tree_of(file("R")), before);
  // Without the programs of Slurm, the jobs are shown all the same.
  const Said elsewhere =
      in_shell("PATH=/nowhere; \"$standfast\" submit R --dry-run --no-probe", folder_.path());
  EXPECT_EQ(elsewhere.code, 0) << elsewhere.err;
  EXPECT_THAT(elsewhere.out, HasSubstr("the limits of the cluster are not known here"));
}

TEST_F(Submit, WithoutSlurmItNamesTheCommandForAnotherMachine) {
  prepare();
  const Said said = in_shell("PATH=/nowhere; \"$standfast\" submit R", folder_.path());
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, AllOf(HasSubstr("sbatch is not in PATH"), HasSubstr("standfast submit R")));
}

TEST_F(Submit, ARefusalIsInTheWordsOfSlurm) {
  prepare();
  ASSERT_TRUE(write_file(file("refusal"), "sbatch: error: Batch job submission failed: Invalid account\n"));
  const Said said = here("submit R --no-probe");
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, HasSubstr("Batch job submission failed: Invalid account"));
  fs::remove(file("refusal"));
  EXPECT_EQ(here("submit R --partition lung").code, 2);
}

TEST_F(Submit, NoUnitIsSentTwice) {
  prepare();
  ASSERT_EQ(here("submit R --no-probe --time 1h").code, 0);
  // Its cells wait, and everything else has gone without a trace.
  std::string queue;
  const std::string name = [&] {
    const std::string script = text_of("R/submit/1/cells.sbatch");
    const size_t at = script.find("--job-name=") + 11;
    return script.substr(at, script.find('\n', at) - at);
  }();
  for (int task = 1; task <= 20; ++task) queue += fmt::format("103|{}|PENDING||Dependency|{}\n", task, name);
  queue += "103|21|RUNNING|node7|None|the job of another\n";
  ASSERT_TRUE(write_file(file("queue"), queue));
  const Said again = here("submit R --no-probe");
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.err, AllOf(HasSubstr("20 of its tasks are in the queue"), HasSubstr("--missing")));
  const Said missing = here("submit R --missing");
  ASSERT_EQ(missing.code, 0) << missing.err;
  EXPECT_THAT(missing.out, HasSubstr("20 in the queue"));
  EXPECT_FALSE(fs::exists(file("R/submit/2/cells.sbatch")));
  EXPECT_THAT(text_of("R/submit/2/splits.sbatch"), HasSubstr("--time=01:00:00"))
      << "with the options of before";

  const Said status = here("status R");
  EXPECT_EQ(status.code, 5);
  EXPECT_THAT(status.out, HasSubstr("0 running, 20 waiting (Dependency)"));
  const Said cancelled = here("cancel R");
  EXPECT_EQ(cancelled.code, 0);
  EXPECT_EQ(text_of("cancelled"), "103\n");
  EXPECT_EQ(here("cancel nothing").code, 3);
}

TEST_F(Submit, StatusSaysWhyTasksEnded) {
  prepare();
  ASSERT_EQ(here("submit R --no-probe --time 30 --mem 1G").code, 0);
  ASSERT_TRUE(write_file(
      file("R/submit/1/log/splits-1.txt"),
      "splits: share 1 of 4, on node7\nslurmstepd: error: Detected 1 oom_kill event in StepId=102.batch\n"));
  ASSERT_TRUE(write_file(file("R/submit/1/log/splits-2.txt"),
                         "splits: share 2 of 4, on node7\nslurmstepd: error: *** JOB 7 ON node7 CANCELLED AT "
                         "2026-11-29T20:00:46 DUE TO TIME LIMIT ***\n"));
  ASSERT_TRUE(write_file(file("R/submit/1/log/check-1.txt"),
                         "standfast: node7 does not see /x, a file of corpus c\n"));
  ASSERT_TRUE(write_file(file("accounts"), "102_3|NODE_FAIL|0:0|node8\n"));
  const Said status = here("status R");
  EXPECT_EQ(status.code, 5);
  EXPECT_THAT(status.out, HasSubstr("queue          empty"));
  EXPECT_THAT(status.out, HasSubstr("task 1 of splits (job 102_1): out of memory"));
  EXPECT_THAT(status.out, HasSubstr("submit R --missing --mem 2048M"));
  EXPECT_THAT(status.out, HasSubstr("task 2 of splits (job 102_2): over the time limit"));
  EXPECT_THAT(status.out, HasSubstr("--time 60m"));
  EXPECT_THAT(status.out, HasSubstr("task 3 of splits (job 102_3, node8): the node was lost"));
  EXPECT_THAT(status.out, HasSubstr("node7 does not see /x"));
  const Said json = here("status R --json");
  EXPECT_THAT(json.out, HasSubstr("\"troubles\""));
}

TEST_F(Submit, AFailedTaskCostsItsUnitsOnly) {
  ASSERT_EQ(here("run study.toml --out L --quiet").code, 0);
  ASSERT_TRUE(write_file(file("works"), ""));
  prepare();
  // The second share of the cells dies at its start, but only the first time.
  ASSERT_EQ(
      here(
          "submit R --no-probe --setup '[ \"$SLURM_ARRAY_TASK_ID-$(basename \"$0\")\" != 2-cells.sbatch ] || [ -e \"$FAKE/died\" ] || "
          "{ touch \"$FAKE/died\"; kill -9 $$; }'")
          .code,
      0);
  const Said status = here("status R");
  EXPECT_EQ(status.code, 5);
  EXPECT_THAT(status.out, HasSubstr("19 of 20 done, 1 missing"));
  const Said missing = here("submit R --missing");
  ASSERT_EQ(missing.code, 0) << missing.err;
  EXPECT_THAT(missing.out, HasSubstr("1 unit in 3 tasks of 3 jobs"));
  EXPECT_EQ(results_of("R"), results_of("L"));
}

TEST_F(Submit, ALookSeesWhatANodeLacks) {
  prepare();
  ASSERT_EQ(here("submit R --no-probe").code, 0);
  const std::string look = "work R --look submit/1/submission.json";
  EXPECT_EQ(here(look).code, 0);
  fs::rename(file("posts.jsonl"), file("elsewhere.jsonl"));
  const Said blind = here(look);
  EXPECT_EQ(blind.code, 3);
  EXPECT_THAT(blind.err, AllOf(HasSubstr("does not see"), HasSubstr("posts.jsonl")));
  fs::rename(file("elsewhere.jsonl"), file("posts.jsonl"));
  // The submission is from another version, and then from a clock an hour ahead.
  const std::string path = file("R/submit/1/submission.json");
  const auto json = nlohmann::ordered_json::parse(*unsealed_text(text_of("R/submit/1/submission.json")));
  auto other = json;
  other["version"] = "0.0.1";
  ASSERT_TRUE(write_file(path, sealed_text(other)));
  const Said version = here(look);
  EXPECT_EQ(version.code, 4);
  EXPECT_THAT(version.err, HasSubstr("0.0.1"));
  other = json;
  other["sent"] = json["sent"].get<int64_t>() + 3600;
  ASSERT_TRUE(write_file(path, sealed_text(other)));
  const Said clock = here(look);
  EXPECT_EQ(clock.code, 3);
  EXPECT_THAT(clock.err, HasSubstr("the clock of"));
  const Said unseen = here("work /no/such/run --look submit/1/submission.json");
  EXPECT_EQ(unseen.code, 3);
  EXPECT_THAT(unseen.err, HasSubstr("must lie on a file system that nodes share"));
}

TEST_F(Submit, OtherSystemsGetFilesAndTheCommandsThatSendThem) {
  prepare();
  for (const auto& [flag, name] : std::map<std::string, std::string>{
           {"--pbs", "cells.pbs"}, {"--sge", "cells.sge"}, {"--kubernetes", "cells.yaml"}}) {
    const Said said = here("submit R --no-probe " + flag);
    ASSERT_EQ(said.code, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("send.sh"));
  }
  EXPECT_FALSE(fs::exists(file("sent")));
  EXPECT_TRUE(fs::exists(file("R/submit/1/cells.yaml")));
  EXPECT_TRUE(fs::exists(file("R/submit/2/cells.pbs")));
  EXPECT_THAT(text_of("R/submit/2/send.sh"), HasSubstr("qsub -W depend=afterok:$check"));
  EXPECT_TRUE(fs::exists(file("R/submit/3/cells.sge")));
  EXPECT_EQ(here("submit R --pbs --sge").code, 2);
  EXPECT_EQ(here("status R").out.find("queue"), std::string::npos);
}

TEST_F(Submit, BadWordsAreRefused) {
  prepare();
  for (const char* arguments :
       {"submit study.toml", "submit study.toml --out X --missing", "submit R --out X",
        "submit R --set seeds=1", "submit R --time soon", "submit R --mem much", "submit R --sbatch --qos=x",
        "submit R --requeue --no-requeue", "work R --shares x --stage 1", "submit 'a%b' --pbs --no-probe"}) {
    const Said said = here(arguments);
    EXPECT_TRUE(said.code == 2 || said.code == 3) << arguments << ": " << said.code << " " << said.err;
    EXPECT_EQ(lines_of(said.err), 1) << said.err;
  }
}

TEST_F(Submit, AShareOfAFileIsDoneAndWaitsForItsNeeds) {
  prepare();
  ASSERT_EQ(here("submit R --no-probe").code, 0);
  const long cells = lines_of(text_of("R/submit/1/cells.shares"));
  const Said early = here(fmt::format("work R --shares submit/1/cells.shares --shard 1/{}", cells));
  EXPECT_EQ(early.code, 5);
  EXPECT_THAT(early.err, HasSubstr("need units that are not done"));
  const Said wrong = here("work R --shares submit/1/cells.shares --shard 1/2");
  EXPECT_EQ(wrong.code, 3);
  const long splits = lines_of(text_of("R/submit/1/splits.shares"));
  for (long i = 1; i <= splits; ++i)
    EXPECT_EQ(here(fmt::format("work R --shares submit/1/splits.shares --shard {}/{}", i, splits)).code, 0);
  EXPECT_EQ(here(fmt::format("work R --shares submit/1/cells.shares --shard 1/{} --cores 1", cells)).code, 0);
  EXPECT_THAT(here("status R").out, HasSubstr("cells          1 of 20 done"));
}

// Paths in logs start at the study, wherever it lies and however it was typed: the log is part of what a unit
// makes.
TEST_F(Submit, LogsNameNoPlaceOfThisMachine) {
  write_small_encoder(file("encoder"));
  write_study(
      "study.toml",
      std::string(kHead) + kIid +
          "encoder = { method = \"sentence\", checkpoint = \"encoder\" }\nsample = { method = \"hits\", "
          "topics = 4, min-docs = 2 }\n[[model]]\ntype = \"prior\"\n");
  ASSERT_EQ(here("run study.toml --out L --quiet").code, 0);
  ASSERT_EQ(here("run \"$PWD/study.toml\" --out \"$PWD/A\" --quiet").code, 0);
  EXPECT_EQ(tree_of(file("L/log")), tree_of(file("A/log")));
  EXPECT_FALSE(tree_of(file("L/log")).empty());
}

}  // namespace
}  // namespace standfast::testing
