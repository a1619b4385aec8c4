#include "standfast/study/executor/worker.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include "standfast/base/granted_devices.h"
#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/base/stop.h"
#include "standfast/study/executor/json_lines.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Passes warnings on to the parent, and progress at most ten times a second. Any thread may call it.
class SocketSink final : public Sink {
 public:
  explicit SocketSink(int fd) : fd_(fd) {}
  void log(Level level, std::string_view line) override {
    const std::lock_guard lock(mutex_);
    if (level == Level::warning) send_line(fd_, {{"warning", std::string(line)}});
  }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    send_line(fd_, {{"progress", {std::string(what), done, total}}});
  }

 private:
  int fd_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_{};
};

// Orders that have arrived and are not done yet. The listening thread applies limits at once.
class Orders {
 public:
  void put(Json order) {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(order));
    changed_.notify_one();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }
  bool none() {
    const std::lock_guard lock(mutex_);
    return orders_.empty();
  }
  // The next order; nothing once the other side is gone.
  std::optional<Json> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !orders_.empty(); });
    if (orders_.empty()) return std::nullopt;
    Json order = std::move(orders_.front());
    orders_.pop_front();
    return order;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Json> orders_;
  bool ended_ = false;
};

// Waits for what the other side says next; false once it is gone.
bool hear(int in, std::string& buffer, Orders& orders) {
  if (!receive(in, buffer)) {
    orders.end();
    return false;
  }
  while (auto message = take_line(buffer)) {
    if (message->is_object() && message->contains("limit"))
      set_thread_limit(message->value("limit", 1));
    else
      orders.put(std::move(*message));
  }
  return true;
}

std::atomic<bool> told_to_stop = false, at_work = false;

void on_sigterm(int) {
  told_to_stop = true;
  if (!at_work) ::_exit(128 + SIGTERM);
}

// In whatever way the worker ends, its listener ends too.
struct Deafen {
  int in;
  ~Deafen() { ::shutdown(in, SHUT_RD); }
};

}  // namespace

const std::atomic<bool>* stop_at_sigterm() {
  struct sigaction action {};
  action.sa_handler = on_sigterm;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
  return &told_to_stop;
}

Status serve_units(int in, int out, const DoUnit& do_unit, const std::atomic<bool>* stop) {
  SocketSink sink(out);
  if (!send_line(out, {{"ready", true}})) return {};
  Orders orders;
  std::string buffer;
  std::jthread listener;
  try {
    listener = std::jthread([&] {
      while (hear(in, buffer, orders)) {
      }
    });
  } catch (const std::exception&) {
    // The system gives no thread: limits are heard between units only.
  }
  const Deafen at_the_end{in};  // runs before the listener is joined
  const auto next = [&] {
    while (!listener.joinable() && orders.none() && hear(in, buffer, orders)) {
    }
    return orders.take();
  };
  while (const auto order = next()) {
    Result<Unit> unit = Unit{};
    int threads = 1;
    std::vector<std::string> devices;
    try {
      unit = unit_from_json(order->at("unit"));
      threads = order->value("threads", 1);
      devices = order->value("devices", devices);
    } catch (const Json::exception& error) {
      return data_error(fmt::format("the worker was sent something else than a unit ({})", error.what()));
    }
    if (!unit) return Failure(unit.error());
    grant_devices(std::move(devices));
    Status status;
    at_work = true;
    try {
      const StopWhen stopping(stop);
      status = do_unit(*unit, threads, sink);
    } catch (const Stopped&) {
      send_line(out, {{"ok", false}, {"stopped", true}});
      return {};
    }
    at_work = false;
    if (!send_line(out,
                   status ? Json{{"ok", true}} : Json{{"ok", false}, {"reason", status.error().message}}))
      break;
    if (stop != nullptr && *stop) break;  // it came when the unit had nothing more to stop
  }
  return {};
}

}  // namespace standfast
