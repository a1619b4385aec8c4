#include "cli/terminal.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "standfast/base/standard_streams.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

class Terminal final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    if (quiet_ && level != Level::warning) return;
    const std::lock_guard lock(mutex_);
    erase_bar();
    write_standard_error(
        fmt::format("{}{}\n", level == Level::warning ? "warning: " : "", message_line(line)));
  }

  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    if (quiet_) return;
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (what != what_) {
      what_ = what;
      begun_ = done;
      started_ = now;
      shown_ = {};
    }
    const bool last = total > 0 && done >= total;
    // Work that finishes within one pause needs no line.
    if (now - (shown_ == Clock::time_point{} ? started_ : shown_) < pause()) {
      if (last) erase_bar();
      return;
    }
    shown_ = now;
    const double seconds = std::chrono::duration<double>(now - started_).count();
    const std::string shown = message_line(what);
    std::string line = total > 0 ? fmt::format("{} {}/{} ({}%)", shown, done, total, 100 * done / total)
                                 : fmt::format("{} {}", shown, done);
    if (const auto left = seconds_left(begun_, done, total, seconds))
      line += fmt::format(", about {} left", shown_duration(*left));
    show(total > 0 ? std::optional(static_cast<double>(done) / static_cast<double>(total)) : std::nullopt,
         line);
    if (last) erase_bar();
  }

  void share(double share, std::string_view words) {
    if (quiet_) return;
    const std::lock_guard lock(mutex_);
    if (share >= 1) return erase_bar();
    const auto now = Clock::now();
    if (what_ != kShare) {
      what_ = kShare;
      started_ = now;
      shown_ = {};
    }
    if (now - (shown_ == Clock::time_point{} ? started_ : shown_) < pause()) return;
    shown_ = now;
    show(share, message_line(words));
  }

  void set_quiet(bool quiet) { quiet_ = quiet; }

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr const char* kShare = "\n";  // as what_: no work has this name

  std::chrono::milliseconds pause() const { return std::chrono::milliseconds(on_terminal_ ? 100 : 5000); }
  void show(const std::optional<double>& share, std::string line) {
    if (!on_terminal_) {
      write_standard_error(line + "\n");
      return;
    }
    if (share) {
      constexpr size_t kWidth = 24;
      const auto filled = static_cast<size_t>(static_cast<double>(kWidth) * std::clamp(*share, 0.0, 1.0));
      std::string bar(filled, '#');
      bar.append(kWidth - filled, '.');
      line = fmt::format("[{}] {}", bar, line);
    }
    write_standard_error("\r\x1b[K" + line);
    bar_shown_ = true;
  }
  void erase_bar() {
    if (bar_shown_) write_standard_error("\r\x1b[K");
    bar_shown_ = false;
  }

  std::mutex mutex_;
  const bool on_terminal_ = ::isatty(2) != 0;
  bool quiet_ = false;
  bool bar_shown_ = false;
  std::string what_;
  uint64_t begun_ = 0;  // the units done when this kind of work was first reported
  Clock::time_point started_, shown_;
};

Terminal& the_terminal() {
  static Terminal terminal;
  return terminal;
}

}  // namespace

Sink& terminal() {
  return the_terminal();
}
void set_quiet(bool quiet) {
  the_terminal().set_quiet(quiet);
}

void show_share(double share, const std::string& words) {
  the_terminal().share(share, words);
}

void print(const std::string& text) {
  (void)write_standard_output(printable(text));  // a failure is remembered; see run_command_line
}

}  // namespace standfast::cli
