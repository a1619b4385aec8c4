#include "standfast/model/program/scratch_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "standfast/base/unique_name.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "standfast-scratch-";  // followed by the kernel that made it, and a
                                                            // suffix

// Closes the descriptor that it holds.
struct Descriptor {
  int fd;
  explicit Descriptor(int opened) : fd(opened) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

// Returns all bytes of an open file, or its first `most` bytes.
std::string bytes_of(int fd, uint64_t most) {
  std::string bytes;
  std::array<char, 65536> buffer{};
  while (bytes.size() < most) {
    const ssize_t n = ::read(fd, buffer.data(), std::min<uint64_t>(buffer.size(), most - bytes.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    bytes.append(buffer.data(), static_cast<size_t>(n));
  }
  return bytes;
}

// Returns whether all processes that can reach this file run under one kernel. Only then do they see each
// other's locks.
bool on_a_local_disk(int fd) {
  constexpr int64_t kXfs = 0x58465342, kZfs = 0x2fc12fc1, kF2fs = 0xf2f52010, kBcachefs = 0xca451a4e;
  struct statfs info {};
  if (::fstatfs(fd, &info) != 0) return false;
  const auto type = static_cast<int64_t>(info.f_type);
  const int64_t local[] = {
      EXT4_SUPER_MAGIC, BTRFS_SUPER_MAGIC, TMPFS_MAGIC, OVERLAYFS_SUPER_MAGIC, kXfs, kZfs, kF2fs, kBcachefs};
  return std::find(std::begin(local), std::end(local), type) != std::end(local);
}

int open_folder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool is_still_at(int fd, const std::string& path) {
  struct stat open {
  }, there{};
  return ::fstat(fd, &open) == 0 && ::lstat(path.c_str(), &there) == 0 && open.st_dev == there.st_dev &&
         open.st_ino == there.st_ino;
}

// Removes the tree even if a program has removed the permission to change a folder in it.
void remove_tree(const fs::path& path) noexcept {
  try {
    std::error_code code;
    fs::remove_all(path, code);
    if (!code) return;
    fs::permissions(path, fs::perms::owner_all, fs::perm_options::add | fs::perm_options::nofollow, code);
    for (fs::recursive_directory_iterator entry(path, code), end; !code && entry != end;) {
      std::error_code ignored;
      if (!entry->is_symlink(ignored) && entry->is_directory(ignored))
        fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
      entry.increment(code);
    }
    fs::remove_all(path, code);
  } catch (const std::exception&) {
    // Out of memory: the next start clears up.
  }
}

void remove_forsaken(const fs::path& parent) {
  std::error_code code;
  for (fs::directory_iterator entry(parent, code), end; !code && entry != end; entry.increment(code)) {
    const std::string path = entry->path().string(), name = entry->path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    const Descriptor folder(open_folder(path));
    struct stat info {};
    if (folder.fd < 0 || ::fstat(folder.fd, &info) != 0 || info.st_uid != ::geteuid()) continue;
    const std::string& kernel = kernel_id();
    const bool of_this_kernel = !kernel.empty() && name.substr(kPrefix.size()).starts_with(kernel + "-");
    if (!of_this_kernel && !on_a_local_disk(folder.fd)) continue;
    // A process that holds the lock is alive. A process that has made its folder but not yet locked it finds
    // it taken, or gone, and makes another.
    if (::flock(folder.fd, LOCK_EX | LOCK_NB) == 0 && is_still_at(folder.fd, path)) remove_tree(path);
  }
}

// Locks the folder. If locks do not work (flock fails with another error than EWOULDBLOCK), the folder is
// used without a lock: no cleaner can lock it either.
bool take(int fd, const std::string& path) {
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  return is_still_at(fd, path);
}

const char* kind_name(mode_t mode) {
  return S_ISDIR(mode)    ? "a folder"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
         : S_ISLNK(mode)  ? "a link"
                          : "a device";
}

// Opens a plain file of the folder for reading, without blocking. For anything else returns -1 and a reason.
int open_plain(int folder, const std::string& name, struct stat& info, std::string& problem) {
  if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(info.st_mode)) {
    problem = fmt::format("has left {}, not a plain file, as", kind_name(info.st_mode));
    return -1;
  }
  const int fd = ::openat(folder, name.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
  if (fd >= 0 && ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) return fd;
  problem = fd < 0 ? fmt::format("has left a file that cannot be opened ({}) as", std::strerror(errno))
                   : "has left something other than a plain file as";
  if (fd < 0 && errno == ENOENT) problem = "has not written the file";
  if (fd >= 0) ::close(fd);
  return -1;
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make() {
  std::error_code code;
  fs::path parent = fs::temp_directory_path(code);
  if (code) parent = "/tmp";
  remove_forsaken(parent);
  constexpr int kTries = 100;  // another process's cleaner would have to be this fast each time
  for (int i = 0; i < kTries; ++i) {
    std::string path = (parent / fmt::format("{}{}-{}", kPrefix, kernel_id(), unique_digits())).string();
    if (::mkdir(path.c_str(), 0700) != 0) {
      if (errno == EEXIST) continue;
      return data_error(
          fmt::format("{}: cannot make a temporary folder ({})", parent.string(), std::strerror(errno)));
    }
    const int fd = open_folder(path);
    if (fd >= 0 && take(fd, path)) return ScratchFolder(std::move(path), fd);
    if (fd >= 0) ::close(fd);
  }
  return data_error(parent.string() + ": cannot make a temporary folder (each is removed at once)");
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {
  other.path_.clear();
}

ScratchFolder::~ScratchFolder() {
  if (!path_.empty()) remove_tree(path_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::string> ScratchFolder::read(const std::string& name, uint64_t most_bytes) const {
  struct stat info {};
  std::string problem;
  const Descriptor file(open_plain(descriptor_, name, info, problem));
  if (file.fd < 0) return data_error(problem);
  const auto too_many = [&](const std::string& bytes) {
    return data_error(fmt::format("wrote {} bytes, more than the {} that are read, to", bytes, most_bytes));
  };
  if (static_cast<uint64_t>(info.st_size) > most_bytes) return too_many(std::to_string(info.st_size));
  std::string bytes = bytes_of(file.fd, most_bytes + 1);
  if (bytes.size() > most_bytes) return too_many("without end");
  return bytes;
}

std::string ScratchFolder::tail(const std::string& name, uint64_t bytes) const {
  struct stat info {};
  std::string problem;
  const Descriptor file(open_plain(descriptor_, name, info, problem));
  if (file.fd < 0) return "";
  const auto size = static_cast<uint64_t>(info.st_size);
  if (size > bytes) ::lseek(file.fd, static_cast<off_t>(size - bytes), SEEK_SET);
  return bytes_of(file.fd, bytes);
}

}  // namespace standfast
