#include "standfast/base/input_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standfast/base/open_file.h"
#include "standfast/base/unpack.h"

namespace standfast {
namespace {

constexpr size_t kReadBuffer = size_t{1} << 18;

class PlainInput final : public InputStream {
 public:
  // name: the name of the file in messages. first: bytes that were read of it already.
  PlainInput(std::string name, int fd, std::string first)
      : name_(std::move(name)), fd_(fd), peeked_(std::move(first)), fetched_(peeked_.size()) {}
  ~PlainInput() override {
    if (fd_ != STDIN_FILENO) ::close(fd_);
  }
  PlainInput(const PlainInput&) = delete;
  PlainInput& operator=(const PlainInput&) = delete;

  Result<size_t> read(std::span<char> buffer) override {
    if (peeked_used_ < peeked_.size()) {
      const size_t n = std::min(buffer.size(), peeked_.size() - peeked_used_);
      std::memcpy(buffer.data(), peeked_.data() + peeked_used_, n);
      peeked_used_ += n;
      return n;
    }
    for (;;) {
      const ssize_t n = ::read(fd_, buffer.data(), buffer.size());
      if (n >= 0) {
        fetched_ += static_cast<uint64_t>(n);
        return static_cast<size_t>(n);
      }
      if (errno != EINTR) return data_error(fmt::format("{}: cannot read ({})", name_, std::strerror(errno)));
    }
  }

  // Returns the first four bytes (fewer at the end), kept for the next read.
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

  const std::string& name() const { return name_; }
  int fd() const { return fd_; }
  // Returns the size of the file now; nothing for a pipe or a device.
  std::optional<uint64_t> known_size() const {
    struct stat info {};
    if (::fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
    return static_cast<uint64_t>(info.st_size);
  }
  // Returns the size of the file. For a pipe: the number of bytes that have come so far.
  uint64_t size() const { return std::max(fetched_, known_size().value_or(0)); }

 private:
  std::string name_;
  int fd_;
  std::string peeked_;
  size_t peeked_used_ = 0;
  uint64_t fetched_ = 0;
};

Result<std::unique_ptr<PlainInput>> open_plain(const std::string& path) {
  if (path == "-") {
    struct stat info {};
    if (::fstat(STDIN_FILENO, &info) == 0 && S_ISDIR(info.st_mode))
      return data_error(path + ": is a folder where a file was expected");
    return std::make_unique<PlainInput>("standard input", STDIN_FILENO, "");
  }
  std::string first;
  SF_ASSIGN(const int fd, open_to_read(path, Pipes::welcome, first));
  return std::make_unique<PlainInput>(path, fd, std::move(first));
}

// Returns the size of a buffer for a file of this size: thousands of small files are read, and each would
// clear a large one.
size_t buffer_for(std::optional<uint64_t> size) {
  constexpr uint64_t kSmallest = 4096;
  return size ? std::clamp<uint64_t>(*size + 1, kSmallest, kReadBuffer) : kReadBuffer;
}

struct Opened {
  std::unique_ptr<InputStream> stream;
  const PlainInput* file = nullptr;  // the file below the stream
  Packing packing = Packing::none;
};

// Returns the stream, which unpacks packed bytes as it reads them.
Result<Opened> as_stream(const std::string& path, std::unique_ptr<PlainInput> plain) {
  SF_ASSIGN(const std::string_view head, plain->peek());
  const PlainInput* file = plain.get();
  const Packing packing = packing_of(head);
  if (packing == Packing::none && is_cut_archive(path, head))
    return data_error(path + ": the archive is truncated (did a download or copy stop early?)");
  const std::string name = plain->name();
  const size_t block = buffer_for(plain->known_size());
  std::unique_ptr<InputStream> stream = std::move(plain);
  if (packing == Packing::gzip) stream = unpack_gzip(name, std::move(stream), block);
  if (packing == Packing::zstd) stream = unpack_zstd(name, std::move(stream), block);
  return Opened{std::move(stream), file, packing};
}

// Formats a size for messages: "355 kB".
std::string in_words(uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < 10'000'000) return fmt::format("{} kB", bytes / 1000);
  return fmt::format("{} MB", bytes / 1'000'000);
}

// Reads all that is left of the stream. expected: its size where it is known. check(bytes so far) is called
// after each piece.
template <class Check>
Result<std::string> drain(InputStream& input, std::optional<uint64_t> expected, const Check& check) {
  std::string bytes;
  bytes.reserve(expected.value_or(0) + 256);  // parsers want some room behind the end
  const size_t room = buffer_for(expected);
  const auto buffer = std::make_unique_for_overwrite<char[]>(room);
  for (;;) {
    SF_ASSIGN(const size_t n, input.read({buffer.get(), room}));
    if (n == 0) return bytes;
    bytes.append(buffer.get(), n);
    SF_TRY(check(bytes.size()));
  }
}

const auto kAnySize = [](uint64_t) -> Status { return {}; };

uint64_t most_unpacked(const UnpackLimit& limit, uint64_t packed) {
  return std::max(limit.floor, packed * limit.ratio);
}

// Returns whether the file can be held packed beside its unpacked bytes, and can be opened again: no pipe,
// not standard input.
Result<bool> is_small_gzip(PlainInput& plain) {
  constexpr uint64_t kSmall = uint64_t{8} << 20;
  if (plain.fd() == STDIN_FILENO || plain.known_size().value_or(kSmall + 1) > kSmall) return false;
  SF_ASSIGN(const std::string_view head, plain.peek());
  return packing_of(head) == Packing::gzip;
}

}  // namespace

Result<std::unique_ptr<InputStream>> open_input(const std::string& path) {
  SF_ASSIGN(auto plain, open_plain(path));
  SF_ASSIGN(Opened opened, as_stream(path, std::move(plain)));
  return std::move(opened.stream);
}

Result<std::string> read_file(const std::string& path, const UnpackLimit& limit) {
  SF_ASSIGN(auto plain, open_plain(path));
  SF_ASSIGN(const bool small, is_small_gzip(*plain));
  if (small) {
    SF_ASSIGN(const std::string packed, drain(*plain, plain->known_size(), kAnySize));
    if (auto whole = gunzip(packed, most_unpacked(limit, packed.size()))) return std::move(*whole);
    SF_ASSIGN(plain, open_plain(path));  // a stream says what is wrong with it, or knows how to read it
  }
  SF_ASSIGN(const Opened opened, as_stream(path, std::move(plain)));
  if (opened.packing == Packing::none) return drain(*opened.stream, opened.file->known_size(), kAnySize);
  return drain(*opened.stream, std::nullopt, [&](uint64_t bytes) -> Status {
    if (bytes <= limit.floor) return {};
    const uint64_t packed = opened.file->size(), most = most_unpacked(limit, packed);
    if (bytes <= most) return {};
    return data_error(
        fmt::format("{}: unpacks to more than {}, and has {} packed: a damaged file, or one made to fill the "
                    "memory? If it is "
                    "meant to be so large, unpack it first ({})",
                    opened.file->name(), in_words(most), in_words(packed),
                    opened.packing == Packing::gzip ? "gunzip" : "zstd -d"));
  });
}

Result<std::string> read_plain_file(const std::string& path) {
  SF_ASSIGN(const auto plain, open_plain(path));
  return drain(*plain, plain->known_size(), kAnySize);
}

}  // namespace standfast
