#include "standfast/model/scratch_folder.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

namespace standfast {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "standfast-command-";  // then the process and six letters

void remove_forsaken(const fs::path& parent) {
  std::error_code code;
  for (auto entry = fs::directory_iterator(parent, code); !code && entry != fs::directory_iterator();
       entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    pid_t pid = 0;
    const char* begin = name.data() + kPrefix.size();
    const auto parsed = std::from_chars(begin, name.data() + name.size(), pid);
    if (parsed.ec != std::errc() || pid <= 1) continue;
    std::error_code ignored;
    if (::kill(pid, 0) != 0 && errno == ESRCH)
      fs::remove_all(entry->path(), ignored);  // others' stay: not ours
  }
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make() {
  std::error_code code;
  fs::path parent = fs::temp_directory_path(code);
  if (code) parent = "/tmp";
  remove_forsaken(parent);
  std::string path = (parent / fmt::format("{}{}-XXXXXX", kPrefix, ::getpid())).string();
  if (::mkdtemp(path.data()) == nullptr)
    return data_error(
        fmt::format("{}: cannot make a temporary folder ({})", parent.string(), std::strerror(errno)));
  return ScratchFolder(path);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept : path_(std::move(other.path_)) {
  other.path_.clear();
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace standfast
