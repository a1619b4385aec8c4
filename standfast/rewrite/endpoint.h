// A language model behind an HTTP endpoint that speaks OpenAI's chat completions protocol: servers of
// vendors, and local ones (llama.cpp, vLLM, Ollama ...). Each call sends one question and returns one answer.
// Nothing of a question or an answer is written to disk here. The key goes into one header and nowhere else:
// where a server repeats it, the message or the answer has *** in its place.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "standfast/base/result.h"
#include "standfast/http/address.h"

namespace standfast {

struct EndpointOptions {
  std::string url;       // base address of the protocol: http://127.0.0.1:8000/v1
  std::string model;     // name of the model on the server
  std::string key = {};  // bearer token; "": none is sent
  double timeout = 120;  // seconds to wait for one whole answer
};

struct ChatQuestion {
  std::string text;
  double temperature = 0;
  uint32_t most_tokens = 0;           // longest answer, in tokens; 0: the server decides
  std::optional<uint64_t> seed = {};  // for servers that accept a seed
};

// Longest time, in seconds, that a server's Retry-After is obeyed.
inline constexpr double kLongestRetryAfter = 3600;

struct ChatAnswer {
  std::string text;  // valid UTF-8
  bool cut = false;  // the server ended it: it grew too long, or a filter stopped it
  // The text is empty, but there is reasoning: reasoning_content, or reasoning as newer servers call it.
  bool thought_only = false;
  // Returns the reason an answer has no text; empty if it has one.
  std::string_view without_text() const;
};

// The reason there is no answer.
struct ChatTrouble {
  enum class Kind {
    passing,   // busy, timed out, not reached: a retry may be answered
    question,  // this question is refused (too long, say); others may be answered
    // A response that is no chat completion, or a refusal that may concern this question alone. If no
    // question is answered, the address or the key is wrong.
    strange,
    lasting,  // no question will be answered: wrong key, wrong address, no such model
  };
  Kind kind = Kind::lasting;
  std::string message;     // one line, without the question
  std::string guess = {};  // strange: the likely mistake if no question is answered
  double wait = 0;         // seconds that the server asks to wait; 0: it does not say
  bool unreached = false;  // no server answered at the address
};

// Parses the base address of an endpoint. A usage error if it is no http or https address, or if it holds a
// user name and a password, because addresses are written into files.
Result<HttpAddress> endpoint_address(std::string_view url);

// A server's response: its HTTP status, the header Retry-After, and the body.
struct ChatResponse {
  int status = 0;
  std::string retry_after = {}, body = {};
};
// Reads any bytes as an answer or a trouble. This is the seam for tests and fuzzers.
tl::expected<ChatAnswer, ChatTrouble> read_chat_response(const ChatResponse& response);

class Endpoint {
 public:
  static Result<Endpoint> make(EndpointOptions options);
  Endpoint(Endpoint&&) noexcept;
  Endpoint& operator=(Endpoint&&) noexcept;
  ~Endpoint();

  const std::string& url() const;
  const std::string& model() const;
  // Sends a question. An endpoint serves one thread at a time; several threads have an endpoint each. stop:
  // polled often, by another thread; true ends the question with a passing trouble, and so does an answer
  // that is not whole in time.
  tl::expected<ChatAnswer, ChatTrouble> ask(
      const ChatQuestion& question, const std::function<bool()>& stop = [] { return false; });

 private:
  struct State;
  explicit Endpoint(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace standfast
