// Answers that a language model has given, in a file beside the result: an answer that was paid for is asked for once.
// One line of JSON an answer, {"key": ..., "answer": ..., "cut": ...}; lines are only ever appended, each at once.
// The key is a digest of everything that the answer depends on, the question included: question and key of the endpoint
// are not in the file. A last line without its end was left by a process that was killed, and is cut off.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/rewrite/endpoint.h"

namespace standfast {

// SHA-256 over what an answer depends on. An endpoint elsewhere that serves the same model gives the same key.
std::string answer_key(std::string_view model, const ChatQuestion& question);

// The lines of such a file; of two with one key the later one counts. whole: number of bytes up to the end of the last
// whole line. A data error that names the file and the line for a whole line that is no answer.
struct CachedAnswers {
  std::map<std::string, ChatAnswer, std::less<>> by_key;
  size_t whole = 0;
};
Result<CachedAnswers> read_cached_answers(std::string_view bytes, const std::string& name);

class AnswerCache {
 public:
  // Opens or makes the file and locks it. A usage error if another process writes to it.
  static Result<AnswerCache> open(const std::string& path);
  AnswerCache(AnswerCache&&) noexcept;
  AnswerCache& operator=(AnswerCache&&) noexcept;
  ~AnswerCache();

  // Nothing if there is none. Several threads may call both functions at once.
  std::optional<ChatAnswer> find(std::string_view key) const;
  // Writes the line before it returns. It takes the place of an earlier answer to this key.
  Status add(const std::string& key, const ChatAnswer& answer);

 private:
  struct State;
  explicit AnswerCache(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace standfast
