// Studies through the command line: what a user sees of crashes, kills, additions and shards.
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/study/topic_sweep.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

// The program in a process group of its own.
class Process {
 public:
  Process(std::vector<std::string> words, const std::string& output) {
    words.insert(words.begin(), STANDFAST_BINARY);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::setpgid(0, 0);
      const int fd = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
      ::dup2(fd, 1);
      ::dup2(fd, 2);
      std::vector<char*> arguments;
      for (auto& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
    ::setpgid(pid_, pid_);
  }
  pid_t pid() const { return pid_; }
  bool ended() {
    if (!status_) {
      int status = 0;
      if (::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
    }
    return status_.has_value();
  }
  int wait() {
    int status = 0;
    if (!status_ && ::waitpid(pid_, &status, 0) == pid_) status_ = status;
    return WIFEXITED(*status_) ? WEXITSTATUS(*status_) : 1000 + WTERMSIG(*status_);
  }
  std::vector<pid_t> workers() const {
    std::vector<pid_t> out;
    std::ifstream file(fmt::format("/proc/{}/task/{}/children", pid_, pid_));
    for (pid_t child; file >> child;) {
      // At its end a leak sanitizer is a child too, and waits for ever if that is killed.
      std::ifstream words(fmt::format("/proc/{}/cmdline", child));
      const std::string line((std::istreambuf_iterator<char>(words)), {});
      if (line.find("--serve") != std::string::npos) out.push_back(child);
    }
    return out;
  }

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

using Tree = std::map<std::string, std::string>;
Tree tree_of(const std::string& folder) {
  Tree tree;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) {
      std::ifstream file(entry.path(), std::ios::binary);
      tree[fs::relative(entry.path(), folder).string()].assign(std::istreambuf_iterator<char>(file), {});
    }
  return tree;
}

constexpr const char* kHead = R"(profile = "pan21"
seeds = [3, 4]
[[corpus]]
path = "posts.jsonl"
)";
constexpr const char* kIid = R"([[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 3 }
)";
constexpr const char* kHits = R"([[condition]]
name = "hits"
sample = { method = "hits", topics = 4, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2 }
)";
constexpr const char* kPpm = "[[model]]\ntype = \"ppm\"\n";
constexpr const char* kNgram = "[[model]]\ntype = \"char-ngram\"\nfeatures = 200\n";

class StudyRun : public ::testing::Test {
 protected:
  void SetUp() override {
    // 12 authors with words of their own, on 6 topics with words of theirs, two texts a cell.
    std::ofstream corpus(file("posts.jsonl"));
    for (int author = 0; author < 12; ++author)
      for (int topic = 0; topic < 6; ++topic)
        for (int k = 0; k < 2; ++k) {
          Rng rng(1, "test/posts", fmt::format("{} {} {}", author, topic, k));
          std::string text;
          for (int word = 0; word < 40; ++word)
            text += fmt::format("{}{} ",
                                rng.chance(0.4) ? fmt::format("au{}x", author) : fmt::format("to{}y", topic),
                                rng.below(9));
          corpus << fmt::format(
              R"({{"id": "{}-{}-{}", "author": "author{}", "topic": "topic{}", "text": "{}"}})"
              "\n",
              author, topic, k, author, topic, text);
        }
    write_study("study.toml", std::string(kHead) + kIid + kHits + kPpm + kNgram);
  }
  std::string file(const std::string& name) const { return folder_.file(name); }
  void write_study(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
  }
  std::vector<std::string> run_words(const std::string& run, int jobs = 2,
                                     const std::string& study = "study.toml") const {
    return {"run", file(study), "--out", file(run), "--jobs", std::to_string(jobs)};
  }
  int run(const std::string& out, int jobs = 2, const std::string& study = "study.toml") {
    return Process(run_words(out, jobs, study), file("output")).wait();
  }
  int command(std::vector<std::string> words) { return Process(std::move(words), file("output")).wait(); }
  std::string output() const { return *read_file(file("output")); }
  void expect_same(const std::string& run, const std::string& reference) {
    const Tree a = tree_of(file(run)), b = tree_of(file(reference));
    for (const auto& [name, bytes] : a) EXPECT_TRUE(b.contains(name)) << name << " is in " << run << " only";
    for (const auto& [name, bytes] : b) {
      ASSERT_TRUE(a.contains(name)) << name << " is in " << reference << " only";
      EXPECT_TRUE(a.at(name) == bytes) << name << " differs";
    }
  }
  nlohmann::json status(const std::string& run) {
    command({"status", file(run), "--json"});
    return nlohmann::json::parse(output());
  }

  TemporaryFolder folder_;
};

TEST_F(StudyRun, NumberOfJobsChangesNoByte) {
  ASSERT_EQ(run("one", 1), 0) << output();
  ASSERT_EQ(run("two", 2), 0) << output();
  expect_same("two", "one");
  const auto state = status("one");
  EXPECT_TRUE(state["complete"].get<bool>());
  EXPECT_EQ(state["stages"][2]["total"], (3 + 2) * 3 * 2);  // folds x (ppm, char-ngram, prior) x seeds
  // A finished run that is run again is left as it is.
  const auto before = fs::last_write_time(file("one/scores.csv"));
  ASSERT_EQ(run("one", 2), 0);
  EXPECT_EQ(fs::last_write_time(file("one/scores.csv")), before);
  expect_same("one", "two");
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
    // Every other time only the parent: its workers must not outlive it.
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
  EXPECT_EQ(status("whole")["stages"][0],
            (nlohmann::json{{"name", "vectors"}, {"total", 3}, {"done", 3}, {"failed", 0}, {"missing", 0}}));
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
  EXPECT_THAT(output(), HasSubstr(fmt::format("interrupted; to go on: standfast run {} --out {}",
                                              file("study.toml"), file("stopped"))));
  EXPECT_EQ(command({"status", file("stopped")}), 5);
  EXPECT_EQ(run("stopped"), 0) << output();
}

// Six topics merged into three: from folds to predictions each document counts as of its group.
TEST_F(StudyRun, MergedTopicsAreOneTopicEverywhere) {
  write_study("merge.toml", std::string(kHead) + kIid + R"([[condition]]
name = "grouped"
sample = { method = "hits-grouping", topics = 3, min-docs = 2 }
split = { method = "leave-one-topic-out", validation = 0 }
pairs = { negatives = "same-topic" }
[[condition]]
name = "grouped across"
sample = { method = "hits-hybrid", topics = 3, min-docs = 2, threshold = -1 }
split = { method = "topic-k-fold", folds = 2, validation = 0 }
pairs = { positives = "cross-topic", negatives = "cross-topic" }
)" + kNgram);
  // One merged topic on a side gives no pair across topics: that fold fails, and says so.
  const int code = run("merge", 2, "merge.toml");
  ASSERT_TRUE(code == 0 || code == 5) << output();
  const auto read = [&](const std::string& path) { return nlohmann::json::parse(*read_file(path)); };
  const auto splits = read(file("merge/splits/posts--grouped--seed3.json"));
  const auto groups = splits["sample"]["groups"].get<std::map<std::string, std::string>>();
  const auto chosen = splits["sample"]["topics"].get<std::set<std::string>>();
  ASSERT_EQ(groups.size(), 6U);
  ASSERT_EQ(chosen.size(), 3U);
  ASSERT_EQ(splits["folds"].size(), 3U);
  for (const auto& fold : splits["statistics"]["folds"]) {
    EXPECT_EQ(fold["train_topics"], 2);
    EXPECT_EQ(fold["test_topics"], 1);
    EXPECT_EQ(fold["shared_topics"], 0);
  }
  EXPECT_EQ(
      command({"check", file("posts.jsonl"), "--splits", file("merge/splits/posts--grouped--seed3.json")}), 0)
      << output();
  size_t across_names = 0, predictions = 0;
  for (const auto& entry : fs::directory_iterator(file("merge/cells"))) {
    if (!fs::exists(entry.path() / "record.json")) continue;
    const auto record = read(entry.path() / "record.json");
    const std::string condition = record["key"]["condition"];
    if (condition == "iid" || record["status"] != "ok") continue;
    const bool grouped = condition == "grouped";
    EXPECT_EQ(record["same_topic_different_test"],
              grouped ? record["n_test"].get<int>() - record["same_test"].get<int>() : 0);
    if (!grouped) {
      EXPECT_EQ(record["same_topic_same_test"], 0);
    }
    std::istringstream lines(*read_file(entry.path() / "predictions.jsonl.gz"));
    for (std::string line; std::getline(lines, line); ++predictions) {
      const auto pair = nlohmann::json::parse(line);
      const std::string id = pair["id"];
      // "author-topic-k|author-topic-k"
      const auto topic = [&](size_t from) { return "topic" + id.substr(id.find('-', from) + 1, 1); };
      const std::string a = topic(0), b = topic(id.find('|'));
      EXPECT_EQ(pair["topics"][0], groups.at(a)) << id;
      EXPECT_EQ(pair["topics"][1], groups.at(b)) << id;
      if (!pair["same"].get<bool>()) {
        EXPECT_EQ(pair["topics"][0] == pair["topics"][1], grouped) << id;
        across_names += grouped && a != b;
      }
    }
  }
  EXPECT_GT(predictions, 0U);
  EXPECT_GT(across_names, 0U) << "a merged topic's pairs reach across the names of its parts";
  size_t folds_read = 0;
  for (const auto& entry : fs::directory_iterator(file("merge/artifacts"))) {
    if (!fs::exists(entry.path() / "folds.json")) continue;
    const auto folds = read(entry.path() / "folds.json");
    if (folds["condition"] != "grouped") continue;
    for (const auto& fold : folds["folds"]) {
      ++folds_read;
      EXPECT_EQ(fold["test_topics"].size(), 1U);
      EXPECT_TRUE(chosen.contains(fold["test_topics"][0].get<std::string>()));
    }
  }
  EXPECT_EQ(folds_read, 6U);
  // Pairs drawn for the file elsewhere are those of the study.
  EXPECT_EQ(
      command({"pairs", file("posts.jsonl"), "--splits", file("merge/splits/posts--grouped--seed3.json"),
               "--set", "negatives=same-topic", "--seed", "3", "--out", file("pan"), "--json"}),
      0)
      << output();
  const auto pan = read(file("pan/pairs.json"));
  EXPECT_EQ(pan["sides"].size(), 6U);
  for (const auto& side : pan["sides"]) EXPECT_GT(side["counts"]["different"].get<int>(), 0);
}

// What `sample --topics` says of a number of topics is what a study with that number finds: pairs,
// similarity, and the mean of Spearman's correlation over all pairs of folds, worked out here from the
// study's records.
TEST_F(StudyRun, ASweepOverNumbersOfTopicsAgreesWithStudies) {
  ASSERT_EQ(command({"--quiet",
                     "sample",
                     file("posts.jsonl"),
                     "--topics",
                     "6,4,99",
                     "--set",
                     "min-docs=2",
                     "--folds",
                     "4",
                     "--models",
                     "ppm,char-ngram, prior",
                     "--max-pairs",
                     "0",
                     "--profile",
                     "hits",
                     "--seed",
                     "3",
                     "--json",
                     "--csv",
                     file("sweep.csv")}),
            0)
      << output();
  const auto sweep = nlohmann::json::parse(output());
  ASSERT_EQ(sweep["entries"].size(), 3U);
  EXPECT_THAT(sweep["entries"][2]["failure"].get<std::string>(), HasSubstr("only 6 topics"));
  EXPECT_THAT(sweep["advice"].get<std::string>(), HasSubstr("not monotone"));
  for (const int m : {4, 6}) {
    const auto& entry = sweep["entries"][m == 4 ? 0 : 1];
    EXPECT_EQ(entry["topics"], m);
    std::string text = std::string(kHead) +
                       fmt::format(R"([[condition]]
name = "hits"
reference = true
sample = {{ method = "hits", topics = {}, min-docs = 2 }}
split = {{ method = "topic-k-fold", folds = 4 }}
)",
                                   m) +
                       "[[model]]\ntype = \"ppm\"\n[[model]]\ntype = \"char-ngram\"\n";
    text.replace(text.find("[3, 4]"), 6, "[3]");
    text.replace(text.find("pan21"), 5, "hits");  // a profile whose overall does not count every metric
    const std::string name = fmt::format("m{}", m);
    write_study(name + ".toml", text);
    ASSERT_EQ(run(name, 2, name + ".toml"), 0) << output();
    // metric -> fold -> model -> score
    std::map<std::string, std::map<int, std::map<std::string, double>>> scores;
    std::map<int, std::pair<int, int>> pairs;  // same, all
    for (const auto& cell : fs::directory_iterator(file(name + "/cells"))) {
      const auto record = nlohmann::json::parse(*read_file(cell.path() / "record.json"));
      const int fold = record["key"]["fold"];
      for (const auto& score : record["scores"])
        scores[score["metric"]][fold][record["key"]["model"]] = score["value"];
      pairs[fold] = {record["same_test"], record["n_test"]};
    }
    int same = 0, all = 0;
    for (const auto& [fold, count] : pairs) {
      same += count.first;
      all += count.second;
    }
    EXPECT_EQ(pairs.size(), 4U);
    EXPECT_DOUBLE_EQ(entry["test_pairs"].get<double>(), all / 4.0);
    EXPECT_DOUBLE_EQ(entry["prior"].get<double>(), static_cast<double>(same) / all);
    double total = 0;
    int metrics = 0;
    for (const auto& [metric, folds] : scores) {
      const auto& one = entry["stability"][metric];
      std::vector<std::array<double, 3>> ranks;
      for (const auto& [fold, models] : folds) {
        auto& rank = ranks.emplace_back();
        size_t place = 0;
        for (const char* model : {"ppm", "char-ngram", "prior"}) {
          double above = 0, ties = 0;
          for (const auto& [other, score] : models) {
            above += score > models.at(model);
            ties += score == models.at(model);
          }
          rank[place++] = above + (ties + 1) / 2;
        }
      }
      double sum = 0;
      int used = 0;
      for (size_t i = 0; i < ranks.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
          double xy = 0, xx = 0, yy = 0;
          for (size_t k = 0; k < 3; ++k) {
            xy += (ranks[i][k] - 2) * (ranks[j][k] - 2);
            xx += (ranks[i][k] - 2) * (ranks[i][k] - 2);
            yy += (ranks[j][k] - 2) * (ranks[j][k] - 2);
          }
          if (xx == 0 || yy == 0) continue;
          sum += xy / std::sqrt(xx * yy);
          ++used;
        }
      EXPECT_EQ(one["n_used"], used) << metric;
      if (used == 0) continue;
      EXPECT_NEAR(one["value"].get<double>(), sum / used, 1e-12) << metric;
      if (metric == "brier") continue;  // not counted by overall, so not by the average, as in compare
      total += sum / used;
      ++metrics;
    }
    ASSERT_GT(metrics, 0);
    EXPECT_NEAR(entry["stability"]["average"]["value"].get<double>(), total / metrics, 1e-12);
  }
  const std::string csv = *read_file(file("sweep.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3) << csv;
  // The same by --set topics=..., in words, with other threads.
  ASSERT_EQ(command({"--quiet", "sample", file("posts.jsonl"), "--set", "topics=auto", "--set", "min-docs=2",
                     "--jobs", "2", "--folds", "2", "--models", "char-ngram,prior"}),
            0)
      << output();
  EXPECT_THAT(output(), HasSubstr("topics: there the ranking of the models is most stable"));
  EXPECT_EQ(command({"sample", file("posts.jsonl"), "--topics", "4,x"}), 2);
  EXPECT_EQ(command({"sample", file("posts.jsonl"), "--topics", "auto", "--models", "ppm"}), 2);
  EXPECT_THAT(output(), HasSubstr("at least two models"));
  EXPECT_EQ(command({"sample", file("posts.jsonl"), "--topics", "auto", "--method", "all"}), 2);
}

TEST(TopicSweepGrid, IsEvenlySpacedAndCapped) {
  EXPECT_EQ(sweep_grid(4000), (std::vector<uint32_t>{16, 33, 50, 66, 83, 100}));
  EXPECT_EQ(sweep_grid(12), (std::vector<uint32_t>{4, 6, 7, 9}));
  EXPECT_EQ(sweep_grid(5), (std::vector<uint32_t>{4}));
  EXPECT_EQ(sweep_grid(3), (std::vector<uint32_t>{3}));
}

TEST_F(StudyRun, FailuresAreRecordedAndTheRestGoesOn) {
  // Twelve folds of twelve authors: a test side of one author has no different-author pair. And 99 topics are
  // not there.
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

// Similarities of topics are for the reader; a corpus too small for them is studied all the same.
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
