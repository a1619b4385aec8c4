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

constexpr std::chrono::milliseconds kWaitForOther{5000}, kBetween{10};

bool is_null_device(const struct stat& info) {
  return S_ISCHR(info.st_mode) && info.st_rdev == makedev(1, 3);
}

// Names a kind of file that gives no data, or data without end; "" for all other kinds.
std::string unfit(int fd, const struct stat& info, Pipes pipes) {
  if (S_ISREG(info.st_mode)) return "";
  if (S_ISDIR(info.st_mode)) return "is a folder where a file was expected";
  if (pipes == Pipes::refused) return "is not a regular file";
  if (S_ISFIFO(info.st_mode) || is_null_device(info) || (S_ISCHR(info.st_mode) && ::isatty(fd) == 1))
    return "";
  return "is not a regular file but a device, which has no known end";
}

// Returns whether a process writes to the pipe, or has done so. Without a writer the pipe looks as if it were
// at its end.
bool has_writer(int fd, std::string& first) {
  const auto until = std::chrono::steady_clock::now() + kWaitForOther;
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

const char* kind_of(mode_t mode) {
  return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

Status wait_from_now_on(int fd, const std::string& path) {
  if (::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK) != -1) return {};
  return data_error(fmt::format("{}: {}", path, std::strerror(errno)));
}

}  // namespace

Result<int> open_to_read(const std::string& path, Pipes pipes, std::string& first) {
  SF_TRY(check_path(path));
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return data_error(fmt::format("{}: cannot open ({})", path, std::strerror(errno)));
  struct stat info {};
  std::string problem = ::fstat(fd, &info) == 0 ? unfit(fd, info, pipes) : std::string(std::strerror(errno));
  if (problem.empty() && S_ISFIFO(info.st_mode) && !has_writer(fd, first))
    problem = "is a pipe without a writer";
  const auto status = !problem.empty()        ? data_error(fmt::format("{}: {}", path, problem))
                      : S_ISREG(info.st_mode) ? Status()
                                              : wait_from_now_on(fd, path);
  if (status) return fd;
  ::close(fd);
  return Failure(status.error());
}

Result<int> open_regular_file(const std::string& path) {
  std::string none;
  return open_to_read(path, Pipes::refused, none);
}

Result<int> open_own_file(const std::string& path, int flags, mode_t mode, std::string_view shown) {
  if (shown.empty()) shown = path;
  SF_TRY(check_path(path));
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode);
  struct stat info {};
  // Opening a pipe without a reader for writing fails; stat() then tells the message that it is a pipe.
  const int error = errno;
  const bool known = fd >= 0 ? ::fstat(fd, &info) == 0 : ::stat(path.c_str(), &info) == 0;
  if (fd >= 0 && known && S_ISREG(info.st_mode)) return fd;
  if (fd >= 0) ::close(fd);
  if (known && !S_ISREG(info.st_mode))
    return data_error(
        fmt::format("{}: is not a regular file but {}, where a file of Standfast's own belongs; remove it",
                    shown, kind_of(info.st_mode)));
  return data_error(fmt::format("{}: cannot {} ({})", shown, (flags & O_EXCL) != 0 ? "create" : "open",
                                std::strerror(error)));
}

Result<int> open_pipe_to_write(const std::string& path) {
  SF_TRY(check_path(path));
  const auto until = std::chrono::steady_clock::now() + kWaitForOther;
  struct stat info {};
  for (;;) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0) {
      const auto status = wait_from_now_on(fd, path);
      if (status) return fd;
      ::close(fd);
      return Failure(status.error());
    }
    const int error = errno;
    const bool lonely = error == ENXIO && ::stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
    if (!lonely) return data_error(fmt::format("{}: cannot open ({})", path, std::strerror(error)));
    if (std::chrono::steady_clock::now() >= until) return data_error(path + ": is a pipe without a reader");
    std::this_thread::sleep_for(kBetween);
  }
}

}  // namespace standfast
