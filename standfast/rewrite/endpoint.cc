#include "standfast/rewrite/endpoint.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/text/printable.h"
#include "standfast/text/utf8_repair.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
using Trouble = tl::unexpected<ChatTrouble>;

constexpr size_t kMostBytes = size_t{16} << 20;  // of one answer
constexpr std::string_view kVerb = "/chat/completions";

Trouble trouble(ChatTrouble::Kind kind, std::string message, double wait = 0) {
  return Trouble({.kind = kind, .message = std::move(message), .wait = wait});
}

Trouble strange_trouble(std::string message, std::string guess) {
  return Trouble(
      {.kind = ChatTrouble::Kind::strange, .message = std::move(message), .guess = std::move(guess)});
}

// What the server says of its refusal: {"error": {"message": ...}}, {"error": "..."}, {"message": ...} or plain text.
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
  double seconds = 0;
  const char* end = retry_after.data() + retry_after.size();
  if (const auto [at, failed] = std::from_chars(retry_after.data(), end, seconds);
      failed != std::errc{} || at != end || !(seconds > 0))
    return 0;  // a date is not understood: the own waits do
  return std::min(seconds, kLongestRetryAfter);
}

Trouble refused(const ChatResponse& response) {
  const std::string said = reason_in(response.body);
  const auto with = [&](std::string_view guess) {
    return fmt::format("HTTP status {}{}{}", response.status, said, guess);
  };
  switch (response.status) {
    case 401:
      return trouble(ChatTrouble::Kind::lasting, with("; is the key right, and named by --key-env?"));
    case 403:  // of some servers: the content of this question is forbidden
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
          with(response.status / 100 == 3 ? "; the server sends elsewhere: give the final address" : ""));
  }
}

// The text of a content: a string, or parts ({"type": "text", "text": ...}) one after the other. Nothing: neither.
std::optional<std::string> text_of(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  if (!content.is_array()) return std::nullopt;
  std::string text;
  for (const Json& part : content) {
    if (!part.is_object()) return std::nullopt;
    const auto type = part.find("type"), said = part.find("text");
    if (type != part.end() && *type != "text" && *type != "output_text") continue;  // a thought, an image
    if (said == part.end() || !said->is_string()) return std::nullopt;
    text += said->get<std::string>();
  }
  return text;
}

// Shorter keys are words that local servers ask for ("none"), and would be found in any text.
constexpr size_t kShortestSecret = 6;

void hide(const std::string& key, std::string& text) {
  if (key.size() < kShortestSecret) return;
  for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 3))
    text.replace(at, key.size(), "***");
}

// While a question is under way: breaks its connection when its time is over, or when somebody wants to stop. The time
// limits of the client are for each read, and a server that sends a byte now and then would keep them for ever.
class Watch {
 public:
  Watch(httplib::Client& client, double seconds, const std::function<bool()>& stop) {
    try {
      thread_ = std::jthread([this, &client, seconds, &stop](const std::stop_token& done) {
        watch(done, client, seconds, stop);
      });
    } catch (const std::exception&) {
      // The system gives no thread. Then the limits of the client hold.
    }
  }
  bool late() const { return late_; }
  bool stopped() const { return stopped_; }

 private:
  using Clock = std::chrono::steady_clock;
  void watch(const std::stop_token& done, httplib::Client& client, double seconds,
             const std::function<bool()>& stop) {
    const auto end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::unique_lock lock(mutex_);
    while (!done.stop_requested()) {
      late_ = Clock::now() >= end;
      stopped_ = stop();
      if (late_ || stopped_) return client.stop();
      wake_.wait_for(lock, done, std::chrono::milliseconds(50), [] { return false; });
    }
  }

  std::atomic<bool> late_ = false, stopped_ = false;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // the last: it uses the others
};

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

}  // namespace

Result<EndpointAddress> endpoint_address(std::string_view url) {
  const std::string shown(url);
  const bool encrypted = url.starts_with("https://");
  if (!encrypted && !url.starts_with("http://"))
    return usage_error(fmt::format(
        "the endpoint \"{}\" is no http or https address, such as http://127.0.0.1:8000/v1", shown));
  const size_t begin = url.find("//") + 2, end = std::min(url.find_first_of("/?#", begin), url.size());
  const std::string_view host_port = url.substr(begin, end - begin);
  if (host_port.find('@') != std::string_view::npos)
    return usage_error(
        "the endpoint's address holds a user name or a password; leave them out, and name the variable "
        "of the environment that holds the key with --key-env");
  if (url.find_first_of("?#", end) != std::string_view::npos)
    return usage_error(
        fmt::format("the endpoint \"{}\" has a \"?\" or a \"#\"; give the part before it", shown));
  // The port: after the last colon that is not inside the brackets of an IPv6 address.
  const size_t colon =
      host_port.find(':', host_port.starts_with('[') ? std::min(host_port.find(']'), host_port.size()) : 0);
  const std::string_view host = host_port.substr(0, colon);
  if (host.empty() || host_port.find_first_of(" \t\r\n") != std::string_view::npos)
    return usage_error(fmt::format("the endpoint \"{}\" names no host", shown));
  if (colon != std::string_view::npos) {
    const std::string_view port = host_port.substr(colon + 1);
    int number = 0;
    const auto [at, failed] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (failed != std::errc{} || at != port.data() + port.size() || number < 1 || number > 65535)
      return usage_error(fmt::format("the endpoint \"{}\": \"{}\" is no port", shown, std::string(port)));
  }
  std::string path(url.substr(end));
  while (path.ends_with('/')) path.pop_back();
  if (!path.ends_with(kVerb)) path += kVerb;
  return EndpointAddress{std::string(url.substr(0, end)), std::move(path),
                         encrypted || is_this_machine(host)};
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
  if (!json) return strange("is no JSON");
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
  // A refusal of the model, or an answer of tools alone, has no content. That is an answer without text.
  if (content != message->end() && !content->is_null()) {
    auto text = text_of(*content);
    if (!text) return strange("has a \"content\" that is no text");
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
  EndpointAddress address;
  std::unique_ptr<httplib::Client> client;
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
  SF_ASSIGN(EndpointAddress address, endpoint_address(options.url));
  if (options.model.empty()) return usage_error("the endpoint needs the name of a model");
  if (!(options.timeout > 0)) return usage_error("the time limit of an answer must be above 0 seconds");
  if (options.key.find_first_of("\r\n") != std::string::npos)
    return usage_error("the key of the endpoint has a line break in it");
  auto state = std::make_unique<State>();
  state->client = std::make_unique<httplib::Client>(address.origin);
  if (!state->client->is_valid())
    return usage_error(
        fmt::format("the endpoint \"{}\" cannot be used: no such kind of address", options.url));
  httplib::Client& client = *state->client;
  const auto whole = static_cast<time_t>(std::ceil(options.timeout));
  client.set_connection_timeout(std::min<time_t>(whole, 10));
  client.set_read_timeout(whole + 5);  // Watch is earlier
  client.set_write_timeout(whole + 5);
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);       // else every answer waits for a delayed acknowledgement
  client.set_follow_location(false);  // the key must not follow
  state->options = std::move(options);
  state->address = std::move(address);
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
  httplib::Request request;
  request.method = "POST";
  request.path = state_->address.path;
  request.body = json_text(body);
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  if (!options.key.empty()) request.headers.emplace("Authorization", "Bearer " + options.key);
  ChatResponse response;
  bool too_long = false;
  request.content_receiver = [&](const char* data, size_t n, uint64_t, uint64_t) {
    too_long = response.body.size() + n > kMostBytes;
    if (!too_long) response.body.append(data, n);
    return !too_long;
  };
  const Watch watch(*state_->client, options.timeout, stop);
  const auto got = state_->client->send(request);
  if (!got && watch.stopped()) return trouble(ChatTrouble::Kind::passing, "interrupted");
  if (!got && watch.late())
    return trouble(ChatTrouble::Kind::passing,
                   fmt::format("no whole answer came within {:g} s", options.timeout));
  if (too_long) return trouble(ChatTrouble::Kind::question, "the answer is longer than 16 MB");
  if (!got) {
    ChatTrouble why{.kind = ChatTrouble::Kind::passing, .message = httplib::to_string(got.error())};
    switch (got.error()) {
      case httplib::Error::ConnectionTimeout:
        why.unreached = true;
        why.message = fmt::format(
            "no connection with {} within {:g} s; is the server running, and not too busy (--concurrency, --timeout)?",
            state_->address.origin, std::min(std::ceil(options.timeout), 10.0));
        break;
      case httplib::Error::Connection:
      case httplib::Error::BindIPAddress:
        why.unreached = true;
        why.message = "nothing answers at " + state_->address.origin + "; is the server running?";
        break;
      case httplib::Error::Read:
      case httplib::Error::Write:
        why.message = fmt::format("the connection broke, or no answer came within {:g} s", options.timeout);
        break;
      case httplib::Error::SSLConnection:
      case httplib::Error::SSLLoadingCerts:
      case httplib::Error::SSLServerVerification:
        why.kind = ChatTrouble::Kind::lasting;
        why.message =
            "no encrypted connection (" + why.message +
            "); is the certificate of the server known here (SSL_CERT_FILE names a file with others), and does the "
            "port speak https?";
        break;
      default:
        break;
    }
    return Trouble(why);
  }
  response.status = got->status;
  response.retry_after = got->get_header_value("Retry-After");
  // A server may repeat the key, and refusals and answers are written into files. Of a refusal the whole body is cleared
  // before it is read, because a message may be cut in the middle of the key.
  auto answer = read_chat_response(response);
  if (!answer) {
    hide(options.key, response.body);
    answer = read_chat_response(response);
  }
  hide(options.key, answer ? answer->text : answer.error().message);
  return answer;
}

}  // namespace standfast
