// Sends many questions to one endpoint: several at a time, with retries after passing errors, and each
// question once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/rewrite/answer_cache.h"
#include "standfast/rewrite/endpoint.h"

namespace standfast {

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
