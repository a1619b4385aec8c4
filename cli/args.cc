#include "cli/args.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <mutex>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "standfast/base/printable.h"
#include "standfast/version.h"

namespace standfast::cli {

struct Args::Impl {
  CLI::App* app;
};

void Args::text(const std::string& names, std::string& target, const std::string& help, bool required) {
  impl_.app->add_option(names, target, help)->required(required)->capture_default_str();
}
void Args::texts(const std::string& names, std::vector<std::string>& target, const std::string& help,
                 bool required) {
  impl_.app->add_option(names, target, help)->required(required);
}
void Args::integer(const std::string& names, int64_t& target, const std::string& help) {
  impl_.app->add_option(names, target, help)->capture_default_str();
}
void Args::number(const std::string& names, double& target, const std::string& help) {
  impl_.app->add_option(names, target, help)->capture_default_str();
}
void Args::flag(const std::string& names, bool& target, const std::string& help) {
  impl_.app->add_flag(names, target, help);
}
void Args::choice(const std::string& names, std::string& target, const std::vector<std::string>& allowed,
                  const std::string& help) {
  impl_.app->add_option(names, target, help)->check(CLI::IsMember(allowed))->capture_default_str();
}
void Args::settings(const std::string& names, std::map<std::string, OptionValue>& target,
                    const std::string& help) {
  const auto add = [&target](const CLI::results_t& words) {
    for (const auto& word : words) {
      const auto equals = word.find('=');
      if (equals == std::string::npos || equals == 0) return false;
      target[word.substr(0, equals)] = word.substr(equals + 1);
    }
    return true;
  };
  impl_.app->add_option(names, add, help)
      ->type_name("KEY=VALUE")
      ->type_size(1)
      ->expected(1, 1 << 20)
      ->take_all();
}
std::function<bool()> Args::given(const std::string& name) const {
  return [option = impl_.app->get_option(name)] { return option->count() > 0; };
}
void Args::footer(const std::string& text) {
  impl_.app->footer(text);
}

namespace {

class Terminal final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    if (level == Level::debug || (quiet_ && level != Level::warning)) return;
    const std::lock_guard lock(mutex_);
    erase_bar();
    fmt::print(stderr, "{}{}\n", level == Level::warning ? "warning: " : "", message_line(line));
  }

  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    if (quiet_) return;
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (what != what_) {
      what_ = what;
      started_ = now;
      shown_ = {};
    }
    const bool last = total > 0 && done >= total;
    const auto pause = on_terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000);
    // A job done within one pause needs no line at all.
    if (now - (shown_ == Clock::time_point{} ? started_ : shown_) < pause) {
      if (last) erase_bar();
      return;
    }
    shown_ = now;
    const double seconds = std::chrono::duration<double>(now - started_).count();
    const std::string shown = message_line(what);
    std::string line = total > 0 ? fmt::format("{} {}/{} ({}%)", shown, done, total, 100 * done / total)
                                 : fmt::format("{} {}", shown, done);
    if (total > 0 && done > 0 && !last)
      line += fmt::format(", about {} left",
                          duration(seconds * static_cast<double>(total - done) / static_cast<double>(done)));
    if (!on_terminal_) {
      fmt::print(stderr, "{}\n", line);
      return;
    }
    if (total > 0) {
      constexpr uint64_t kWidth = 24;
      const uint64_t filled = kWidth * done / total;
      std::string bar(filled, '#');
      bar.append(kWidth - filled, '.');
      line = fmt::format("[{}] {}", bar, line);
    }
    fmt::print(stderr, "\r\x1b[K{}", line);
    std::fflush(stderr);
    bar_shown_ = true;
    if (last) erase_bar();
  }

  void set_quiet(bool quiet) { quiet_ = quiet; }

 private:
  using Clock = std::chrono::steady_clock;

  static std::string duration(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
  }
  void erase_bar() {
    if (bar_shown_) fmt::print(stderr, "\r\x1b[K");
    bar_shown_ = false;
  }

  std::mutex mutex_;
  const bool on_terminal_ = ::isatty(2) != 0;
  bool quiet_ = false;
  bool bar_shown_ = false;
  std::string what_;
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

void print(const std::string& text) {
  const std::string shown = printable(text);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
  std::fflush(stdout);
}

int run_command_line(int argc, char** argv, const std::vector<Command>& commands) {
  CLI::App app(
      "Standfast measures how much of a text model's score stands fast when the topic, the shortcut or the\n"
      "data distribution changes.",
      "standfast");
  app.set_version_flag("--version", std::string("standfast ") + kVersion);
  app.require_subcommand(1);
  bool quiet = false;
  app.add_flag("-q,--quiet", quiet, "Only warnings and errors on stderr");
  std::function<Status()> chosen;
  for (const auto& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->fallthrough();
    Args::Impl impl{sub};
    Args args(impl);
    auto run = command.declare(args);
    sub->callback([run = std::move(run), &chosen] { chosen = run; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::string message = error.what();
    if (argc > 1 && app.get_subcommands().empty()) {
      std::vector<std::string> names;
      for (const auto& command : commands) names.push_back(command.name);
      const std::string word = argv[1];
      const auto hint = word.starts_with("-") ? std::string() : nearest_name(word, names);
      if (!hint.empty())
        message = fmt::format("there is no command \"{}\"; did you mean \"{}\"?", word, hint);
    }
    fmt::print(stderr, "standfast: {} (see standfast {}--help)\n", message_line(message),
               app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ");
    return exit_code(ErrorKind::usage);
  }
  set_quiet(quiet);
  const Status status = chosen();
  if (status) return 0;
  if (!status.error().message.empty())
    fmt::print(stderr, "standfast: {}\n", message_line(status.error().message));
  return exit_code(status.error().kind);
}

}  // namespace standfast::cli
