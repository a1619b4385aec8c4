#include "standfast/rewrite/ask_all.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/open_file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"

namespace standfast {
namespace {

using Clock = std::chrono::steady_clock;

// Number of strange answers, without a whole one yet, after which no question starts until those in flight
// have ended.
constexpr uint32_t kMostStrange = 10;

// The first reason to end everything that a worker finds.
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
  // there: number of answers in the cache.
  Asking(const EndpointOptions& endpoint, AnswerCache& cache, const AskOptions& options, size_t total,
         uint64_t there)
      : endpoint_(endpoint), cache_(cache), options_(options), total_(total), whole_(there > 0) {
    if (there > 0) count(there);
  }

  // Asks one question until it is answered, refused or given up.
  void ask(Endpoint& endpoint, const ChatQuestion& question, const std::string& key, Asked& asked) {
    if (!begin()) return;
    try_often(endpoint, question, key, asked);
    --under_way_;
  }

  bool stopped() {
    if (!ending_.ended() && options_.stop()) ending_.set({ErrorKind::interrupted, "interrupted"});
    return ending_.ended();
  }
  // Returns the reason the run failed, if it did. To be called after the last question.
  std::optional<Error> error() {
    if (strange_ > 0 && !whole_) end_as_strange();
    return ending_.error();
  }
  void fail(Error error) { ending_.set(std::move(error)); }

 private:
  // Counts the question among those in flight. Returns false if no more may be asked.
  bool begin() {
    while (!stopped()) {
      {
        const std::lock_guard lock(mutex_);
        const bool alone = under_way_ == 0;  // read first: then nothing changes what follows
        if (whole_ || strange_ < kMostStrange) {
          ++under_way_;
          return true;
        }
        if (alone) end_as_strange();
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  void try_often(Endpoint& endpoint, const ChatQuestion& question, const std::string& key, Asked& asked) {
    double wait = options_.first_wait;
    for (uint32_t tries = 0;; ++tries) {
      if (stopped()) return;
      const auto answer = endpoint.ask(question, [this] { return stopped(); });
      if (answer) {
        asked = {*answer};  // drops the trouble of an earlier try
        reached_ = whole_ = true;
        if (options_.serves(question, *answer))
          if (const auto kept = cache_.add(key, *answer); !kept) return ending_.set(kept.error());
        return count();
      }
      const ChatTrouble& trouble = answer.error();
      asked.trouble = trouble.message;
      if (!trouble.unreached) reached_ = true;
      if (trouble.kind == ChatTrouble::Kind::lasting)
        return ending_.set({ErrorKind::missing, endpoint_.url + ": " + trouble.message});
      if (trouble.kind == ChatTrouble::Kind::strange) return count_strange(trouble);
      if (trouble.kind == ChatTrouble::Kind::question) return count();
      if (tries == options_.retries) {
        // No server has ever been reached: the other questions would wait as long for nothing.
        if (trouble.unreached && !reached_) ending_.set({ErrorKind::missing, trouble.message});
        return count();
      }
      if (trouble.wait > options_.most_wait) say_long_wait(trouble.wait);
      pause(std::max(trouble.wait, wait));
      wait = std::min(2 * wait, options_.most_wait);
    }
  }

  // Announces a long wait, which a user would otherwise take for a hang.
  void say_long_wait(double seconds) {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(said_wait_, true))
      options_.sink->warn(fmt::format(
          "{}: the server asks to wait {} s{} (Retry-After); the answers so far are kept in the cache, "
          "so you can stop and start again later",
          endpoint_.url, std::llround(seconds), seconds >= kLongestRetryAfter ? " or longer" : ""));
  }

  void count(uint64_t n = 1) {
    const std::lock_guard lock(mutex_);
    options_.sink->progress(options_.what, done_ += n, total_);
  }
  void count_strange(const ChatTrouble& trouble) {
    {
      const std::lock_guard lock(mutex_);
      if (strange_++ == 0) first_strange_ = trouble.message + "; " + trouble.guess;
    }
    count();
  }
  void end_as_strange() { ending_.set({ErrorKind::missing, endpoint_.url + ": " + first_strange_}); }

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
  std::atomic<bool> reached_ = false, whole_;  // an answer of any kind came; a whole one came
  std::atomic<uint32_t> under_way_ = 0, strange_ = 0;
  std::string first_strange_;
  bool said_wait_ = false;
};

}  // namespace

Result<std::vector<Asked>> ask_all(const EndpointOptions& endpoint,
                                   const std::vector<ChatQuestion>& questions, AnswerCache& cache,
                                   const AskOptions& options) {
  SF_TRY(Endpoint::make(endpoint).map(
      [](const Endpoint&) {}));  // refuses bad options also when nothing is asked
  std::vector<Asked> asked(questions.size());
  std::map<std::string, std::vector<size_t>> open;  // by key: the questions with this key
  std::vector<std::string> keys;                    // in the order of the questions
  uint64_t there = 0;
  for (size_t i = 0; i < questions.size(); ++i) {
    std::string key = answer_key(endpoint.model, questions[i]);
    if (auto known = cache.find(key); known && options.serves(questions[i], *known)) {
      asked[i] = {std::move(known), true};
      ++there;
      continue;
    }
    auto& same = open[key];
    if (same.empty()) keys.push_back(key);
    same.push_back(i);
  }
  Asking asking(endpoint, cache, options, there + keys.size(), there);
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

std::string answer_key(std::string_view model, const ChatQuestion& question) {
  Sha256 digest;
  digest.add_field("chat").add_field(model).add_field(question.text);
  digest.add_field(fmt::format("{}", question.temperature)).add_number(question.most_tokens);
  digest.add_field(question.seed ? fmt::format("{}", *question.seed) : "");
  return digest.hex();
}

Result<CachedAnswers> read_cached_answers(std::string_view bytes, const std::string& name) {
  CachedAnswers answers;
  uint64_t line = 0;
  for (size_t end; (end = bytes.find('\n', answers.whole)) != std::string_view::npos;
       answers.whole = end + 1) {
    const std::string_view text = bytes.substr(answers.whole, end - answers.whole);
    ++line;
    const auto json = parse_json(text);
    const auto member = [&](const char* key) {
      return json && json->is_object() && json->contains(key) ? &(*json)[key] : nullptr;
    };
    const auto *key = member("key"), *answer = member("answer"), *cut = member("cut");
    if (key == nullptr || !key->is_string() || answer == nullptr || !answer->is_string() || cut == nullptr ||
        !cut->is_boolean())
      return data_error(
          fmt::format("{}:{}: not an answer of a language model; is this another file? A cache holds lines "
                      "that begin with {{\"key\": ...",
                      name, line));
    answers.by_key.insert_or_assign(key->get<std::string>(),
                                    ChatAnswer{answer->get<std::string>(), cut->get<bool>()});
  }
  return answers;
}

struct AnswerCache::State {
  std::string path;
  int fd = -1;
  mutable std::mutex mutex;
  std::map<std::string, ChatAnswer, std::less<>> by_key;
  ~State() {
    if (fd >= 0) ::close(fd);
  }
};

AnswerCache::AnswerCache(std::unique_ptr<State> state) : state_(std::move(state)) {}
AnswerCache::AnswerCache(AnswerCache&&) noexcept = default;
AnswerCache& AnswerCache::operator=(AnswerCache&&) noexcept = default;
AnswerCache::~AnswerCache() = default;

Result<AnswerCache> AnswerCache::open(const std::string& path) {
  SF_TRY(check_path(path));
  auto state = std::make_unique<State>();
  state->path = path;
  const auto failed = [&](const char* what) {
    return data_error(
        fmt::format("{}: cannot {} the cache of answers: {}", path, what, std::strerror(errno)));
  };
  SF_ASSIGN(state->fd, open_own_file(path, O_RDWR | O_CREAT | O_APPEND));
  if (::flock(state->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return usage_error(
        fmt::format("{}: another process writes to this cache of answers; wait for it, or name another "
                    "with --cache",
                    path));
  SF_ASSIGN(const std::string bytes, read_plain_file(path));
  SF_ASSIGN(CachedAnswers answers, read_cached_answers(bytes, path));
  if (answers.whole < bytes.size() && ::ftruncate(state->fd, static_cast<off_t>(answers.whole)) != 0)
    return failed("mend");
  state->by_key = std::move(answers.by_key);
  return AnswerCache(std::move(state));
}

std::optional<ChatAnswer> AnswerCache::find(std::string_view key) const {
  const std::lock_guard lock(state_->mutex);
  const auto at = state_->by_key.find(key);
  if (at == state_->by_key.end()) return std::nullopt;
  return at->second;
}

Status AnswerCache::add(const std::string& key, const ChatAnswer& answer) {
  std::string line = "{\"key\": \"" + key + "\", \"answer\": ";
  append_json_string(line, answer.text);
  line += answer.cut ? ", \"cut\": true}\n" : ", \"cut\": false}\n";
  const std::lock_guard lock(state_->mutex);
  state_->by_key.insert_or_assign(key, answer);
  for (size_t done = 0; done < line.size();) {
    const ssize_t n = ::write(state_->fd, line.data() + done, line.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      return data_error(
          fmt::format("{}: cannot write to the cache of answers: {}", state_->path, std::strerror(errno)));
    done += static_cast<size_t>(n);
  }
  return {};
}

}  // namespace standfast
