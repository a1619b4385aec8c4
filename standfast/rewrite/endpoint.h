// A language model behind an HTTP endpoint that speaks the protocol of OpenAI's chat completions: servers of
// vendors, and local ones (llama.cpp, vLLM, Ollama ...). One question, one answer. Nothing of a question or an answer is
// written anywhere here, and the key goes into one header and nowhere else: where a server repeats it, the message or
// the answer has *** in its place.
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
  std::string url;       // where the protocol begins: http://127.0.0.1:8000/v1
  std::string model;     // as the server names it
  std::string key = {};  // sent as a bearer token; "": none is sent
  double timeout = 120;  // seconds to wait for one whole answer
};

struct ChatQuestion {
  std::string text;
  double temperature = 0;
  uint32_t most_tokens = 0;           // of the answer; 0: the server decides
  std::optional<uint64_t> seed = {};  // for servers that take one
};

// Seconds. What a server asks beyond it is not waited for.
inline constexpr double kLongestRetryAfter = 3600;

struct ChatAnswer {
  std::string text;  // valid UTF-8
  bool cut = false;  // the server ended it, because it grew too long or by a filter
  // Beside an empty text there is what the model thought: reasoning_content, or reasoning as newer servers call it.
  bool thought_only = false;
  // Why there is no text, for one who needs it.
  std::string_view without_text() const;
};

// Why there is no answer.
struct ChatTrouble {
  enum class Kind {
    passing,   // busy, timed out, not reached: the same question may be answered later
    question,  // this question is refused (too long, say); others may be answered
    // No answer of chat completions, or a refusal that may be meant for this question alone. Where no question is
    // answered, the address or the key is wrong.
    strange,
    lasting,  // no question will be answered: wrong key, wrong address, no such model
  };
  Kind kind = Kind::lasting;
  std::string message;     // one line, without the question
  std::string guess = {};  // strange: what is wrong where no question is answered
  double wait = 0;         // seconds that the server asks to wait; 0: it does not say
  bool unreached = false;  // nobody answered at the address
};

// Where questions go, from where the protocol begins. A usage error for what is no http or https address, and for one that
// holds a name and a password: addresses are written into files.
Result<HttpAddress> endpoint_address(std::string_view url);

// What a server sent back: its status (HTTP), the header Retry-After, and the body.
struct ChatResponse {
  int status = 0;
  std::string retry_after = {}, body = {};
};
// The seam for tests and fuzzers: any bytes are an answer or a trouble.
tl::expected<ChatAnswer, ChatTrouble> read_chat_response(const ChatResponse& response);

class Endpoint {
 public:
  static Result<Endpoint> make(EndpointOptions options);
  Endpoint(Endpoint&&) noexcept;
  Endpoint& operator=(Endpoint&&) noexcept;
  ~Endpoint();

  const std::string& url() const;
  const std::string& model() const;
  // One thread at a time; several threads have an endpoint each. stop: asked often, by another thread; true ends the
  // question with a passing trouble, and so does an answer that is not whole in time.
  tl::expected<ChatAnswer, ChatTrouble> ask(
      const ChatQuestion& question, const std::function<bool()>& stop = [] { return false; });

 private:
  struct State;
  explicit Endpoint(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace standfast
