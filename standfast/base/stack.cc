#include "standfast/base/stack.h"

#include <csignal>
#include <cstddef>
#include <exception>

#include <pthread.h>
#include <sys/resource.h>

namespace standfast {
namespace {

constexpr size_t kUsual = size_t{8} << 20;

struct Call {
  const std::function<int()>& body;
  int result = 0;
  std::exception_ptr thrown = nullptr;
};

void* answer(void* argument) {
  auto& call = *static_cast<Call*>(argument);
  try {
    call.result = call.body();
  } catch (...) {
    call.thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

[[gnu::noinline]] void reserve_stack() {
  constexpr size_t kBytes = 512 << 10, kPage = 4096;
  char pages[kBytes];
  volatile char* const touched = pages;
  for (size_t i = kBytes; i >= kPage; i -= kPage) touched[i - 1] = 0;  // the order in which a stack grows
}

int with_usual_stack(const std::function<int()>& body) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kUsual) {
    reserve_stack();
    return body();
  }
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kUsual);
  ::pthread_setattr_default_np(&attributes);
  Call call{body};
  pthread_t thread{};
  const bool started = ::pthread_create(&thread, &attributes, answer, &call) == 0;
  ::pthread_attr_destroy(&attributes);
  if (!started) return body();
  // A signal goes to the thread whose wait it is to end.
  sigset_t all;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  ::pthread_join(thread, nullptr);
  if (call.thrown) std::rethrow_exception(call.thrown);
  return call.result;
}

}  // namespace standfast
