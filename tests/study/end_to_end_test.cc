// Studies through the command line: crashes, kills, additions and shards as a user sees them.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/small_studies.h"
#include "tests/support/study_run.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::kHead;
using testing::kHits;
using testing::kIid;
using testing::kNgram;
using testing::kPpm;
using testing::Process;
using testing::StudyRun;
using testing::Tree;
using testing::tree_of;

TEST_F(StudyRun, NumberOfJobsChangesNoByte) {
  ASSERT_EQ(run("one", 1), 0) << output();
  ASSERT_EQ(run("two", 2), 0) << output();
  expect_same("two", "one");
  const auto state = status("one");
  EXPECT_TRUE(state["complete"].get<bool>());
  EXPECT_EQ(state["stages"].back()["total"], (3 + 2) * 3 * 2);  // folds x (ppm, char-ngram, prior) x seeds
  // A finished run that is run again is left as it is.
  const auto before = fs::last_write_time(file("one/scores.csv"));
  ASSERT_EQ(run("one", 2), 0);
  EXPECT_EQ(fs::last_write_time(file("one/scores.csv")), before);
  expect_same("one", "two");
}

// A signal ends the report. A report of a million rows takes half a minute; here it waits at a pipe without a
// reader.
TEST_F(StudyRun, ASignalEndsTheReport) {
  ASSERT_EQ(run("R", 1), 0) << output();
  for (const int signal : {SIGTERM, SIGINT}) {
    fs::remove(file("R/.report-kept"));
    fs::remove(file("R/report.html"));
    ASSERT_EQ(::mkfifo(file("R/report.html").c_str(), 0600), 0);
    fs::remove(file("output"));
    Process process(run_words("R", 1), file("output"));
    while (!process.ended() &&
           read_file(file("output")).value_or("").find("cells done in") == std::string::npos)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::kill(process.pid(), signal);
    EXPECT_EQ(process.wait(), 130);
    EXPECT_THAT(output(), HasSubstr("to continue: standfast report " + file("R")));
  }
  // Without a signal the report ends by itself.
  Process process(run_words("R", 1), file("output"));
  EXPECT_EQ(process.wait(), 3);
  EXPECT_THAT(output(), HasSubstr("report.html: is a pipe without a reader"));
}

// Missing space for temporary files is reported at once, before the cells and not after them.
TEST_F(StudyRun, NoRoomForTemporaryFilesIsSaidAtOnce) {
  ::setenv("TMPDIR", "/proc", 1);  // a folder without write access
  Process process(run_words("R", 1), file("output"));
  ::unsetenv("TMPDIR");
  EXPECT_EQ(process.wait(), 3);
  EXPECT_THAT(output(), HasSubstr("TMPDIR names another folder"));
  EXPECT_FALSE(fs::exists(file("R")));
}

TEST_F(StudyRun, KilledAtAnyMomentItEndsWithTheSameBytes) {
  const auto started = std::chrono::steady_clock::now();
  ASSERT_EQ(run("whole"), 0) << output();
  const auto whole =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started)
          .count();
  Rng rng(20, "test/kill");
  int killed = 0;
  for (int round = 0; round < 8; ++round) {
    Process process(run_words("killed"), file("output"));
    std::this_thread::sleep_for(std::chrono::microseconds(rng.below(static_cast<uint64_t>(whole) * 3 / 4)));
    if (process.ended()) break;
    // Every other time only the parent is killed; its workers must not outlive it.
    ::kill(round % 2 == 0 ? -process.pid() : process.pid(), SIGKILL);
    process.wait();
    ++killed;
  }
  EXPECT_GE(killed, 1);
  ASSERT_EQ(run("killed"), 0) << output();
  expect_same("killed", "whole");
}

TEST_F(StudyRun, VectorsAreStoredOnceAndAnyInterruptionEndsWithTheSameBytes) {
  const auto hits = [](const std::string& name, const std::string& encoder) {
    return "[[condition]]\nname = \"" + name +
           "\"\nsample = { method = \"hits\", topics = 4, min-docs = 2 }\n"
           "split = { method = \"topic-k-fold\", folds = 2 }\n" +
           encoder;
  };
  write_study("study.toml",
              std::string(kHead) + kIid + kHits +
                  hits("mean", "encoder = { method = \"tfidf\", max-df = 0.9 }\n") +
                  hits("nmf", "encoder = { method = \"nmf\", components = 3, min-df = 2 }\n") +
                  hits("read", "encoder = { method = \"vectors\", path = \"v.jsonl\" }\n") +
                  hits("median", "encoder = { method = \"tfidf\", max-df = 0.9, aggregate = \"median\" }\n") +
                  kNgram);
  std::ofstream vectors(file("v.jsonl"));
  for (int author = 0; author < 12; ++author)
    for (int topic = 0; topic < 6; ++topic)
      for (int k = 0; k < 2; ++k)
        vectors << fmt::format("{{\"id\": \"{}-{}-{}\", \"vector\": [{}, {}, 1]}}\n", author, topic, k,
                               topic * topic, topic % 3);
  vectors.close();
  ASSERT_EQ(run("whole", 1), 0) << output();
  EXPECT_EQ(
      status("whole")["stages"][0],
      (nlohmann::json{
          {"name", "vectors"}, {"total", 3}, {"done", 3}, {"failed", 0}, {"damaged", 0}, {"missing", 0}}));
  for (const auto& name : {"mean", "median"})
    EXPECT_THAT(*read_file(file(fmt::format("whole/splits/posts--{}--seed3.json", name))),
                HasSubstr(name == std::string("mean") ? "tfidf max-df=0.9\"" : "tfidf max-df=0.9, median\""));
  for (int round = 0; round < 3; ++round) {
    Process process(run_words("killed"), file("output"));
    const auto waiting = [&] { return round == 0 ? !fs::exists(file("killed/plan.jsonl")) : true; };
    for (int i = 0; i < 20 * (round + 1) && waiting() && !process.ended(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(-process.pid(), SIGKILL);
    process.wait();
  }
  ASSERT_EQ(run("killed"), 0) << output();
  expect_same("killed", "whole");
  auto words = run_words("sharded");
  words.push_back("--prepare");
  ASSERT_EQ(command(words), 0) << output();
  for (const char* shard : {"1/2", "2/2", "1/2", "2/2", "1/2", "2/2"})
    command({"work", file("sharded"), "--shard", shard});
  ASSERT_EQ(run("sharded"), 0);
  expect_same("sharded", "whole");
  EXPECT_EQ(command({"run", file("study.toml"), "--dry-run", "--json"}), 0) << output();
}

TEST_F(StudyRun, AKilledWorkerCostsAtMostItsUnit) {
  ASSERT_EQ(run("whole"), 0) << output();
  Process process(run_words("hurt"), file("output"));
  int killed = 0;
  while (!process.ended() && killed < 3) {
    if (fs::exists(file("hurt/cells")))
      for (const pid_t child : process.workers()) {
        ::kill(child, SIGKILL);
        ++killed;
      }
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }
  const int code = process.wait();
  EXPECT_TRUE(code == 5 || code == 0 || code == 4) << code << output();
  if (code == 5) {
    EXPECT_THAT(status("hurt").dump(), HasSubstr("killed by signal 9"));
  }
  ASSERT_EQ(run("hurt"), 0) << output();
  expect_same("hurt", "whole");
}

TEST_F(StudyRun, InterruptedItSaysHowToGoOn) {
  Process process(run_words("stopped"), file("output"));
  while (!fs::exists(file("stopped/plan.jsonl")) && !process.ended())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ::kill(-process.pid(), SIGINT);
  if (process.wait() == 0) GTEST_SKIP() << "the run was faster than the signal";
  EXPECT_EQ(process.wait(), 130);
  EXPECT_THAT(output(), HasSubstr(fmt::format("interrupted; to continue: standfast run {} --out {}",
                                              file("study.toml"), file("stopped"))));
  EXPECT_EQ(command({"status", file("stopped")}), 5);
  EXPECT_EQ(run("stopped"), 0) << output();
}

TEST_F(StudyRun, FailuresAreRecordedAndTheRestGoesOn) {
  // Twelve folds of twelve authors: a test side of one author has no different-author pair. The corpus does
  // not have 99 topics either.
  write_study("bad.toml", std::string(kHead) + kIid +
                              "[[condition]]\nname = \"alone\"\nsplit = { method = \"author-k-fold\", folds "
                              "= 12, validation = 0 }\n" +
                              "[[condition]]\nname = \"too many\"\nsample = { method = \"hits\", topics = 99 "
                              "}\nsplit = \"topic-k-fold\"\n" +
                              kNgram);
  EXPECT_EQ(run("bad", 2, "bad.toml"), 5) << output();
  const auto state = status("bad");
  EXPECT_EQ(state["stages"].back()["name"], "cells");
  EXPECT_EQ(state["stages"].back()["done"], 3 * 2 * 2) << "the iid condition is whole";
  EXPECT_EQ(state["stages"].back()["missing"], 0);
  EXPECT_THAT(state.dump(), HasSubstr("posts / alone / char-ngram / seed 3 / fold 11"));
  EXPECT_THAT(state.dump(), HasSubstr("its split failed: "));
  const Tree once = tree_of(file("bad"));
  EXPECT_EQ(run("bad", 1, "bad.toml"), 5) << "what the data are to blame for fails again";
  EXPECT_TRUE(tree_of(file("bad")) == once) << "with the same records";
  auto words = run_words("fast", 1, "bad.toml");
  words.push_back("--fail-fast");
  EXPECT_EQ(command(words), 5);
  EXPECT_THAT(output(), HasSubstr("--fail-fast"));
}

// Topics without common words are not compared, and the report says so; the study runs nevertheless, because
// similarities of topics only inform the reader.
TEST_F(StudyRun, TopicsWithoutCommonWordsAreNotComparedAndSaid) {
  std::ofstream corpus(file("letters.jsonl"));
  for (int i = 0; i < 16; ++i)
    corpus << fmt::format(R"({{"author": "a{}", "topic": "t{}", "text": "x y z {}"}})"
                          "\n",
                          i % 4, i / 8, i % 10);
  corpus.close();
  write_study("letters.toml", "[[corpus]]\npath = \"letters.jsonl\"\n" + std::string(kIid) + kPpm);
  EXPECT_EQ(run("letters", 2, "letters.toml"), 0) << output();
  EXPECT_THAT(*read_file(file("letters/report.html")), HasSubstr("topics are not compared: "));
  write_study("hits.toml", "[[corpus]]\npath = \"letters.jsonl\"\n" + std::string(kIid) + kHits + kPpm);
  EXPECT_EQ(run("chosen", 2, "hits.toml"), 5) << output();
}

TEST_F(StudyRun, AStudyMayGrowButNotChange) {
  write_study("small.toml", std::string(kHead) + kIid + kNgram);
  ASSERT_EQ(run("grown", 2, "small.toml"), 0) << output();
  const Tree small = tree_of(file("grown"));
  // The larger study has the name of the smaller file, because a study is titled after its file.
  const std::string wide = "[[model]]\ntype = \"ppm\"\nname = \"wide\"\nradius = 0.2\n";
  write_study("small.toml", std::string(kHead) + kIid + kPpm + kNgram);
  ASSERT_EQ(run("grown", 2, "small.toml"), 0) << output();
  write_study("small.toml", std::string(kHead) + kIid + kHits + wide + kPpm + kNgram);
  ASSERT_EQ(run("grown", 2, "small.toml"), 0) << output();
  ASSERT_EQ(run("fresh", 2, "small.toml"), 0) << output();
  expect_same("grown", "fresh");
  const Tree grown = tree_of(file("grown"));
  for (const auto& [name, bytes] : small) {
    if (name.starts_with("cells/") || name.starts_with("splits/")) {
      EXPECT_TRUE(grown.contains(name) && grown.at(name) == bytes) << name;
    }
  }
  write_study("small.toml", std::string(kHead) + kHits + kPpm + kNgram);
  EXPECT_EQ(run("grown", 2, "small.toml"), 2);
  EXPECT_THAT(output(), HasSubstr("condition \"iid\" is gone"));
  EXPECT_TRUE(tree_of(file("grown")) == grown) << "a refused run touches nothing";
}

// Returns every number of every prediction, by cell and item.
std::map<std::string, std::vector<double>> predictions_of(const std::string& run) {
  std::map<std::string, std::vector<double>> all;
  for (const auto& entry : fs::directory_iterator(run + "/cells")) {
    std::ifstream file(entry.path() / "record.json");
    const std::string cell = nlohmann::json::parse(file)["key"].dump();
    std::istringstream lines(*read_file((entry.path() / "predictions.jsonl.gz").string()));
    for (std::string line; std::getline(lines, line);) {
      const auto json = nlohmann::json::parse(line);
      auto& values = all[cell + " " + json["id"].get<std::string>()];
      if (json.contains("value"))
        values.push_back(json["value"]);
      else
        json["probabilities"].get_to(values);
    }
  }
  return all;
}

TEST_F(StudyRun, TheOrderOfTheCorpusFileChangesNoScore) {
  const std::string imposters = "[[model]]\ntype = \"imposters\"\nrounds = 20\nfeatures = 200\n";
  write_study("pairs.toml", testing::kPairStudy + imposters);
  write_study("classes.toml", testing::kClassStudy);
  ASSERT_EQ(run("pairs", 2, "pairs.toml"), 0) << output();
  ASSERT_EQ(run("classes", 2, "classes.toml"), 0) << output();
  std::vector<std::string> lines;
  std::istringstream corpus(*read_file(file("posts.jsonl")));
  for (std::string line; std::getline(corpus, line);) lines.push_back(line);
  Rng(7, "tests/order").shuffle(lines);
  std::ofstream(file("posts.jsonl")) << fmt::format("{}\n", fmt::join(lines, "\n"));
  ASSERT_EQ(run("pairs-2", 2, "pairs.toml"), 0) << output();
  ASSERT_EQ(run("classes-2", 2, "classes.toml"), 0) << output();
  for (const std::string name : {"pairs", "classes"}) {
    const auto before = predictions_of(file(name)), after = predictions_of(file(name + "-2"));
    ASSERT_GT(before.size(), 100U);
    ASSERT_EQ(before.size(), after.size());
    for (const auto& [item, values] : before) {
      ASSERT_TRUE(after.contains(item)) << item;
      for (size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(after.at(item)[i], values[i], 1e-9) << item;
    }
  }
}

// The order of the corpus file changes no table. Documents without authors and topics are many units, so
// intervals and tests rest on draws over them.
TEST_F(StudyRun, TheOrderOfTheCorpusFileChangesNoTable) {
  std::vector<std::string> lines;
  for (int i = 0; i < 150; ++i) {
    Rng rng(1, "tests/order/text", std::to_string(i));
    std::string text;
    for (int word = 0; word < 6; ++word)
      text += rng.chance(0.2) ? fmt::format("of{} ", i % 3) : fmt::format("w{} ", rng.below(30));
    lines.push_back(fmt::format(R"({{"id": "d{}", "label": "{}", "text": "{}"}})", i, i % 3, text));
  }
  write_study("labels.toml", R"(task = "classification"
target = "label"
seeds = [1, 2]
[[corpus]]
path = "labels.jsonl"
[[condition]]
name = "mixed"
reference = true
split = { method = "k-fold", folds = 2 }
[[condition]]
name = "held out"
split = { method = "hold-out", test-share = 0.4 }
[[model]]
type = "naive-bayes"
[[model]]
type = "nearest-centroid"
)");
  for (const std::string run_name : {"first", "second"}) {
    Rng(7, "tests/order", run_name).shuffle(lines);
    std::ofstream(file("labels.jsonl")) << fmt::format("{}\n", fmt::join(lines, "\n"));
    ASSERT_EQ(run(run_name, 2, "labels.toml"), 0) << output();
  }
  int tables = 0;
  for (const auto& entry : fs::directory_iterator(file("first/tables"))) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(*read_file(file("second/tables/" + name)), *read_file(entry.path().string())) << name;
    ++tables;
  }
  EXPECT_GT(tables, 10);
  EXPECT_EQ(*read_file(file("second/scores.csv")), *read_file(file("first/scores.csv")));
}

TEST_F(StudyRun, ShardsMakeTheSameFolder) {
  ASSERT_EQ(run("whole"), 0) << output();
  auto words = run_words("sharded");
  words.push_back("--prepare");
  ASSERT_EQ(command(words), 0) << output();
  for (const auto& [shard, code] : {std::pair{"2/2", 5}, {"1/2", 5}, {"2/2", 5}, {"1/2", 0}, {"2/2", 0}}) {
    const int got = command({"work", file("sharded"), "--shard", shard});
    EXPECT_TRUE(got == code || got == 0) << shard << ": " << got << " " << output();
  }
  EXPECT_EQ(command({"status", file("sharded")}), 0) << output();
  ASSERT_EQ(run("sharded"), 0);
  expect_same("sharded", "whole");
  EXPECT_EQ(command({"work", file("sharded"), "--shard", "3/2"}), 2);
}

// Shards write all rationales of a whole run: they are files of cells in addition to the records.
TEST_F(StudyRun, ShardsWriteTheRationalesOfAWholeRun) {
  std::ofstream corpus(file("posts.jsonl"));
  for (int i = 0; i < 60; ++i) {
    Rng rng(1, "test/sentences", std::to_string(i));
    std::string text;
    for (int sentence = 0; sentence < 4; ++sentence)
      text += fmt::format("Word{} au{}x{} word{}. ", rng.below(30), i % 3, rng.below(5), rng.below(30));
    corpus << fmt::format(R"({{"id": "p{}", "author": "a{}", "text": "{}"}})"
                          "\n",
                          i, i % 3, text);
  }
  corpus.close();
  write_study("study.toml", R"(task = "classification"
seeds = [3, 4]
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "term"
split = { method = "stratified-k-fold", folds = 2 }
shortcut = { kind = "single-term", term = "zweifellos" }
[[model]]
type = "a2r"
epochs = 4
policy-from = 1
dimension = 8
units = 8
)");
  ASSERT_EQ(run("whole", 1), 0) << output();
  auto words = run_words("sharded");
  words.push_back("--prepare");
  ASSERT_EQ(command(words), 0) << output();
  for (const char* shard : {"2/3", "1/3", "3/3", "2/3", "1/3", "3/3"})
    command({"work", file("sharded"), "--shard", shard});
  EXPECT_EQ(command({"status", file("sharded")}), 0) << output();
  const auto rationales = [&](const std::string& run) {
    Tree files = tree_of(file(run));
    std::erase_if(files, [](const auto& one) { return !one.first.ends_with("/rationales.jsonl.gz"); });
    return files;
  };
  EXPECT_EQ(rationales("whole").size(), 4U) << "two folds of two seeds";
  EXPECT_EQ(rationales("sharded"), rationales("whole"));
  ASSERT_EQ(run("sharded"), 0);
  expect_same("sharded", "whole");
}

// Shards of a stage need only the stages before it: with one job array per stage, no shard waits for another,
// and none ends with 5 because another has not begun.
TEST_F(StudyRun, ShardsOfAStageNeedOnlyTheStagesBefore) {
  ASSERT_EQ(run("whole"), 0) << output();
  auto words = run_words("staged");
  words.push_back("--prepare");
  ASSERT_EQ(command(words), 0) << output();
  EXPECT_EQ(command({"work", file("staged"), "--stage", "2", "--shard", "1/2"}), 5);
  EXPECT_THAT(output(), HasSubstr("stage 2 needs stage 0 (splits)"));
  for (const char* stage : {"0", "1", "2", "3"})
    for (const char* shard : {"2/2", "1/2"})
      EXPECT_EQ(command({"work", file("staged"), "--stage", stage, "--shard", shard}), 0)
          << stage << " " << shard << ": " << output();
  EXPECT_EQ(command({"status", file("staged")}), 0) << output();
  ASSERT_EQ(run("staged"), 0);
  expect_same("staged", "whole");
  EXPECT_EQ(command({"work", file("staged"), "--stage", "9"}), 0) << "a stage that there is not";
  EXPECT_EQ(command({"work", file("staged"), "--stage", "-1"}), 2);
}

TEST_F(StudyRun, RefusesWhatIsNotItsFolder) {
  fs::create_directories(file("mine"));
  std::ofstream(file("mine/thesis.txt")) << "x";
  EXPECT_EQ(run("mine"), 2);
  EXPECT_THAT(output(), HasSubstr("is not empty and not the folder of a run"));
  EXPECT_EQ(command({"status", file("mine")}), 3);
  EXPECT_EQ(command({"status", file("nowhere")}), 3);
  EXPECT_THAT(output(), HasSubstr("no such run folder"));
  EXPECT_EQ(tree_of(file("mine")).size(), 1U);
}

TEST_F(StudyRun, DryRunCountsAndWritesNothing) {
  EXPECT_EQ(command({"run", file("study.toml"), "--dry-run", "--json"}), 0) << output();
  const auto text = output();
  const auto plan = nlohmann::json::parse(
      text.substr(text.find("\n{") == std::string::npos ? text.find('{') : text.find("\n{")));
  EXPECT_EQ(plan["cells"], 30);
  EXPECT_EQ(plan["conditions"].size(), 4U);
  EXPECT_GT(plan["conditions"][0]["test_pairs"].get<int>(), 0);
  EXPECT_EQ(tree_of(folder_.path()).size(), 3U) << "posts, study, output";
}

}  // namespace
}  // namespace standfast
