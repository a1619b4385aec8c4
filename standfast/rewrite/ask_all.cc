#include "standfast/rewrite/ask_all.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

using Clock = std::chrono::steady_clock;

// What one worker after the other finds: the first reason to end everything.
class Ending {
 public:
  void set(Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
    ended_ = true;
  }
  bool ended() const { return ended_; }
  std::optional<Error> error() const { return error_; }

 private:
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::optional<Error> error_;
};

class Asking {
 public:
  Asking(const EndpointOptions& endpoint, AnswerCache& cache, const AskOptions& options, size_t total)
      : endpoint_(endpoint), cache_(cache), options_(options), total_(total) {}

  // One question, until it is answered, refused or given up.
  void ask(Endpoint& endpoint, const ChatQuestion& question, const std::string& key, Asked& asked) {
    double wait = options_.first_wait;
    for (uint32_t tries = 0;; ++tries) {
      if (stopped()) return;
      const auto answer = endpoint.ask(question);
      if (answer) {
        if (const auto kept = cache_.add(key, *answer); !kept) return ending_.set(kept.error());
        asked.answer = *answer;
        reached_ = true;
        return count();
      }
      const ChatTrouble& trouble = answer.error();
      asked.trouble = trouble.message;
      if (!trouble.unreached) reached_ = true;
      if (trouble.kind == ChatTrouble::Kind::lasting)
        return ending_.set({ErrorKind::missing, endpoint_.url + ": " + trouble.message});
      if (trouble.kind == ChatTrouble::Kind::question) return count();
      if (tries == options_.retries) {
        // Nobody has ever been reached: the other questions would wait as long for nothing.
        if (trouble.unreached && !reached_) ending_.set({ErrorKind::missing, trouble.message});
        return count();
      }
      pause(std::max(trouble.wait, wait));
      wait = std::min(2 * wait, options_.most_wait);
    }
  }

  bool stopped() {
    if (!ending_.ended() && options_.stop()) ending_.set({ErrorKind::interrupted, "interrupted"});
    return ending_.ended();
  }
  std::optional<Error> error() const { return ending_.error(); }
  void fail(Error error) { ending_.set(std::move(error)); }
  void count(uint64_t n = 1) {
    const std::lock_guard lock(mutex_);
    options_.sink->progress(options_.what, done_ += n, total_);
  }

 private:
  void pause(double seconds) {
    const auto end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    while (!stopped() && Clock::now() < end)
      std::this_thread::sleep_for(
          std::min<Clock::duration>(end - Clock::now(), std::chrono::milliseconds(50)));
  }

  const EndpointOptions& endpoint_;
  AnswerCache& cache_;
  const AskOptions& options_;
  uint64_t total_, done_ = 0;
  std::mutex mutex_;
  Ending ending_;
  std::atomic<bool> reached_ = false;
};

}  // namespace

Result<std::vector<Asked>> ask_all(const EndpointOptions& endpoint,
                                   const std::vector<ChatQuestion>& questions, AnswerCache& cache,
                                   const AskOptions& options) {
  SF_TRY(Endpoint::make(endpoint).map(
      [](const Endpoint&) {}));  // refuses bad options also where nothing is asked
  std::vector<Asked> asked(questions.size());
  std::map<std::string, std::vector<size_t>> open;  // by key: the questions that are this one
  std::vector<std::string> keys;                    // in the order of the questions
  uint64_t there = 0;
  for (size_t i = 0; i < questions.size(); ++i) {
    std::string key = answer_key(endpoint.model, questions[i]);
    if (const ChatAnswer* known = cache.find(key)) {
      asked[i] = {*known, true};
      ++there;
      continue;
    }
    auto& same = open[key];
    if (same.empty()) keys.push_back(key);
    same.push_back(i);
  }
  Asking asking(endpoint, cache, options, there + keys.size());
  if (there > 0) asking.count(there);
  std::vector<std::optional<Endpoint>> connections(static_cast<size_t>(std::max(options.concurrency, 1)));
  parallel_ranges(keys.size(), static_cast<int>(connections.size()), 1,
                  [&](size_t begin, size_t end, int worker) {
                    auto& connection = connections[static_cast<size_t>(worker)];
                    for (size_t i = begin; i < end; ++i) {
                      if (asking.stopped()) return;
                      if (!connection) {
                        auto made = Endpoint::make(endpoint);
                        if (!made) return asking.fail(made.error());
                        connection = std::move(*made);
                      }
                      const size_t first = open.at(keys[i]).front();
                      asking.ask(*connection, questions[first], keys[i], asked[first]);
                    }
                  });
  if (const auto error = asking.error()) return Failure(*error);
  for (const auto& [key, same] : open)
    for (size_t i = 1; i < same.size(); ++i) asked[same[i]] = asked[same.front()];
  return asked;
}

}  // namespace standfast
