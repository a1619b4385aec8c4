#include "standfast/base/stale_temporaries.h"

#include <filesystem>
#include <mutex>
#include <set>
#include <vector>

#include "standfast/base/processes.h"
#include "standfast/base/unique_name.h"

namespace standfast {

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
