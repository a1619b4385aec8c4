#include "standfast/hub/lock.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "standfast/base/open_file.h"

namespace standfast {

Result<HubLock> HubLock::take(const std::string& path, const Wait& wait, Sink& sink) {
  SF_ASSIGN(const int file, open_own_file(path, O_RDWR | O_CREAT));
  HubLock lock(file);
  constexpr double kPause = 0.1;  // seconds
  for (bool said = false; ::flock(file, LOCK_EX | LOCK_NB) != 0;) {
    if (errno != EWOULDBLOCK && errno != EINTR) break;
    if (!std::exchange(said, true)) sink.info("another program downloads the same file; waiting for it");
    if (!wait(kPause)) return fail(ErrorKind::interrupted, "interrupted");
  }
  return lock;
}

HubLock::~HubLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace standfast
