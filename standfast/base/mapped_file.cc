#include "standfast/base/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/open_file.h"

namespace standfast {

Result<MappedFile> MappedFile::open(const std::string& path) {
  const auto cannot = [&](const char* what) {
    return data_error(fmt::format("{}: cannot {} ({})", path, what, std::strerror(errno)));
  };
  SF_ASSIGN(const int fd, open_regular_file(path));
  struct stat info {};
  if (::fstat(fd, &info) != 0) {
    const auto failure = cannot("read");
    ::close(fd);
    return failure;
  }
  const auto size = static_cast<size_t>(info.st_size);
  void* map = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0) : nullptr;
  const int error = errno;
  ::close(fd);
  errno = error;
  if (map == MAP_FAILED) return cannot("map");
  return MappedFile(map, size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : map_(std::exchange(other.map_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(map_, other.map_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (map_ != nullptr) ::munmap(map_, size_);
}

}  // namespace standfast
