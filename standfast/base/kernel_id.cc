#include "standfast/base/kernel_id.h"

#include <fcntl.h>
#include <unistd.h>

namespace standfast {

const std::string& kernel_id() {
  static const std::string id = [] {
    char digits[8];
    const int fd = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? 0 : ::read(fd, digits, sizeof digits);
    if (fd >= 0) ::close(fd);
    return n == sizeof digits ? std::string(digits, sizeof digits) : std::string();
  }();
  return id;
}

}  // namespace standfast
