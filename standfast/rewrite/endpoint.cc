#include "standfast/rewrite/endpoint.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/http/client.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
using Trouble = tl::unexpected<ChatTrouble>;

constexpr size_t kMostBytes = size_t{16} << 20;  // of one answer
constexpr double kLongestConnect = 10;           // seconds
constexpr std::string_view kVerb = "/chat/completions";

Trouble trouble(ChatTrouble::Kind kind, std::string message, double wait = 0) {
  return Trouble({.kind = kind, .message = std::move(message), .wait = wait});
}

Trouble strange_trouble(std::string message, std::string guess) {
  return Trouble(
      {.kind = ChatTrouble::Kind::strange, .message = std::move(message), .guess = std::move(guess)});
}

// Extracts the server's reason for its refusal: {"error": {"message": ...}}, {"error": "..."}, {"message":
// ...} or plain text.
std::string reason_in(const std::string& body) {
  const auto json = parse_json(body);
  std::string said;
  if (!json) {
    said = repair_utf8(body);
  } else if (json->is_object()) {
    const Json* at = &*json;
    if (const auto error = at->find("error"); error != at->end()) at = &*error;
    if (at->is_object())
      if (const auto message = at->find("message"); message != at->end()) at = &*message;
    if (at->is_string()) said = at->get<std::string>();
  }
  said = shortened(printable_line(said), 200);
  return said.empty() ? "" : fmt::format(": \"{}\"", said);
}

double seconds_in(const std::string& retry_after) {
  return std::min(seconds_of_retry_after(retry_after), kLongestRetryAfter);
}

// Words a network error for the user of an endpoint.
ChatTrouble without_answer(const HttpTrouble& trouble, const std::string& origin, double timeout) {
  using Kind = HttpTrouble::Kind;
  ChatTrouble why{.kind = ChatTrouble::Kind::passing, .message = trouble.said};
  switch (trouble.kind) {
    case Kind::stopped:
      why.message = "interrupted";
      break;
    case Kind::late:
      why.message = fmt::format("no whole answer came within {:g} s", timeout);
      break;
    case Kind::no_answer:
      why.unreached = true;
      why.message = fmt::format(
          "no connection with {} within {:g} s; is the server running, and not too busy (--concurrency, "
          "--timeout)?",
          origin, std::ceil(std::min(timeout, kLongestConnect)));
      break;
    case Kind::unreached:
      why.unreached = true;
      why.message = "nothing answers at " + origin + "; is the server running?";
      break;
    case Kind::broken:
      why.message = fmt::format("the connection broke, or no answer came within {:g} s", timeout);
      break;
    case Kind::not_encrypted:
      why.kind = ChatTrouble::Kind::lasting;
      why.message =
          "no encrypted connection (" + why.message +
          "); is the certificate of the server known here (SSL_CERT_FILE names a file with others), and "
          "does the port speak https?";
      break;
    default:
      break;
  }
  return why;
}

Trouble refused(const ChatResponse& response) {
  const std::string said = reason_in(response.body);
  const auto with = [&](std::string_view guess) {
    return fmt::format("HTTP status {}{}{}", response.status, said, guess);
  };
  switch (response.status) {
    case 401:
      return trouble(ChatTrouble::Kind::lasting, with("; is the key right, and named by --key-env?"));
    case 403:  // some servers: the content of this question is forbidden
      return strange_trouble(with(""), "may this key (--key-env) ask this model?");
    case 404:
    case 405:
      return trouble(
          ChatTrouble::Kind::lasting,
          with("; does the address end where the protocol begins (.../v1), and is there such a model?"));
    case 400:
    case 413:
    case 422:
      return trouble(ChatTrouble::Kind::question, with(""));
    case 408:
    case 409:
    case 425:
    case 429:
      return trouble(ChatTrouble::Kind::passing, with(""), seconds_in(response.retry_after));
    default:
      if (response.status >= 500)
        return trouble(ChatTrouble::Kind::passing, with(""), seconds_in(response.retry_after));
      return trouble(
          ChatTrouble::Kind::lasting,
          with(response.status / 100 == 3 ? "; the server redirects elsewhere; give the final address" : ""));
  }
}

// Returns the text of a content: a string, or parts ({"type": "text", "text": ...}) one after the other.
// Nothing if it is neither.
std::optional<std::string> text_of(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  if (!content.is_array()) return std::nullopt;
  std::string text;
  for (const Json& part : content) {
    if (!part.is_object()) return std::nullopt;
    const auto type = part.find("type"), said = part.find("text");
    if (type != part.end() && *type != "text" && *type != "output_text") continue;  // reasoning, an image
    if (said == part.end() || !said->is_string()) return std::nullopt;
    text += said->get<std::string>();
  }
  return text;
}

// Shorter keys are words that local servers ask for ("none"), and would occur in any text.
constexpr size_t kShortestSecret = 6;

void hide(const std::string& key, std::string& text) {
  if (key.size() < kShortestSecret) return;
  for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 3))
    text.replace(at, key.size(), "***");
}

}  // namespace

Result<HttpAddress> endpoint_address(std::string_view url) {
  using Flaw = AddressFlaw::Kind;
  const std::string shown(url);
  auto address = http_address(url);
  if (!address && address.error().kind == Flaw::scheme)
    return usage_error(
        fmt::format("the endpoint \"{}\" {}, such as http://127.0.0.1:8000/v1", shown, address.error().what));
  if (!address && address.error().kind == Flaw::password)
    return usage_error(
        "the endpoint's address holds a user name or a password; leave them out, and name the variable "
        "of the environment that holds the key with --key-env");
  if (url.find_first_of("?#") != std::string_view::npos)
    return usage_error(
        fmt::format("the endpoint \"{}\" has a \"?\" or a \"#\"; give the part before it", shown));
  if (!address && address.error().kind == Flaw::port)
    return usage_error(fmt::format("the endpoint \"{}\": {}", shown, address.error().what));
  if (!address) return usage_error(fmt::format("the endpoint \"{}\" {}", shown, address.error().what));
  std::string& path = address->target;
  while (path.ends_with('/')) path.pop_back();
  if (!path.ends_with(kVerb)) path += kVerb;
  return *std::move(address);
}

std::string_view ChatAnswer::without_text() const {
  return thought_only && cut
             ? "the answer is empty: the model thought until its tokens were used up (--max-tokens)"
         : thought_only ? "the answer is empty: the model only thought (reasoning_content)"
                        : "the answer has no text";
}

tl::expected<ChatAnswer, ChatTrouble> read_chat_response(const ChatResponse& response) {
  if (response.status != 200) return refused(response);
  const auto strange = [](const std::string& what) {
    return strange_trouble(fmt::format("the server's answer {}", what),
                           "is there a server of chat completions at this address?");
  };
  const auto json = parse_json(response.body);
  if (!json) return strange("is not JSON");
  if (json->is_object())
    if (const auto error = json->find("error");
        error != json->end() && !error->empty() && *error != "" && *error != false)
      return strange("is an error" + reason_in(response.body));
  const auto choices = json->is_object() ? json->find("choices") : json->end();
  if (choices == json->end() || !choices->is_array() || choices->empty() || !choices->front().is_object())
    return strange("has no \"choices\"");
  const Json& choice = choices->front();
  const auto message = choice.find("message");
  if (message == choice.end() || !message->is_object()) return strange("has no \"message\"");
  const auto content = message->find("content");
  ChatAnswer answer;
  // A refusal of the model, or an answer of tool calls alone, has no content. That is an answer without text.
  if (content != message->end() && !content->is_null()) {
    auto text = text_of(*content);
    if (!text) return strange("has a \"content\" that is not a text");
    answer.text = std::move(*text);
  }
  const auto finish = choice.find("finish_reason");
  const std::string why = finish != choice.end() && finish->is_string() ? finish->get<std::string>() : "";
  answer.cut = why == "length" || why == "content_filter";
  for (const char* thought : {"reasoning_content", "reasoning"}) {
    const auto it = message->find(thought);
    answer.thought_only |= answer.text.empty() && it != message->end() && it->is_string() && *it != "";
  }
  return answer;
}

struct Endpoint::State {
  EndpointOptions options;
  HttpAddress address;
  HttpClient client;
};

Endpoint::Endpoint(std::unique_ptr<State> state) : state_(std::move(state)) {}
Endpoint::Endpoint(Endpoint&&) noexcept = default;
Endpoint& Endpoint::operator=(Endpoint&&) noexcept = default;
Endpoint::~Endpoint() = default;
const std::string& Endpoint::url() const {
  return state_->options.url;
}
const std::string& Endpoint::model() const {
  return state_->options.model;
}

Result<Endpoint> Endpoint::make(EndpointOptions options) {
  SF_ASSIGN(HttpAddress address, endpoint_address(options.url));
  if (options.model.empty()) return usage_error("the endpoint needs the name of a model");
  if (!(options.timeout > 0)) return usage_error("the time limit of an answer must be above 0 seconds");
  if (options.key.find_first_of("\r\n") != std::string::npos)
    return usage_error("the key of the endpoint has a line break in it");
  HttpClient client(address.origin, {.connect = std::min(options.timeout, kLongestConnect),
                                     // the limit of the whole answer comes first
                                     .silence = options.timeout + 5,
                                     .whole = options.timeout});
  if (!client.is_valid())
    return usage_error(
        fmt::format("the endpoint \"{}\" cannot be used: no such kind of address", options.url));
  auto state = std::make_unique<State>(State{std::move(options), std::move(address), std::move(client)});
  return Endpoint(std::move(state));
}

tl::expected<ChatAnswer, ChatTrouble> Endpoint::ask(const ChatQuestion& question,
                                                    const std::function<bool()>& stop) {
  const EndpointOptions& options = state_->options;
  Json body = {{"model", options.model},
               {"messages", Json::array({{{"role", "user"}, {"content", question.text}}})},
               {"temperature", question.temperature}};
  if (question.most_tokens > 0) body["max_tokens"] = question.most_tokens;
  if (question.seed) body["seed"] = *question.seed;
  HttpRequest request{.method = "POST",
                      .address = state_->address,
                      .headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
                      .body = json_text(body)};
  if (!options.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + options.key);
  ChatResponse response;
  bool too_long = false;
  const HttpTaker taker{.head = {}, .bytes = [&](std::string_view bytes) {
                          too_long = response.body.size() + bytes.size() > kMostBytes;
                          if (!too_long) response.body += bytes;
                          return !too_long;
                        }};
  const auto got = state_->client.send(request, taker, stop);
  if (too_long) return trouble(ChatTrouble::Kind::question, "the answer is longer than 16 MB");
  if (!got) return Trouble(without_answer(got.error(), state_->address.origin, options.timeout));
  response.status = got->status;
  response.retry_after = got->header("Retry-After");
  // A server may repeat the key, and refusals and answers are written into files. The whole body of a refusal
  // is cleared before it is read, because a message may be cut in the middle of the key.
  auto answer = read_chat_response(response);
  if (!answer) {
    hide(options.key, response.body);
    answer = read_chat_response(response);
  }
  hide(options.key, answer ? answer->text : answer.error().message);
  return answer;
}

}  // namespace standfast
