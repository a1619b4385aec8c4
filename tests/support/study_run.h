// Studies on a small corpus through the command line, each in a folder of its own.
#pragma once

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/neural/train/kept_training.h"
#include "tests/support/data.h"

namespace standfast::testing {

// A program that runs in a process group of its own.
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
      // A leak sanitizer is also a child process at the end. If it is killed, the program waits forever.
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
inline Tree tree_of(const std::string& folder) {
  Tree tree;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) {
      std::ifstream file(entry.path(), std::ios::binary);
      tree[std::filesystem::relative(entry.path(), folder).string()].assign(
          std::istreambuf_iterator<char>(file), {});
    }
  return tree;
}

inline constexpr const char* kHead = R"(profile = "pan21"
seeds = [3, 4]
[[corpus]]
path = "posts.jsonl"
)";
inline constexpr const char* kIid = R"([[condition]]
name = "iid"
reference = true
split = { method = "k-fold", folds = 3 }
)";
inline constexpr const char* kHits = R"([[condition]]
name = "hits"
sample = { method = "hits", topics = 4, min-docs = 2 }
split = { method = "topic-k-fold", folds = 2 }
)";
inline constexpr const char* kPpm = "[[model]]\ntype = \"ppm\"\n";
inline constexpr const char* kNgram = "[[model]]\ntype = \"char-ngram\"\nfeatures = 200\n";

class StudyRun : public ::testing::Test {
 protected:
  void SetUp() override {
    // The corpus has 12 authors and 6 topics with characteristic words, and two texts for each author and
    // topic.
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
  // Returns the printed JSON document, without the warnings around it.
  nlohmann::ordered_json printed() const {
    const std::string said = output();
    const size_t begin = said.find("{\n");
    return nlohmann::ordered_json::parse(said.substr(begin, said.find("\n}\n", begin) + 3 - begin));
  }
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

// A wait for the first saved training state: a program killed earlier starts from the beginning and says
// nothing about resuming.

// Returns true if a training state lies in the folder or below it.
inline bool has_training_state(const std::string& folder) {
  std::error_code ignored;
  for (std::filesystem::recursive_directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored))
    if (is_training_state(at->path().filename().string())) return true;
  return false;
}

// Returns once a state exists or the process has ended.
inline void wait_for_training_state(Process& process, const std::string& folder) {
  while (!process.ended() && !has_training_state(folder))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace standfast::testing
