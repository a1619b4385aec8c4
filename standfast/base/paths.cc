#include "standfast/base/paths.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>

namespace standfast {

Status check_path(const std::string& path) {
  if (path.find('\0') == std::string::npos) return {};
  return data_error(fmt::format("{}: a path cannot hold a NUL character", path.c_str()));
}

Result<PathKind> path_kind(const std::string& path) {
  SF_TRY(check_path(path));
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return PathKind::nothing;
    return data_error(fmt::format("{}: cannot be examined ({})", path, std::strerror(errno)));
  }
  if (S_ISREG(info.st_mode)) return PathKind::file;
  return S_ISDIR(info.st_mode) ? PathKind::folder : PathKind::other;
}

bool is_there(const std::string& path) {
  return path_kind(path).value_or(PathKind::nothing) != PathKind::nothing;
}
bool is_file(const std::string& path) {
  return path_kind(path).value_or(PathKind::nothing) == PathKind::file;
}
bool is_folder(const std::string& path) {
  return path_kind(path).value_or(PathKind::nothing) == PathKind::folder;
}

Result<bool> is_empty_folder(const std::string& path) {
  std::error_code code;
  const std::filesystem::directory_iterator first(path, code);
  if (code) return data_error(fmt::format("{}: cannot read the folder ({})", path, code.message()));
  return first == std::filesystem::directory_iterator();
}

}  // namespace standfast
