// The flags that name a language model behind an endpoint, and how it is asked.
#pragma once

#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/rewrite/ask_all.h"

namespace standfast::cli {

struct EndpointArgs {
  std::string endpoint, model, key_env, cache;
  double timeout = 120, temperature = 0;
  int64_t most_tokens = 0, concurrency = 4, retries = 5;
  std::string seed;  // "": none is sent

  void declare(Args& args);
  // Usage errors that can be told before a corpus is read. out: where the command writes.
  Status check(const std::string& command, const std::string& out) const;
  // What a question is, but for its text.
  Result<ChatQuestion> question() const;
  // Asks all; what: the questions in words, for progress; serves: as in AskOptions. The cache is `cache`, or stands beside
  // `out`. Ctrl-C ends with an interrupted error that says where the answers are.
  Result<std::vector<Asked>> ask(const std::string& command, const std::vector<ChatQuestion>& questions,
                                 const std::string& out, const std::string& what,
                                 std::function<bool(const ChatQuestion&, const ChatAnswer&)> serves) const;
};

// The content of the file of a prompt.
Result<std::string> read_prompt(const std::string& path);

}  // namespace standfast::cli
