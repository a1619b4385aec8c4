// A server of HTTP on this machine (127.0.0.1, a free port), for tests.
#pragma once

#include <string>
#include <thread>

#include <httplib.h>

namespace standfast::testing {

class LoopbackServer {
 public:
  // add: gives the server its answers.
  template <class Add>
  explicit LoopbackServer(Add add) {
    server_.set_tcp_nodelay(true);
    add(server_);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~LoopbackServer() {
    server_.stop();
    thread_.join();
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  httplib::Server server_;
  std::thread thread_;
  int port_ = 0;
};

}  // namespace standfast::testing
