#include "standfast/base/standard_streams.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace standfast {
namespace {

std::atomic<int> output_errno{0};

Error error_of(int code) {
  return {ErrorKind::data, fmt::format("standard output: cannot write ({}); the output is lost or cut short",
                                       std::strerror(code))};
}

// Waits until a non-blocking stream takes bytes again; false where waiting is of no use.
bool wait_for_room(int fd, int milliseconds) {
  pollfd poll{fd, POLLOUT, 0};
  for (;;) {
    const int ready = ::poll(&poll, 1, milliseconds);
    if (ready < 0 && errno == EINTR) continue;
    return ready > 0;
  }
}

// Writes all bytes. Returns 0, or errno. If the time is negative, it waits as long as needed.
int write_all(int fd, std::string_view bytes, int milliseconds) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n > 0) {
      bytes.remove_prefix(static_cast<size_t>(n));
    } else if (n == 0) {
      return EIO;
    } else if (errno == EAGAIN) {
      if (!wait_for_room(fd, milliseconds)) return EAGAIN;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

Status remembered(int code) {
  int none = 0;
  if (code != 0) output_errno.compare_exchange_strong(none, code);
  if (const int first = output_errno.load(); first != 0) return Failure(error_of(first));
  return {};
}

}  // namespace

void secure_standard_streams() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // ulimit -f: the write fails instead, and is told as any other
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // This number is the lowest free one, so open() takes it. Standard input then cannot be read, and output
    // cannot be written.
    const int opened = ::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != fd) ::close(opened);
  }
}

Status write_standard_output(std::string_view bytes) {
  if (output_errno.load() != 0) return remembered(0);
  return remembered(write_all(1, bytes, -1));
}

Status finish_standard_output() {
  if (output_errno.load() != 0) return remembered(0);
  const int copy = ::fcntl(1, F_DUPFD_CLOEXEC, 3);
  // If the stream was not open, nothing was written through it.
  if (copy < 0 || ::close(copy) == 0 || errno == EINTR) return {};
  return remembered(errno);
}

std::optional<OutputFailure> standard_output_failure() {
  const int code = output_errno.load();
  if (code == 0) return std::nullopt;
  return OutputFailure{error_of(code), code == EPIPE};
}

void write_standard_error(std::string_view bytes) noexcept {
  write_all(2, bytes, 1000);
}

}  // namespace standfast
