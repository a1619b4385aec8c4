// Sends many questions to one endpoint: several at a time, with retries after passing errors, and each
// question once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/rewrite/endpoint.h"

namespace standfast {

// A cache of a language model's answers, in a file beside the result: an answer that was paid for is never
// requested again. Each answer is a line of JSON, {"key": ..., "answer": ..., "cut": ...}; lines are only
// ever appended, each at once. The key is a digest of everything that the answer depends on, the question
// included; neither questions nor the key of the endpoint are in the file. A last line without a line end was
// left by a process that was killed, and is cut off.

// Returns the SHA-256 of everything an answer depends on. Another endpoint that serves the same model gives
// the same key.
std::string answer_key(std::string_view model, const ChatQuestion& question);

// The answers in a cache file; of two lines with one key the later one counts. whole: the number of bytes up
// to the end of the last whole line. A whole line that is no answer is a data error that names the file and
// the line.
struct CachedAnswers {
  std::map<std::string, ChatAnswer, std::less<>> by_key;
  size_t whole = 0;
};
Result<CachedAnswers> read_cached_answers(std::string_view bytes, const std::string& name);

class AnswerCache {
 public:
  // Opens or creates the file and locks it. A usage error if another process writes to it.
  static Result<AnswerCache> open(const std::string& path);
  AnswerCache(AnswerCache&&) noexcept;
  AnswerCache& operator=(AnswerCache&&) noexcept;
  ~AnswerCache();

  // Returns the answer, or nothing if there is none. Several threads may call find() and add() at once.
  std::optional<ChatAnswer> find(std::string_view key) const;
  // Writes the line before it returns. The answer replaces an earlier one with this key.
  Status add(const std::string& key, const ChatAnswer& answer);

 private:
  struct State;
  explicit AnswerCache(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct AskOptions {
  int concurrency = 4;    // questions in flight at a time, each with its own connection
  uint32_t retries = 5;   // retries of a question after passing errors
  double first_wait = 1;  // seconds before the first retry; each further one waits twice as long
  double most_wait = 60;  // longest wait in seconds, unless the server asks for more
  std::function<bool()> stop = [] { return false; };  // polled often; true ends with an interrupted error
  // Checks that an answer serves its purpose. An answer that does not is returned but not kept: the next run
  // asks again, even if the cache has it. Several threads call it.
  std::function<bool(const ChatQuestion&, const ChatAnswer&)> serves = [](const ChatQuestion&,
                                                                          const ChatAnswer&) { return true; };
  Sink* sink = &null_sink();
  std::string what = "answers";  // name of the answers in progress messages
};

struct Asked {
  std::optional<ChatAnswer> answer;
  bool cached = false;       // it came from the cache
  std::string trouble = {};  // reason why there is no answer
};

// Returns the answers in the order of the questions. Equal questions are asked once. A question has a trouble
// if it is refused, if no try brings an answer, or if the answer is malformed. A missing error (exit code 4)
// if nothing answers at the address or no question can be answered there; then, as after an interruption, the
// answers so far are in the cache. Malformed answers count as such an error only while there is no whole
// answer, of this run or of the cache. A few of them then end the run, so that a wrong address does not get
// all questions.
Result<std::vector<Asked>> ask_all(const EndpointOptions& endpoint,
                                   const std::vector<ChatQuestion>& questions, AnswerCache& cache,
                                   const AskOptions& options);

}  // namespace standfast
