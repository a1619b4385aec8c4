#include "standfast/base/granted_devices.h"

#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {
namespace {

struct Grant {
  std::mutex mutex;
  std::vector<std::string> names;
};

Grant& the_grant() {
  static Grant grant;
  return grant;
}

}  // namespace

void grant_devices(std::vector<std::string> names) {
  Grant& grant = the_grant();
  const std::lock_guard lock(grant.mutex);
  grant.names = std::move(names);
}

std::vector<std::pair<std::string, std::string>> device_environment() {
  Grant& grant = the_grant();
  const std::lock_guard lock(grant.mutex);
  if (grant.names.empty()) return {};
  const std::string names = fmt::format("{}", fmt::join(grant.names, ","));
  return {{"STANDFAST_DEVICES", names}, {"CUDA_VISIBLE_DEVICES", names}};
}

}  // namespace standfast
