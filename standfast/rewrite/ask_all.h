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
  // Whether an answer serves its purpose. One that does not is given, but not kept: the next run asks again, also where
  // the cache has it. Several threads call it.
  std::function<bool(const ChatQuestion&, const ChatAnswer&)> serves = [](const ChatQuestion&,
                                                                          const ChatAnswer&) { return true; };
  Sink* sink = &null_sink();
  std::string what = "answers";  // for progress
};

struct Asked {
  std::optional<ChatAnswer> answer;
  bool cached = false;       // it was there already
  std::string trouble = {};  // why there is none
};

// By question, in their order. Equal questions are asked once. A question that is refused, that no try answers or to which
// something broken came has a trouble. A missing error (exit code 4) if nothing answers at the address or no question can
// be answered there; then, as after an interruption, what has been answered is in the cache. Broken answers mean that
// only where none is whole, of this run or of the cache: a few of them end the run, so that a wrong address does not get
// all questions.
Result<std::vector<Asked>> ask_all(const EndpointOptions& endpoint,
                                   const std::vector<ChatQuestion>& questions, AnswerCache& cache,
                                   const AskOptions& options);

}  // namespace standfast
