#include "standfast/base/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "standfast/base/open_file.h"
#include "standfast/base/paths.h"
#include "standfast/base/standard_streams.h"
#include "standfast/base/unique_name.h"

namespace standfast {
namespace {

constexpr size_t kWriteBuffer = size_t{1} << 18;

std::string system_message() {
  return std::strerror(errno);
}

class OutputDescriptor {
 public:
  OutputDescriptor(int fd, bool owned) : fd_(fd), owned_(owned) {}
  OutputDescriptor(OutputDescriptor&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), owned_(other.owned_) {}
  OutputDescriptor& operator=(OutputDescriptor&&) = delete;
  ~OutputDescriptor() { close(); }
  int get() const { return fd_; }
  int close() {
    const int fd = std::exchange(fd_, -1);
    return fd >= 0 && owned_ ? ::close(fd) : 0;
  }

 private:
  int fd_;
  bool owned_;
};

}  // namespace

struct OutputFile::State {
  enum class Format { plain, gzip, zstd };
  std::string path;
  std::string temporary;  // "" for standard output
  OutputDescriptor fd;
  Format format = Format::plain;
  z_stream gzip{};
  ZSTD_CStream* zstd = nullptr;
  std::vector<char> buffer;  // for packed bytes
  bool committed = false;

  State(std::string p, std::string t, OutputDescriptor d)
      : path(std::move(p)), temporary(std::move(t)), fd(std::move(d)) {
    if (path.ends_with(".gz")) {
      format = Format::gzip;
      // zlib's own gzip header carries no time unless one is set, so equal content gives equal bytes.
      deflateInit2(&gzip, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    } else if (path.ends_with(".zst")) {
      format = Format::zstd;
      zstd = ZSTD_createCStream();
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, 6);
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    }
    if (format != Format::plain) buffer.resize(kWriteBuffer);
  }
  ~State() {
    if (format == Format::gzip) deflateEnd(&gzip);
    if (zstd != nullptr) ZSTD_freeCStream(zstd);
    if (!committed && !temporary.empty()) ::unlink(temporary.c_str());
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Status write_raw(const char* data, size_t size) {
    if (path == "-") return write_standard_output({data, size});
    while (size > 0) {
      const ssize_t n = ::write(fd.get(), data, size);
      if (n < 0) {
        if (errno == EINTR) continue;
        return data_error(fmt::format("{}: cannot write ({})", path, system_message()));
      }
      data += n;
      size -= static_cast<size_t>(n);
    }
    return {};
  }

  Status write(std::string_view bytes, bool finish) {
    if (format == Format::plain) return write_raw(bytes.data(), bytes.size());
    if (format == Format::gzip) {
      do {
        const size_t part = std::min<size_t>(bytes.size(), 1U << 30);
        gzip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        gzip.avail_in = static_cast<uInt>(part);
        bytes.remove_prefix(part);
        do {
          gzip.next_out = reinterpret_cast<Bytef*>(buffer.data());
          gzip.avail_out = static_cast<uInt>(buffer.size());
          deflate(&gzip, finish && bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
          SF_TRY(write_raw(buffer.data(), buffer.size() - gzip.avail_out));
        } while (gzip.avail_out == 0);
      } while (!bytes.empty());
      return {};
    }
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
      const size_t left = ZSTD_compressStream2(zstd, &out, &in, finish ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left) != 0)
        return data_error(fmt::format("{}: cannot compress ({})", path, ZSTD_getErrorName(left)));
      SF_TRY(write_raw(buffer.data(), out.pos));
      if (finish ? left == 0 : in.pos == in.size) return {};
    }
  }
};

OutputFile::OutputFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::create(const std::string& path) {
  if (path == "-") return OutputFile(std::make_unique<State>(path, "", OutputDescriptor(1, false)));
  SF_TRY(check_path(path));
  // A device or a pipe (/dev/null, /dev/stdout, a fifo) is written to directly; a rename would put a file in
  // its place.
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)) {
    SF_ASSIGN(const int device, open_pipe_to_write(path));
    return OutputFile(std::make_unique<State>(path, "", OutputDescriptor(device, true)));
  }
  // Two writers of one path have two temporaries; the last rename wins with its whole file. A file or link
  // that already stands where the temporary would be is never written through.
  remove_stale_beside(path);
  const std::string temporary = temporary_beside(path);
  SF_ASSIGN(const int fd, open_own_file(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0644, path));
  return OutputFile(std::make_unique<State>(path, temporary, OutputDescriptor(fd, true)));
}

Status OutputFile::write(std::string_view bytes) {
  return state_->write(bytes, false);
}

Status OutputFile::commit(Flush flush) {
  SF_TRY(state_->write({}, true));
  if (state_->path == "-") return finish_standard_output();
  if (state_->temporary.empty()) return {};
  if (flush == Flush::yes && ::fsync(state_->fd.get()) != 0 && errno != EINVAL)
    return data_error(fmt::format("{}: cannot flush ({})", state_->path, system_message()));
  if (state_->fd.close() != 0)
    return data_error(fmt::format("{}: cannot close ({})", state_->path, system_message()));
  if (::rename(state_->temporary.c_str(), state_->path.c_str()) != 0)
    return data_error(fmt::format("{}: cannot rename into place ({})", state_->path, system_message()));
  state_->committed = true;
  return {};
}

Status write_file(const std::string& path, std::string_view bytes, Flush flush) {
  SF_ASSIGN(auto file, OutputFile::create(path));
  SF_TRY(file.write(bytes));
  return file.commit(flush);
}

Status make_directories(const std::string& path) {
  SF_TRY(check_path(path));
  std::error_code code;
  // Another process may remove an empty parent between the steps of one try.
  for (int tries = 0; tries < 100; ++tries) {
    std::filesystem::create_directories(path, code);
    if (code != std::errc::no_such_file_or_directory) break;
  }
  if (code) return data_error(fmt::format("{}: cannot make the folder ({})", path, code.message()));
  return {};
}

}  // namespace standfast
