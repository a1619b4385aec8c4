#include "standfast/base/file_digest.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "standfast/base/digest.h"
#include "standfast/base/open_file.h"

namespace standfast {

Result<FileDigest> digest_file(const std::string& path) {
  SF_ASSIGN(const int fd, open_regular_file(path));
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } const closer{fd};
  Sha256 sha;
  FileDigest digest;
  std::vector<char> buffer(size_t{1} << 18);
  for (;;) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return data_error(fmt::format("{}: cannot read ({})", path, std::strerror(errno)));
    if (n == 0) break;
    sha.add({buffer.data(), static_cast<size_t>(n)});
    digest.bytes += static_cast<uint64_t>(n);
  }
  digest.sha256 = sha.hex();
  return digest;
}

Result<FileDigest> digest_folder(const std::string& path) {
  std::vector<std::string> names;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(path, problem), end; !problem && at != end;
       at.increment(problem))
    names.push_back(at->path().filename().string());
  if (problem) return data_error(fmt::format("{}: {}", path, problem.message()));
  std::sort(names.begin(), names.end());
  Sha256 sha;
  FileDigest digest;
  for (const auto& name : names) {
    SF_ASSIGN(const FileDigest one, digest_file(path + "/" + name));
    sha.add_field(name);
    sha.add_field(one.sha256);
    digest.bytes += one.bytes;
  }
  digest.sha256 = sha.hex();
  return digest;
}

}  // namespace standfast
