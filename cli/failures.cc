#include "cli/failures.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>

#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "standfast/base/result.h"
#include "standfast/base/standard_streams.h"

namespace standfast::cli {
namespace {

constexpr int kBug = 70;  // EX_SOFTWARE of sysexits.h

// One line of output. It needs no memory from the heap, because there may be none.
class LastLine {
 public:
  LastLine& operator<<(const char* text) {
    constexpr size_t kMostOfOne = 1500;
    for (size_t n = 0; *text != '\0' && n < kMostOfOne && size_ + 1 < sizeof bytes_; ++text, ++n)
      bytes_[size_++] = static_cast<unsigned char>(*text) < ' ' ? ' ' : *text;
    return *this;
  }
  void print() {
    bytes_[size_++] = '\n';
    write_standard_error({bytes_, size_});
  }

 private:
  char bytes_[2048];
  size_t size_ = 0;
};

// Prints the message of the current exception, and returns the exit code. Call it in a handler.
int last_words() noexcept {
  LastLine line;
  line << "standfast: ";
  int code = exit_code(ErrorKind::data);
  try {
    throw;
  } catch (const std::bad_alloc&) {
    line << "not enough memory; fewer --jobs or a --limit may help";
  } catch (const std::filesystem::filesystem_error& error) {
    line << error.path1().c_str() << ": " << std::strerror(error.code().value());
  } catch (const std::exception& error) {
    line << "unexpected: " << error.what() << "; this is a bug, please report it";
    code = kBug;
  } catch (...) {
    line << "unexpected: an exception of no known type; this is a bug, please report it";
    code = kBug;
  }
  line.print();
  return code;
}

// True as soon as an allocation has failed.
std::atomic<bool> memory_ran_out = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_no_memory() {
  memory_ran_out = true;
  throw std::bad_alloc();
}

// The signals that end a process whose library leaves an object half made when memory runs out (simdjson 3.0,
// nlohmann-json 3.11).
constexpr std::array kCrashes = {SIGSEGV, SIGBUS, SIGABRT};
std::array<struct sigaction, kCrashes.size()> before_us;

// The handler's own stack, because the regular stack may be full.
alignas(16) char stack_of_handler[64 << 10];

// Returns the stack pointer at the interrupted instruction, or 0 if it is not known on this platform.
uintptr_t top_of_stack([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  return static_cast<uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
#else
  return 0;
#endif
}

bool is_below(int resource, rlim_t usual) {
  rlimit limit{};
  return ::getrlimit(resource, &limit) == 0 && limit.rlim_cur < usual;
}

// Returns true if the stack of the main thread could not grow because of a limit. Other threads have no stack
// for their handler, so their stacks cannot be checked.
bool stack_is_full(int signal, const siginfo_t* info, const void* context) {
  constexpr uint64_t kNear = 1 << 20;
  constexpr rlim_t kUsual = rlim_t{8} << 20;
  if (signal != SIGSEGV || info->si_code <= 0) return false;
  const auto touched = reinterpret_cast<uintptr_t>(info->si_addr), top = top_of_stack(context);
  return top > 0 && (touched < top ? top - touched : touched - top) < kNear &&
         (is_below(RLIMIT_STACK, kUsual) || is_below(RLIMIT_AS, RLIM_INFINITY));
}

// Handles a crash. Without lack of memory, the signal has its previous effect.
void on_crash(int signal, siginfo_t* info, void* context) {
  if (stack_is_full(signal, info, context)) {
    LastLine line;
    line << "standfast: not enough memory for the stack; is there a limit (ulimit -s, ulimit -v)?";
    line.print();
    ::_exit(exit_code(ErrorKind::data));
  }
  if (memory_ran_out) {
    LastLine line;
    line << "standfast: not enough memory (ended by " << (signal == SIGABRT ? "an abort" : "a memory fault")
         << " after there was none left); fewer --jobs or a --limit may help";
    line.print();
    ::_exit(exit_code(ErrorKind::data));
  }
  for (size_t i = 0; i < kCrashes.size(); ++i)
    if (kCrashes[i] == signal) ::sigaction(signal, &before_us[i], nullptr);
  if (info->si_code <= 0) ::raise(signal);  // another process sent it; a fault comes again by itself
}

[[noreturn]] void on_terminate() {
  if (std::current_exception() != nullptr) ::_exit(last_words());
  if (memory_ran_out) {  // also for the exception that reports it
    write_standard_error("standfast: not enough memory; fewer --jobs or a --limit may help\n");
    ::_exit(exit_code(ErrorKind::data));
  }
  write_standard_error("standfast: ended unexpectedly; this is a bug, please report it\n");
  ::_exit(kBug);
}

}  // namespace

void expect_no_memory() noexcept {
  std::set_terminate(on_terminate);
  std::set_new_handler(on_no_memory);
}

int with_last_words(const std::function<int()>& body) noexcept {
  expect_no_memory();
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  stack_t before{};
  if (::sigaltstack(nullptr, &before) == 0 && (before.ss_flags & SS_DISABLE) != 0) {
    stack_t own{};
    own.ss_sp = stack_of_handler;
    own.ss_size = sizeof stack_of_handler;
    ::sigaltstack(&own, nullptr);
  }
  for (size_t i = 0; i < kCrashes.size(); ++i) ::sigaction(kCrashes[i], &action, &before_us[i]);
  try {
    return body();
  } catch (...) {
    return last_words();
  }
}

}  // namespace standfast::cli
