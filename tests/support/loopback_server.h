// An HTTP server on this machine (127.0.0.1, a free port), for tests.
#pragma once

#include <string>
#include <thread>

#include <httplib.h>

namespace standfast::testing {

class LoopbackServer {
 public:
  // Starts the server. add: gives the server its answers.
  template <class Add>
  explicit LoopbackServer(Add add) {
    static const bool warm = warm_up();
    static_cast<void>(warm);
    add(server_);
    start();
  }
  ~LoopbackServer() { stop(); }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  LoopbackServer() { start(); }

  // Makes the library fill a table before its first request. The library guards the table well, but is
  // compiled without the thread sanitizer, which would report a race for two simultaneous first requests.
  static bool warm_up() {
    LoopbackServer first;
    httplib::Client client("127.0.0.1", first.port_);
    const bool answered = static_cast<bool>(client.Get("/"));
    first.stop();
    return answered;
  }
  void start() {
    server_.set_tcp_nodelay(true);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  void stop() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }

  httplib::Server server_;
  std::thread thread_;
  int port_ = 0;
};

}  // namespace standfast::testing
