#include "standfast/base/file_digest.h"

#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/digest.h"

namespace standfast {

Result<FileDigest> digest_file(const std::string& path) {
  // O_NONBLOCK: if a pipe stands in place of the file, open would wait for ever.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return data_error(fmt::format("{}: cannot open ({})", path, std::strerror(errno)));
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } const closer{fd};
  struct stat info {};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) return data_error(path + ": is no regular file");
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
