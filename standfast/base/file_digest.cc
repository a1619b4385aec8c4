#include "standfast/base/file_digest.h"

#include <cerrno>
#include <cstring>
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

}  // namespace standfast
