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

#include "standfast/base/packing.h"
#include "standfast/base/paths.h"
#include "standfast/base/standard_streams.h"

namespace standfast {
namespace {

constexpr size_t kBufferSize = size_t{1} << 18;

std::string system_message() {
  return std::strerror(errno);
}

class Descriptor {
 public:
  Descriptor(int fd, bool owned) : fd_(fd), owned_(owned) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)), owned_(other.owned_) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { close(); }
  int get() const { return fd_; }
  int close() {
    const int fd = std::exchange(fd_, -1);
    return fd >= 0 && owned_ ? ::close(fd) : 0;
  }

 private:
  int fd_;
  bool owned_;
};

class PlainInput final : public InputStream {
 public:
  PlainInput(std::string path, Descriptor fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  Result<size_t> read(std::span<char> buffer) override {
    if (peeked_used_ < peeked_.size()) {
      const size_t n = std::min(buffer.size(), peeked_.size() - peeked_used_);
      std::memcpy(buffer.data(), peeked_.data() + peeked_used_, n);
      peeked_used_ += n;
      return n;
    }
    for (;;) {
      const ssize_t n = ::read(fd_.get(), buffer.data(), buffer.size());
      if (n >= 0) return static_cast<size_t>(n);
      if (errno != EINTR) return data_error(fmt::format("{}: cannot read ({})", path_, system_message()));
    }
  }

  // The first four bytes (fewer at the end), kept for the next read.
  Result<std::string_view> peek() {
    std::string head;
    while (head.size() < 4) {
      char bytes[4];
      SF_ASSIGN(const size_t n, read(std::span(bytes, 4 - head.size())));
      if (n == 0) break;
      head.append(bytes, n);
    }
    peeked_ = std::move(head);
    peeked_used_ = 0;
    return std::string_view(peeked_);
  }

 private:
  std::string path_;
  Descriptor fd_;
  std::string peeked_;
  size_t peeked_used_ = 0;
};

class GzipInput final : public InputStream {
 public:
  GzipInput(std::string path, std::unique_ptr<InputStream> source)
      : path_(std::move(path)), source_(std::move(source)), input_(kBufferSize) {
    inflateInit2(&stream_, 15 + 16);
  }
  ~GzipInput() override { inflateEnd(&stream_); }

  Result<size_t> read(std::span<char> buffer) override {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(std::min<size_t>(buffer.size(), 1U << 30));
    const auto room = stream_.avail_out;
    while (stream_.avail_out == room) {
      if (stream_.avail_in == 0) {
        SF_ASSIGN(const size_t n, source_->read(input_));
        if (n == 0) {
          if (member_open_)
            return data_error(path_ + ": the gzip archive is truncated (did a download or copy stop early?)");
          return size_t{0};
        }
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(n);
      }
      if (!member_open_) {
        inflateReset(&stream_);
        member_open_ = true;
      }
      const int code = inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_STREAM_END) {
        member_open_ = false;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        return data_error(fmt::format("{}: the gzip archive is damaged ({})", path_,
                                      stream_.msg != nullptr ? stream_.msg : "bad data"));
      }
    }
    return static_cast<size_t>(room - stream_.avail_out);
  }

 private:
  std::string path_;
  std::unique_ptr<InputStream> source_;
  std::vector<char> input_;
  z_stream stream_{};
  bool member_open_ = true;
};

class ZstdInput final : public InputStream {
 public:
  ZstdInput(std::string path, std::unique_ptr<InputStream> source)
      : path_(std::move(path)),
        source_(std::move(source)),
        bytes_(kBufferSize),
        stream_(ZSTD_createDStream()) {}
  ~ZstdInput() override { ZSTD_freeDStream(stream_); }

  Result<size_t> read(std::span<char> buffer) override {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !pending_output_) {
        SF_ASSIGN(const size_t n, source_->read(bytes_));
        if (n == 0) {
          if (frame_open_)
            return data_error(path_ + ": the zstd archive is truncated (did a download or copy stop early?)");
          return size_t{0};
        }
        in_ = {bytes_.data(), n, 0};
      }
      const size_t code = ZSTD_decompressStream(stream_, &out, &in_);
      if (ZSTD_isError(code) != 0)
        return data_error(
            fmt::format("{}: the zstd archive is damaged ({})", path_, ZSTD_getErrorName(code)));
      frame_open_ = code != 0;
      pending_output_ = out.pos == out.size;
    }
    return out.pos;
  }

 private:
  std::string path_;
  std::unique_ptr<InputStream> source_;
  std::vector<char> bytes_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  bool frame_open_ = true;
  bool pending_output_ = false;
};

}  // namespace

Result<std::unique_ptr<InputStream>> open_input(const std::string& path) {
  SF_TRY(check_path(path));
  const bool standard = path == "-";
  const std::string name = standard ? "standard input" : path;
  const int fd = standard ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return data_error(fmt::format("{}: cannot open ({})", path, system_message()));
  Descriptor descriptor(fd, !standard);
  struct stat info {};
  if (::fstat(fd, &info) == 0 && S_ISDIR(info.st_mode))
    return data_error(path + ": is a folder where a file was expected");
  auto plain = std::make_unique<PlainInput>(name, std::move(descriptor));
  SF_ASSIGN(const std::string_view head, plain->peek());
  switch (packing_of(head)) {
    case Packing::gzip:
      return std::make_unique<GzipInput>(name, std::move(plain));
    case Packing::zstd:
      return std::make_unique<ZstdInput>(name, std::move(plain));
    case Packing::none:
      break;
  }
  return std::unique_ptr<InputStream>(std::move(plain));
}

Result<std::string> read_file(const std::string& path) {
  SF_ASSIGN(const auto input, open_input(path));
  std::string bytes;
  std::vector<char> buffer(kBufferSize);
  for (;;) {
    SF_ASSIGN(const size_t n, input->read(buffer));
    if (n == 0) return bytes;
    bytes.append(buffer.data(), n);
  }
}

struct OutputFile::State {
  enum class Format { plain, gzip, zstd };
  std::string path;
  std::string temporary;  // "" for standard output
  Descriptor fd;
  Format format = Format::plain;
  z_stream gzip{};
  ZSTD_CStream* zstd = nullptr;
  std::vector<char> buffer = std::vector<char>(kBufferSize);
  bool committed = false;

  State(std::string p, std::string t, Descriptor d)
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
  if (path == "-") return OutputFile(std::make_unique<State>(path, "", Descriptor(1, false)));
  SF_TRY(check_path(path));
  // A device or a pipe (/dev/null, /dev/stdout, a fifo) is written to; a rename would put a file in its
  // place.
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)) {
    const int device = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (device < 0) return data_error(fmt::format("{}: cannot open ({})", path, system_message()));
    return OutputFile(std::make_unique<State>(path, "", Descriptor(device, true)));
  }
  // The process id keeps two writers of one path apart; the last rename wins, whole.
  const std::string temporary = fmt::format("{}.tmp{}", path, ::getpid());
  const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return data_error(fmt::format("{}: cannot create ({})", path, system_message()));
  return OutputFile(std::make_unique<State>(path, temporary, Descriptor(fd, true)));
}

Status OutputFile::write(std::string_view bytes) {
  return state_->write(bytes, false);
}

Status OutputFile::commit() {
  SF_TRY(state_->write({}, true));
  if (state_->path == "-") return finish_standard_output();
  if (state_->temporary.empty()) return {};
  if (::fsync(state_->fd.get()) != 0 && errno != EINVAL)
    return data_error(fmt::format("{}: cannot flush ({})", state_->path, system_message()));
  if (state_->fd.close() != 0)
    return data_error(fmt::format("{}: cannot close ({})", state_->path, system_message()));
  if (::rename(state_->temporary.c_str(), state_->path.c_str()) != 0)
    return data_error(fmt::format("{}: cannot rename into place ({})", state_->path, system_message()));
  state_->committed = true;
  return {};
}

Status write_file(const std::string& path, std::string_view bytes) {
  SF_ASSIGN(auto file, OutputFile::create(path));
  SF_TRY(file.write(bytes));
  return file.commit();
}

Status make_directories(const std::string& path) {
  SF_TRY(check_path(path));
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) return data_error(fmt::format("{}: cannot make the folder ({})", path, code.message()));
  return {};
}

}  // namespace standfast
