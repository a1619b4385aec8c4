#include "standfast/base/plugin.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/paths.h"
#include "standfast/build_id.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

std::string folder_of_program() {
  std::error_code code;
  const fs::path program = fs::read_symlink("/proc/self/exe", code);
  return code ? "" : program.parent_path().string();
}

// The opened library. It is looked for again at each call; dlopen itself counts how often it is open.
Result<void*> open_plugin(const PluginHome& home, std::string_view owner) {
  const auto folders = plugin_folders();
  for (const auto& folder : folders) {
    const std::string path = (fs::path(folder) / home.library).string();
    if (!is_file(path)) continue;
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      return missing_error(fmt::format("{}: its library {} cannot be loaded ({})", owner, path, dlerror()));
    const auto id = reinterpret_cast<const char* (*)()>(dlsym(library, "standfast_plugin_build_id"));
    if (id == nullptr) return missing_error(fmt::format("{}: {} is no plug-in of Standfast", owner, path));
    if (std::strcmp(id(), build_id()) != 0)
      return missing_error(fmt::format(
          "{}: {} was built for another Standfast ({}; this one is {}); install the package {} of "
          "this version",
          owner, path, id(), build_id(), home.package));
    return library;
  }
  return missing_error(
      fmt::format("{} is not installed: its library {} comes with the package {} (looked in {})", owner,
                  home.library, home.package, fmt::join(folders, ", ")));
}

}  // namespace

const char* build_id() {
  static const std::string id = fmt::format("{}, {}", kBuildId, __VERSION__);
  return id.c_str();
}

std::vector<std::string> plugin_folders() {
  std::vector<std::string> folders;
  if (const char* given = std::getenv("STANDFAST_PLUGINS")) {
    const std::string_view list = given;
    for (size_t at = 0; at < list.size();) {
      const size_t end = std::min(list.find(':', at), list.size());
      if (end > at) folders.emplace_back(list.substr(at, end - at));
      at = end + 1;
    }
  }
  if (const std::string program = folder_of_program(); !program.empty())
    folders.push_back((fs::path(program).parent_path() / "lib" / "standfast").string());
  folders.emplace_back(kPluginFolder);
  return folders;
}

Status plugin_ready(const PluginHome& home, std::string_view owner) {
  SF_TRY(open_plugin(home, owner));
  return {};
}

Result<const void*> plugin_factory(const PluginHome& home, std::string_view family,
                                   std::string_view component) {
  const std::string owner = fmt::format("{} {}", family, component);
  SF_ASSIGN(void* const library, open_plugin(home, owner));
  const auto find =
      reinterpret_cast<const void* (*)(const char*, const char*)>(dlsym(library, "standfast_plugin_factory"));
  const void* factory =
      find == nullptr ? nullptr : find(std::string(family).c_str(), std::string(component).c_str());
  if (factory == nullptr)
    return missing_error(fmt::format("{}: {} has no such component; install the package {} of this version",
                                     owner, home.library, home.package));
  return factory;
}

}  // namespace standfast
