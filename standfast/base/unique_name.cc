#include "standfast/base/unique_name.h"

#include <array>
#include <atomic>
#include <ctime>

#include <sys/random.h>
#include <unistd.h>

#include "standfast/base/digest.h"

namespace standfast {
namespace {

constexpr std::string_view kTemporary = ".sf-tmp-";
constexpr size_t kDigits = 32, kHostDigits = 8;

std::string host_name() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return host.data();
}

std::string host_digits() {
  return Sha256().add_field(host_name()).hex().substr(0, kHostDigits);
}

}  // namespace

std::string unique_digits() {
  static std::atomic<uint64_t> count = 0;
  // Where the system gives random bytes, they are enough. Where it gives none, the rest keeps names apart.
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
         host_digits() + unique_digits().substr(kHostDigits);
}

bool is_temporary_name(std::string_view file_name) {
  return file_name.starts_with(kTemporary) && file_name.size() == kTemporary.size() + kDigits &&
         file_name.find_first_not_of("0123456789abcdef", kTemporary.size()) == std::string_view::npos;
}

bool is_of_this_host(std::string_view temporary_name) {
  return temporary_name.substr(kTemporary.size(), kHostDigits) == host_digits();
}

}  // namespace standfast
