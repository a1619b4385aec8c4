#include "cli/interrupt.h"

#include <csignal>
#include <filesystem>
#include <vector>

#include <unistd.h>

#include "standfast/base/stop.h"
#include "standfast/base/unique_name.h"
#include "standfast/neural/train/kept_training.h"

namespace standfast::cli {
namespace {

std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a handler of signals may set no other");

void on_signal(int) {
  stop = true;
}

constexpr int kInterrupted = 130;
const std::string* last_line = nullptr;

// Ends the program at once. Calls only async-signal-safe functions.
void end_now(int) {
  [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, last_line->data(), last_line->size());
  ::_exit(kInterrupted);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a wait must end
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // The terminal was closed. Under nohup that signal is ignored, and stays ignored.
  struct sigaction before {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
    action.sa_flags = 0;  // shell and kernel both send it
    sigaction(SIGHUP, &action, nullptr);
  }
}

void ignore_further_sigterms() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
}

void end_at_interrupts(const std::string& line) {
  // The line is never freed, because a signal may arrive during exit. On a terminal a line break ends the
  // progress bar.
  last_line = new std::string((::isatty(STDERR_FILENO) == 1 ? "\n" : "") + line + "\n");
  struct sigaction action {};
  action.sa_handler = end_now;
  sigfillset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);
  }
  if (interrupted()) end_now(0);
}

bool interrupted() {
  return stop;
}

Status until_interrupted(const std::function<Status()>& work, const std::string& message) {
  catch_interrupts();
  try {
    const StopWhen stopping(stop);
    return work();
  } catch (const Stopped&) {
    return fail(ErrorKind::interrupted, message);
  }
}

std::string interrupted_fit(bool keeps_state) {
  return std::string("train: interrupted, and no model is written; the same command ") +
         (keeps_state ? "goes on from there" : "begins again");
}

namespace fs = std::filesystem;

std::string parts_beside(const std::string& out) {
  fs::path folder(out);
  if (folder.filename().empty()) folder = folder.parent_path();
  return folder.string() + ".parts";
}

void remove_training_parts(const std::string& parts) {
  std::error_code ignored;
  std::vector<fs::path> states;
  for (const auto& entry : fs::directory_iterator(parts, ignored))
    if (const std::string name = entry.path().filename().string();
        is_training_state(name) || is_stale_temporary(name))
      states.push_back(entry.path());
  for (const auto& state : states) fs::remove(state, ignored);
  fs::remove(parts, ignored);  // only if it is empty
}

}  // namespace standfast::cli
