#include "standfast/base/scratch_file.h"

#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace standfast {

Result<ScratchFile> ScratchFile::make() {
  std::error_code code;
  std::string folder = std::filesystem::temp_directory_path(code).string();
  if (code) folder = "/tmp";
  // The name is removed at once, so that a kill leaves nothing behind.
  std::string path = folder + "/standfast-XXXXXX";
  const int file = ::mkostemp(path.data(), O_CLOEXEC);
  if (file < 0)
    return data_error(fmt::format("{}: cannot make a temporary file ({}); TMPDIR names another folder for it",
                                  folder, std::strerror(errno)));
  ::unlink(path.c_str());
  return ScratchFile(file, std::move(folder));
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), folder_(std::move(other.folder_)), size_(other.size_) {}

ScratchFile& ScratchFile::operator=(ScratchFile&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(folder_, other.folder_);
  std::swap(size_, other.size_);
  return *this;
}

ScratchFile::~ScratchFile() {
  if (file_ >= 0) ::close(file_);
}

Result<uint64_t> ScratchFile::append(std::string_view bytes) {
  const uint64_t begin = size_;
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t written =
        ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      return data_error(
          fmt::format("{}: cannot write to a temporary file ({}); TMPDIR names another folder for it",
                      folder_, written < 0 ? std::strerror(errno) : "nothing was written"));
    done += static_cast<size_t>(written);
  }
  size_ += bytes.size();
  return begin;
}

void ScratchFile::read(uint64_t begin, std::span<char> to) const {
  assert(begin + to.size() <= size_);
  for (size_t done = 0; done < to.size();) {
    const ssize_t got = ::pread(file_, to.data() + done, to.size() - done, static_cast<off_t>(begin + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw std::filesystem::filesystem_error("cannot read a temporary file", folder_,
                                              {got < 0 ? errno : EIO, std::generic_category()});
    done += static_cast<size_t>(got);
  }
}

}  // namespace standfast
