// A chat completion server on this machine (127.0.0.1, a free port), for tests. Its answer is a function of
// the request.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "standfast/base/json.h"
#include "tests/support/loopback_server.h"

namespace standfast::testing {

class ChatServer {
 public:
  struct Reply {
    int status = 200;
    std::string body;
    std::string retry_after = {};
    bool drips = false;  // a byte now and then: a client that waits for each byte alone waits some seconds
  };
  // prompt: the question; n: the number of earlier requests.
  using Answer = std::function<Reply(const std::string& prompt, int n)>;

  explicit ChatServer(Answer answer)
      : answer_(std::move(answer)), server_([this](httplib::Server& server) { add_answers(server); }) {}

  std::string url() const { return server_.url() + "/v1"; }

  struct Request {
    std::string authorization;
    nlohmann::ordered_json body;
  };
  std::vector<Request> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  int most_under_way() const { return most_under_way_; }

  // Returns the body of an answer with this text.
  static std::string said(const std::string& text, const std::string& finish = "stop") {
    return nlohmann::ordered_json{{"choices",
                                   {{{"index", 0},
                                     {"message", {{"role", "assistant"}, {"content", text}}},
                                     {"finish_reason", finish}}}}}
        .dump();
  }
  // Returns the document in a prompt for rewriting: the text after the last "Input Text: ", without its
  // quotes.
  static std::string document_in(const std::string& prompt) {
    const size_t begin = prompt.rfind("Input Text: \"") + 13;
    return prompt.substr(begin, prompt.rfind("\"\n### Output") - begin);
  }

 private:
  void add_answers(httplib::Server& server) {
    server.Post("/v1/chat/completions", [this](const httplib::Request& request, httplib::Response& response) {
      const auto body = nlohmann::ordered_json::parse(request.body, nullptr, false);
      std::string prompt;
      int n = 0;
      {
        const std::lock_guard lock(mutex_);
        n = static_cast<int>(requests_.size());
        requests_.push_back({request.get_header_value("Authorization"), body});
        if (!body.is_discarded()) prompt = body["messages"][0]["content"].get<std::string>();
      }
      const int now = ++under_way_;
      int most = most_under_way_;
      while (now > most && !most_under_way_.compare_exchange_weak(most, now)) {
      }
      const Reply reply = answer_(prompt, n);
      --under_way_;
      response.status = reply.status;
      if (!reply.retry_after.empty()) response.set_header("Retry-After", reply.retry_after);
      if (!reply.drips) return response.set_content(reply.body, "application/json");
      response.set_content_provider(reply.body.size(), "application/json",
                                    [body = reply.body](size_t at, size_t, httplib::DataSink& sink) {
                                      std::this_thread::sleep_for(std::chrono::milliseconds(25));
                                      return sink.write(body.data() + at, 1);
                                    });
    });
  }

  Answer answer_;
  mutable std::mutex mutex_;
  std::vector<Request> requests_;
  std::atomic<int> under_way_ = 0, most_under_way_ = 0;
  LoopbackServer server_;  // last, because its answers use the other members
};

}  // namespace standfast::testing
