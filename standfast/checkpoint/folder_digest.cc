#include "standfast/checkpoint/folder_digest.h"

#include <filesystem>
#include <set>

#include "standfast/base/digest.h"

namespace standfast {

Result<std::string> digest_files(const std::string& folder, std::span<const std::string> names) {
  namespace fs = std::filesystem;
  std::set<std::string> sorted;
  for (const std::string& name : names) sorted.insert(fs::path(name).lexically_normal().generic_string());
  Sha256 sha;
  for (const std::string& name : sorted) {
    SF_ASSIGN(const FileDigest one, digest_file((fs::path(folder) / name).string()));
    sha.add_field(name);
    sha.add_field(one.sha256);
  }
  return sha.hex();
}

}  // namespace standfast
