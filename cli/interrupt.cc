#include "cli/interrupt.h"

#include <csignal>

namespace standfast::cli {
namespace {

volatile std::sig_atomic_t stop = 0;

void on_signal(int) {
  stop = 1;
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

bool interrupted() {
  return stop != 0;
}

}  // namespace standfast::cli
