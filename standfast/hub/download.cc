#include "standfast/hub/download.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/open_file.h"
#include "standfast/hub/content_check.h"

namespace standfast {
namespace {

// A file of the bytes that have come so far.
class PartFile {
 public:
  static Result<PartFile> open(const std::string& path) {
    // Following a link in its place would write to a foreign file.
    SF_ASSIGN(const int fd, open_own_file(path, O_RDWR | O_CREAT | O_NOFOLLOW));
    PartFile part(path, fd);
    struct stat is {};
    if (::fstat(fd, &is) != 0) return part.failure("open");
    part.size_ = static_cast<uint64_t>(is.st_size);
    return part;
  }
  PartFile(PartFile&& other) noexcept
      : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  uint64_t size() const { return size_; }

  Status cut_to(uint64_t size) {
    if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) return failure("shorten");
    size_ = size;
    return {};
  }
  Status append(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return failure("write");
      size_ += static_cast<uint64_t>(n);
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return {};
  }
  Status flush() { return ::fsync(fd_) == 0 || errno == EINVAL ? Status{} : failure("flush"); }
  Status move_to(const std::string& path) {
    SF_TRY(flush());
    if (::rename(path_.c_str(), path.c_str()) != 0) return failure("rename into place");
    return {};
  }
  void remove() { ::unlink(path_.c_str()); }

 private:
  PartFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  Failure failure(std::string_view verb) const {
    return data_error(fmt::format(
        "{}: cannot {} ({}){}", path_, verb, std::strerror(errno),
        errno == ENOSPC || errno == EDQUOT ? "; with more room, the same command continues" : ""));
  }
  std::string path_;
  int fd_;
  uint64_t size_ = 0;
};

// Requests bytes until all are there, or no more try is of use. Adds the bytes received to `came`.
Status gather(Hub& hub, const Download& wanted, PartFile& part, const std::function<void(uint64_t)>& come,
              uint64_t& came) {
  const auto size = wanted.facts.size;
  if (!size || part.size() > *size) SF_TRY(part.cut_to(0));
  come(part.size());
  // Only bytes beyond all earlier attempts are progress; a file of unknown size begins anew each time.
  uint64_t furthest = part.size();
  for (Patience patience = hub.patience(); !size || part.size() < *size;) {
    const uint64_t before = part.size();
    const auto taken =
        hub.take(wanted.model, wanted.commit, wanted.file, before,
                 {.begin = [&](uint64_t begin) { return begin == 0 ? part.cut_to(0) : Status{}; },
                  .bytes = [&](std::string_view bytes) -> Status {
                    if (size && part.size() + bytes.size() > *size)
                      return data_error(fmt::format(
                          "the file \"{}\" of \"{}\" is longer than the {} bytes that the server said",
                          wanted.file, wanted.model, *size));
                    SF_TRY(part.append(bytes));
                    came += bytes.size();
                    come(part.size());
                    return {};
                  }});
    if (taken && (!size || part.size() == *size)) return {};
    SF_TRY(patience.after(
        taken ? unanswered_by_hub({.kind = HttpTrouble::Kind::broken},
                                  {.server = "the server", .model = wanted.model, .revision = ""})
                    .value()
              : taken.error(),
        size && part.size() > furthest));
    furthest = std::max(furthest, part.size());
    if (!size) SF_TRY(part.cut_to(0));
  }
  return {};
}

}  // namespace

Result<uint64_t> download(Hub& hub, const Download& wanted, const std::function<void(uint64_t there)>& come) {
  for (uint64_t came = 0;;) {
    SF_ASSIGN(PartFile part, PartFile::open(wanted.part));
    const bool continued = part.size() > 0;
    if (auto gathered = gather(hub, wanted, part, come, came); !gathered) {
      if (part.size() == 0) part.remove();
      return Failure(gathered.error());
    }
    SF_ASSIGN(const std::string objection, objection_to(wanted.part, wanted.facts));
    if (objection.empty()) {
      SF_TRY(part.move_to(wanted.path));
      return came;
    }
    part.remove();
    // A power cut may have damaged the earlier bytes. A download from the beginning is the server's.
    if (continued) continue;
    return data_error(
        fmt::format("the file \"{}\" of \"{}\" is not what the hub has: {}; nothing of it is kept",
                    wanted.file, wanted.model, objection));
  }
}

}  // namespace standfast
