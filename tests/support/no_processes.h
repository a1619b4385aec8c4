// A process that can start neither processes nor threads.
#pragma once

#include <functional>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace standfast::testing {

// Returns the result of body in a child process under such a limit (ulimit -u). The limit does not bind root,
// so the child becomes a user without rights.
inline bool without_processes(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (::getuid() == 0 && ::setresuid(kNobody, kNobody, kNobody) != 0) ::_exit(2);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_NPROC, &none);
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace standfast::testing
