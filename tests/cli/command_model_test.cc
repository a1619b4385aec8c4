// Tests of the model `command` in train, predict and run.
#include <csignal>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/python.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

const std::string kExample = testing::python() +
                             " '" STANDFAST_SOURCE_DIR
                             "/examples/bring_your_own.py' {train} {truth} {test} {answers}";

class CommandModelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        standfast("synth --authors 8 --topics 4 --families 2 --documents 64 --length 120 --out corpus.jsonl")
            .code,
        0);
  }
  testing::Said standfast(const std::string& arguments) {
    return testing::standfast(arguments, folder.path());
  }
  void write_study(const std::string& model) {
    ASSERT_TRUE(write_file(folder.file("study.toml"),
                           "[[corpus]]\npath = \"corpus.jsonl\"\n[[condition]]\nname = \"iid\"\n"
                           "split = { method = \"k-fold\", folds = 2 }\n[[model]]\ntype = \"command\"\n" +
                               model));
  }
  std::string logs() const {
    std::string all;
    for (const auto& entry : std::filesystem::directory_iterator(folder.file("run/log")))
      all += read_file(entry.path().string()).value_or("");
    return all;
  }
  testing::TemporaryFolder folder;
};

TEST_F(CommandModelTest, AStudyRunsItAndKeepsWhatItSays) {
  write_study(fmt::format("command = \"{}\"\n", kExample));
  const auto said = standfast("run study.toml --out run --no-report -j 2");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(logs(), HasSubstr("training pairs, border"));
  EXPECT_THAT(read_file(folder.file("run/scores.csv")).value(), HasSubstr(",command,"));
}

TEST_F(CommandModelTest, AListIsACommandToo) {
  write_study(
      "command = [\"sh\", \"-c\", \"echo what is $1 >&2; exit 9\", \"sh\", \"{test}\", \"{answers}\", \"a "
      "b\"]\n");
  const auto said = standfast("run study.toml --out run --no-report");
  EXPECT_EQ(said.code, 5);
  EXPECT_THAT(said.err, HasSubstr("command: sh ended with exit code 9; its output is in the log"));
  EXPECT_THAT(logs(), HasSubstr("test.jsonl"));
  write_study("command = [\"sh\", 1]\n");
  EXPECT_THAT(standfast("run study.toml --out run2").err, HasSubstr("study.toml:8"));
}

// A traceback quotes a text, which is in the log, and nowhere that is shown or exported.
TEST_F(CommandModelTest, NoTextOfADocumentComesIntoRecordsOrReports) {
  ASSERT_TRUE(write_file(folder.file("fails.py"),
                         "import json, sys\nfor line in open(sys.argv[1]):\n    item = json.loads(line)\n"
                         "    raise ValueError('cannot read: ' + str(item['pair'][0]))\n"));
  write_study(fmt::format("command = \"{} '{}' {{test}} {{answers}}\"\n[[model]]\ntype = \"ppm\"\n",
                          testing::python(), folder.file("fails.py")));
  const auto corpus = read_file(folder.file("corpus.jsonl")).value();
  const auto said = standfast("run study.toml --out run");
  EXPECT_EQ(said.code, 5) << said.err;
  EXPECT_THAT(logs(), HasSubstr("ValueError: cannot read: "));
  const std::string log = logs();
  const std::string told = "ValueError: cannot read: ";  // it comes after the line of the source
  const size_t at = log.find(told) + told.size();
  const std::string text = log.substr(at, 25);
  ASSERT_THAT(corpus, HasSubstr(text));
  EXPECT_THAT(said.err + said.out, HasSubstr("ended with exit code 1 (ValueError)"));
  ASSERT_EQ(standfast("report run --no-text --out hidden.html --tables hidden").code, 5);
  const auto json = standfast("report run --no-text --json");
  const auto status = standfast("status run --json");
  std::string shown = said.err + said.out + json.out + status.out + status.err +
                      read_file(folder.file("hidden.html")).value();
  for (const char* place : {"run/cells", "run/tables", "run/figures", "hidden"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.file(place)))
      if (entry.is_regular_file()) shown += read_file(entry.path().string()).value_or("");
  for (const char* file : {"run/report.html", "run/scores.csv", "run/plan.jsonl", "run/provenance.json"})
    shown += read_file(folder.file(file)).value();
  EXPECT_THAT(shown, HasSubstr("ValueError"));
  EXPECT_EQ(shown.find(text), std::string::npos) << text;
}

TEST_F(CommandModelTest, ADryRunMissesTheProgram) {
  write_study("command = \"no-such-program {test} {answers}\"\n");
  const auto said = standfast("run study.toml --dry-run");
  EXPECT_EQ(said.code, 4);
  EXPECT_THAT(said.err, HasSubstr("model \"command\": command: there is no program no-such-program in PATH"));
  EXPECT_THAT(said.out, HasSubstr("iid")) << "the plan is shown all the same";
  for (const std::string& there : std::vector<std::string>{
           kExample, "sh -c 'cat absent.sh' {test} {answers}", "sh {test} {answers} absent.sh",
           "sh - absent.txt {test} {answers}", "sh -c absent.sh {test} {answers}"}) {
    write_study(fmt::format("command = \"{}\"\n", there));
    EXPECT_EQ(standfast("run study.toml --dry-run").code, 0) << there;
  }
}

// The message comes before any cell is tried and anything is written, and names the model and the program.
TEST_F(CommandModelTest, ARunMissesTheProgramAtItsStart) {
  ASSERT_TRUE(write_file(folder.file("text.sh"), "#!/bin/sh\n"));
  for (const auto& [program, why] :
       {std::pair<std::string, std::string>{"no-such-program", "there is no program no-such-program in PATH"},
        {"./no-such-program", "there is no program ./no-such-program"},
        {"sh absent.sh", "there is no script absent.sh (relative paths"},
        {"./text.sh", "./text.sh may not be run (chmod +x"},
        {"./.", "./. is not a program"}}) {
    write_study(fmt::format("name = \"mine\"\ncommand = \"{} {{test}} {{answers}}\"\n", program));
    for (const char* how : {"--out run", "--dry-run"}) {
      const auto said = standfast(fmt::format("run study.toml {}", how));
      EXPECT_EQ(said.code, 4) << program << " " << how;
      EXPECT_THAT(said.err, HasSubstr("model \"mine\": command: " + why)) << how;
    }
    EXPECT_FALSE(std::filesystem::exists(folder.file("run")));
  }
  ASSERT_EQ(standfast("run study.toml --out prepared --prepare").code, 0) << "the programs may be elsewhere";
  const auto shard = standfast("work prepared");
  EXPECT_EQ(shard.code, 4);
  EXPECT_THAT(shard.err, HasSubstr("model \"mine\""));
}

TEST_F(CommandModelTest, TrainAndPredict) {
  ASSERT_EQ(standfast("split corpus.jsonl --method k-fold --set folds=2 --out splits.json").code, 0);
  ASSERT_EQ(standfast("pairs corpus.jsonl --splits splits.json --out pairs").code, 0);
  std::string fold;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.file("pairs")))
    if (entry.path().filename() == "pairs.jsonl" && fold.empty()) fold = entry.path().parent_path().string();
  ASSERT_FALSE(fold.empty());
  const auto trained =
      standfast(fmt::format("train '{}' --model command --set \"command={}\" --out model", fold, kExample));
  ASSERT_EQ(trained.code, 0) << trained.err;
  const auto predicted = standfast(fmt::format("predict model '{}' --out answers.jsonl", fold));
  ASSERT_EQ(predicted.code, 0) << predicted.err;
  EXPECT_THAT(predicted.err, HasSubstr("training pairs, border"));
  EXPECT_EQ(standfast(fmt::format("score answers.jsonl --truth '{}/truth.jsonl'", fold)).code, 0);
}

TEST_F(CommandModelTest, LabelsAloneHaveNoLogLoss) {
  ASSERT_TRUE(write_file(
      folder.file("labels.py"),
      "import json, sys\ntrain, test, answers = sys.argv[1:4]\n"
      "label = json.loads(open(train).readline())['class']\n"
      "with open(answers, 'w') as out:\n"
      "    for line in open(test):\n"
      "        out.write(json.dumps({'id': json.loads(line)['id'], 'predicted': label}) + '\\n')\n"));
  const std::string command = testing::python() + " labels.py {train} {test} {answers}";
  ASSERT_TRUE(write_file(
      folder.file("study.toml"),
      "task = \"classification\"\ntarget = \"author\"\n[[corpus]]\npath = \"corpus.jsonl\"\n"
      "[[condition]]\nname = \"iid\"\nsplit = { method = \"stratified-k-fold\", folds = 2, by = \"author\" }\n"
      "[[model]]\ntype = \"command\"\ncommand = \"" +
          command + "\"\n[[model]]\ntype = \"naive-bayes\"\n"));
  const auto said = standfast("run study.toml --out run --no-report");
  ASSERT_EQ(said.code, 0) << said.err;
  const std::string scores = read_file(folder.file("run/scores.csv")).value();
  size_t labels = 0, others = 0;
  for (size_t begin = 0; begin < scores.size(); begin = scores.find('\n', begin) + 1) {
    const std::string line = scores.substr(begin, scores.find('\n', begin) - begin);
    if (line.find(",log-loss,") == std::string::npos) continue;
    if (line.find(",command,") != std::string::npos) {
      ++labels;
      EXPECT_THAT(line, HasSubstr(",,0,32"));
    } else {
      ++others;
      EXPECT_THAT(line, ::testing::Not(HasSubstr(",,0,")));
    }
  }
  EXPECT_EQ(labels, 2U);
  EXPECT_GE(others, 2U);
  ASSERT_EQ(standfast("train corpus.jsonl --target author --model command --set command='" + command +
                      "' --out model")
                .code,
            0);
  ASSERT_EQ(standfast("predict model corpus.jsonl --out answers.jsonl").code, 0);
  EXPECT_THAT(read_file(folder.file("answers.jsonl")).value(), HasSubstr("\"scores\""));
}

// After Ctrl-C at a run, the program and its child in another session, both deaf to signals, must be gone.
TEST_F(CommandModelTest, AnInterruptedRunLeavesNobodyBehind) {
  const std::string script =
      "trap '' TERM INT; cd '" + folder.path() +
      "'; setsid sh -c 'trap \"\" TERM HUP INT; echo $$ > pid1; while :; do sleep 1000; done' & "
      "while ! [ -s pid1 ]; do sleep 0.05; done; echo $$ > pid2; while :; do sleep 1000; done";
  ASSERT_TRUE(write_file(folder.file("stubborn.sh"), script + "\n"));
  write_study("command = [\"sh\", \"" + folder.file("stubborn.sh") + "\", \"{test}\", \"{answers}\"]\n");
  const pid_t run = ::fork();
  if (run == 0) {
    if (::chdir(folder.path().c_str()) != 0) ::_exit(126);
    ::execl(STANDFAST_BINARY, "standfast", "run", "study.toml", "--out", "run", "-j", "1", "--no-report",
            nullptr);
    ::_exit(127);
  }
  const auto pid_in = [&](const char* name) {
    return static_cast<pid_t>(std::atoi(read_file(folder.file(name)).value_or("0").c_str()));
  };
  for (int i = 0; i < 3000 && pid_in("pid2") == 0; ++i) ::usleep(10000);
  ASSERT_GT(pid_in("pid2"), 1);
  EXPECT_EQ(::kill(pid_in("pid1"), 0), 0);
  ::kill(run, SIGINT);
  int status = 0;
  ::waitpid(run, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  for (const char* name : {"pid1", "pid2"}) {
    for (int i = 0; i < 2000 && ::kill(pid_in(name), 0) == 0; ++i) ::usleep(10000);
    EXPECT_NE(::kill(pid_in(name), 0), 0) << name;
  }
}

}  // namespace
}  // namespace standfast
