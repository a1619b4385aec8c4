// The flags of a language model behind an endpoint: its address, name and sampling.
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
  // Returns usage errors that can be detected before a corpus is read. out: the output path of the command.
  Status check(const std::string& command, const std::string& out) const;
  // Returns a question without its text.
  Result<ChatQuestion> question() const;
  // Asks all questions. what: the questions in words, for progress. serves: as in AskOptions. The cache is
  // `cache`, or a file beside `out`. Ctrl-C ends with an interrupted error that says where the answers are.
  Result<std::vector<Asked>> ask(const std::string& command, const std::vector<ChatQuestion>& questions,
                                 const std::string& out, const std::string& what,
                                 std::function<bool(const ChatQuestion&, const ChatAnswer&)> serves) const;
};

// Returns the content of a prompt file.
Result<std::string> read_prompt(const std::string& path);

}  // namespace standfast::cli
