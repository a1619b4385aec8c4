#include "cli/interrupt.h"

#include <csignal>

#include <unistd.h>

namespace standfast::cli {
namespace {

volatile std::sig_atomic_t stop = 0;

void on_signal(int) {
  stop = 1;
}

constexpr int kInterrupted = 130;
const std::string* last_line = nullptr;

// Only what a handler may call.
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
  // The terminal was closed. Under nohup that is ignored, and stays so.
  struct sigaction before {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
    action.sa_flags = 0;  // shell and kernel both send it
    sigaction(SIGHUP, &action, nullptr);
  }
}

void end_at_interrupts(const std::string& line) {
  // Never freed: a signal may come while the program ends. On a terminal a bar may stand in the line.
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
  return stop != 0;
}

}  // namespace standfast::cli
