// Many questions to one endpoint: several at once, again after passing troubles, none twice.
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
  int concurrency = 4;    // questions under way at once, each with a connection of its own
  uint32_t retries = 5;   // of a question, after passing troubles
  double first_wait = 1;  // seconds before the first of them; each further one waits twice as long
  double most_wait = 60;  // at most so long, unless the server asks for more
  std::function<bool()> stop = [] { return false; };  // asked often; true ends with an interrupted error
  Sink* sink = &null_sink();
  std::string what = "answers";  // for progress
};

struct Asked {
  std::optional<ChatAnswer> answer;
  bool cached = false;       // it was there already
  std::string trouble = {};  // why there is none
};

// By question, in their order. Equal questions are asked once. A question that is refused or that no try answers has a
// trouble. A missing error (exit code 4) if nothing answers at the address or no question can be answered there; then, as
// after an interruption, what has been answered is in the cache.
Result<std::vector<Asked>> ask_all(const EndpointOptions& endpoint,
                                   const std::vector<ChatQuestion>& questions, AnswerCache& cache,
                                   const AskOptions& options);

}  // namespace standfast
