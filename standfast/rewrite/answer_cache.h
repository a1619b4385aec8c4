// A cache of a language model's answers, in a file beside the result: an answer that was paid for is never
// requested again. Each answer is a line of JSON, {"key": ..., "answer": ..., "cut": ...}; lines are only
// ever appended, each at once. The key is a digest of everything that the answer depends on, the question
// included; neither questions nor the key of the endpoint are in the file. A last line without a line end was
// left by a process that was killed, and is cut off.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/rewrite/endpoint.h"

namespace standfast {

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

}  // namespace standfast
