#include "standfast/base/unique_name.h"

#include <array>
#include <atomic>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <set>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/digest.h"
#include "standfast/base/processes.h"

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

namespace {

constexpr std::string_view kTemporary = ".sf-tmp-";
constexpr size_t kDigits = 32, kHostDigits = 8, kProcessDigits = 8;

std::string host_name() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return host.data();
}

// Returns digits of the host. Containers of one machine may share its name and kernel, but not their process
// numbers.
std::string host_digits() {
  struct stat numbers {};
  if (::stat("/proc/self/ns/pid", &numbers) != 0) numbers.st_ino = 0;
  return Sha256()
      .add_field(host_name())
      .add_field(kernel_id())
      .add_number(numbers.st_ino)
      .hex()
      .substr(0, kHostDigits);
}

}  // namespace

std::string unique_digits() {
  static std::atomic<uint64_t> count = 0;
  // Random bytes of the system are enough. If it gives none, the rest keeps names apart.
  std::array<char, 16> random{};
  [[maybe_unused]] const ssize_t got = ::getrandom(random.data(), random.size(), GRND_NONBLOCK);
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return Sha256()
      .add_field({random.data(), random.size()})
      .add_field(host_name())
      .add_number(static_cast<uint64_t>(::getpid()))
      .add_number(static_cast<uint64_t>(now.tv_sec))
      .add_number(static_cast<uint64_t>(now.tv_nsec))
      .add_number(count.fetch_add(1))
      .hex()
      .substr(0, kDigits);
}

std::string temporary_beside(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return path.substr(0, slash == std::string::npos ? 0 : slash + 1) + std::string(kTemporary) +
         fmt::format("{}{:08x}", host_digits(), static_cast<uint32_t>(::getpid())) +
         unique_digits().substr(kHostDigits + kProcessDigits);
}

bool is_temporary_name(std::string_view file_name) {
  return file_name.starts_with(kTemporary) && file_name.size() == kTemporary.size() + kDigits &&
         file_name.find_first_not_of("0123456789abcdef", kTemporary.size()) == std::string_view::npos;
}

std::optional<pid_t> maker_on_this_host(std::string_view temporary_name) {
  if (!is_temporary_name(temporary_name)) return std::nullopt;
  temporary_name.remove_prefix(kTemporary.size());
  if (temporary_name.substr(0, kHostDigits) != host_digits()) return std::nullopt;
  const auto digits = temporary_name.substr(kHostDigits, kProcessDigits);
  uint32_t pid = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), pid, 16);
  return static_cast<pid_t>(pid);
}

namespace fs = std::filesystem;

bool is_stale_temporary(std::string_view temporary_name) {
  const auto maker = maker_on_this_host(temporary_name);
  return maker && !is_alive(*maker);
}

void remove_stale_beside(const std::string& path) {
  static std::mutex mutex;
  static std::set<std::string> looked_at;
  const size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  {
    const std::lock_guard lock(mutex);
    if (!looked_at.insert(folder).second) return;
  }
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
    if (const std::string name = entry->path().filename().string();
        is_temporary_name(name) && is_stale_temporary(name))
      found.push_back(entry->path());
  for (const auto& one : found) fs::remove_all(one, code);
}

}  // namespace standfast
