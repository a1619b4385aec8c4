#include "standfast/base/open_file.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "standfast/base/paths.h"

namespace standfast {
namespace {

constexpr std::chrono::milliseconds kWaitForWriter{5000}, kBetween{10};

bool is_null_device(const struct stat& info) {
  return S_ISCHR(info.st_mode) && info.st_rdev == makedev(1, 3);
}

// What no data can come from, or data without end; "" for all else.
std::string unfit(int fd, const struct stat& info, Pipes pipes) {
  if (S_ISREG(info.st_mode)) return "";
  if (S_ISDIR(info.st_mode)) return "is a folder where a file was expected";
  if (pipes == Pipes::refused) return "is no regular file";
  if (S_ISFIFO(info.st_mode) || is_null_device(info) || (S_ISCHR(info.st_mode) && ::isatty(fd) == 1))
    return "";
  return "is no regular file but a device, of which no end is known";
}

// Whether somebody writes to the pipe, or has done so. While nobody has, it looks as if it were at its end.
bool has_writer(int fd, std::string& first) {
  const auto until = std::chrono::steady_clock::now() + kWaitForWriter;
  do {
    char byte = 0;
    const ssize_t n = ::read(fd, &byte, 1);
    if (n > 0) first.assign(1, byte);
    if (n != 0) return true;  // a byte, or EAGAIN: a writer that has not written yet
    pollfd end{fd, POLLIN, 0};
    if (::poll(&end, 1, 0) > 0 && (end.revents & POLLHUP) != 0) return true;  // it came and went
    std::this_thread::sleep_for(kBetween);
  } while (std::chrono::steady_clock::now() < until);
  return false;
}

}  // namespace

Result<int> open_to_read(const std::string& path, Pipes pipes, std::string& first) {
  SF_TRY(check_path(path));
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return data_error(fmt::format("{}: cannot open ({})", path, std::strerror(errno)));
  struct stat info {};
  std::string problem = ::fstat(fd, &info) == 0 ? unfit(fd, info, pipes) : std::string(std::strerror(errno));
  if (problem.empty() && S_ISFIFO(info.st_mode) && !has_writer(fd, first))
    problem = "is a pipe that nobody writes to";
  if (problem.empty() && !S_ISREG(info.st_mode) &&
      ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK) == -1)
    problem = std::strerror(errno);
  if (problem.empty()) return fd;
  ::close(fd);
  return data_error(fmt::format("{}: {}", path, problem));
}

Result<int> open_regular_file(const std::string& path) {
  std::string none;
  return open_to_read(path, Pipes::refused, none);
}

}  // namespace standfast
