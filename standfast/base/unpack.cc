#include "standfast/base/unpack.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace standfast {
namespace {

Failure no_memory(const std::string& name) {
  return data_error(name + ": there is not enough memory to unpack it");
}

class GzipInput final : public InputStream {
 public:
  GzipInput(std::string name, std::unique_ptr<InputStream> source, size_t block_bytes)
      : name_(std::move(name)), source_(std::move(source)), input_(block_bytes) {
    ready_ = inflateInit2(&stream_, 15 + 16) == Z_OK;
  }
  ~GzipInput() override {
    if (ready_) inflateEnd(&stream_);
  }

  Result<size_t> read(std::span<char> buffer) override {
    if (!ready_) return no_memory(name_);
    if (buffer.empty()) return size_t{0};
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(std::min<size_t>(buffer.size(), 1U << 30));
    const auto room = stream_.avail_out;
    while (stream_.avail_out == room) {
      if (stream_.avail_in == 0) {
        SF_ASSIGN(const size_t n, source_->read(input_));
        if (n == 0) {
          if (member_open_)
            return data_error(name_ + ": the gzip archive is truncated (did a download or copy stop early?)");
          return size_t{0};
        }
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(n);
      }
      if (!member_open_) {
        skip_padding();
        if (stream_.avail_in == 0) continue;
        if (*stream_.next_in != 0x1f)
          return data_error(name_ +
                            ": the gzip archive is damaged (something that is not packed follows it; was "
                            "a line appended to the packed file?)");
        inflateReset(&stream_);
        member_open_ = true;
      }
      const int code = inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_STREAM_END) {
        member_open_ = false;
      } else if (code == Z_MEM_ERROR) {
        return no_memory(name_);
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        return data_error(fmt::format("{}: the gzip archive is damaged ({})", name_,
                                      stream_.msg != nullptr ? stream_.msg : "bad data"));
      }
    }
    return static_cast<size_t>(room - stream_.avail_out);
  }

 private:
  // Tapes and some tools fill the last block with zeros; they are skipped.
  void skip_padding() {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
  }

  std::string name_;
  std::unique_ptr<InputStream> source_;
  std::vector<char> input_;
  z_stream stream_{};
  bool ready_ = false;
  bool member_open_ = true;
};

class ZstdInput final : public InputStream {
 public:
  ZstdInput(std::string name, std::unique_ptr<InputStream> source, size_t block_bytes)
      : name_(std::move(name)),
        source_(std::move(source)),
        bytes_(block_bytes),
        stream_(ZSTD_createDStream()) {}
  ~ZstdInput() override { ZSTD_freeDStream(stream_); }
  ZstdInput(const ZstdInput&) = delete;
  ZstdInput& operator=(const ZstdInput&) = delete;

  Result<size_t> read(std::span<char> buffer) override {
    if (stream_ == nullptr) return no_memory(name_);
    if (error_ != 0 || lies_) return failure();
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    while (out.pos == 0 && out.size > 0) {
      if (in_.pos == in_.size && !more_inside_) {
        SF_ASSIGN(const size_t n, source_->read(bytes_));
        if (n == 0) {
          if (frame_open_)
            return data_error(name_ + ": the zstd archive is truncated (did a download or copy stop early?)");
          return size_t{0};
        }
        in_ = {bytes_.data(), n, 0};
      }
      const size_t taken = in_.pos, made = out.pos;
      const size_t code = ZSTD_decompressStream(stream_, &out, &in_);
      if (ZSTD_isError(code) != 0) {
        error_ = code;
        return failure();
      }
      frame_made_ += out.pos - made;
      for (size_t at = taken; at < in_.pos && frame_start_.size() < kLongestHeader; ++at)
        frame_start_.push_back(bytes_[at]);
      if (code == 0 && !frame_is_as_long_as_it_says()) {
        lies_ = true;
        return failure();
      }
      // 0: a frame has ended and all of it is out. Another call without input would begin a new frame.
      frame_open_ = code != 0;
      more_inside_ = frame_open_ && out.pos == out.size;
    }
    return out.pos;
  }

 private:
  // Checks the frame's length. When the library gets a frame in pieces, and it ends in an empty block, it
  // does not compare the frame's length with the length in its header. So this is checked here.
  bool frame_is_as_long_as_it_says() {
    const auto says = ZSTD_getFrameContentSize(frame_start_.data(), frame_start_.size());
    const bool known = says != ZSTD_CONTENTSIZE_UNKNOWN && says != ZSTD_CONTENTSIZE_ERROR;
    const bool equal = !known || says == frame_made_;
    frame_start_.clear();
    frame_made_ = 0;
    return equal;
  }

  Failure failure() const {
    if (lies_)
      return data_error(name_ + ": the zstd archive is damaged (a part is not as long as its header says)");
    switch (ZSTD_getErrorCode(error_)) {
      case ZSTD_error_memory_allocation:
        return no_memory(name_);
      case ZSTD_error_frameParameter_windowTooLarge:
        return data_error(name_ +
                          ": was packed with a window over 128 MiB (zstd --long or --ultra); unpack it first "
                          "(zstd -d --long=31)");
      default:
        return data_error(
            fmt::format("{}: the zstd archive is damaged ({})", name_, ZSTD_getErrorName(error_)));
    }
  }

  std::string name_;
  std::unique_ptr<InputStream> source_;
  std::vector<char> bytes_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  size_t error_ = 0;                            // error of the decoder, which is not called again after one
  bool frame_open_ = true;                      // the archive holds more of the frame
  bool more_inside_ = false;                    // the decoder may hold output that did not fit
  static constexpr size_t kLongestHeader = 18;  // limit of a frame's header (RFC 8878, section 3.1.1.1)
  std::vector<char> frame_start_;               // first bytes of the frame
  uint64_t frame_made_ = 0;                     // bytes that the frame has given so far
  bool lies_ = false;
};

}  // namespace

std::unique_ptr<InputStream> unpack_gzip(std::string name, std::unique_ptr<InputStream> source,
                                         size_t block_bytes) {
  return std::make_unique<GzipInput>(std::move(name), std::move(source), block_bytes);
}

std::unique_ptr<InputStream> unpack_zstd(std::string name, std::unique_ptr<InputStream> source,
                                         size_t block_bytes) {
  return std::make_unique<ZstdInput>(std::move(name), std::move(source), block_bytes);
}

namespace {

constexpr size_t kSmallestMember = 18;   // ten bytes of head, eight of tail
constexpr uint64_t kMostPerByte = 1032;  // the most bytes that one byte of deflate can stand for
constexpr size_t kRoomBehind = 256;      // parsers want some

// Returns the last four bytes of a member: its unpacked length, modulo 2^32.
uint64_t stated_size(std::string_view packed) {
  uint64_t size = 0;
  for (size_t k = 1; k <= 4; ++k) size = size << 8 | static_cast<uint8_t>(packed[packed.size() - k]);
  return size;
}

}  // namespace

std::optional<std::string> gunzip(std::string_view packed, uint64_t most) {
  if (packed.size() < kSmallestMember) return std::nullopt;
  const uint64_t size = stated_size(packed);
  if (size > std::min(most, packed.size() * kMostPerByte)) return std::nullopt;
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> unpacker(
      libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  if (unpacker == nullptr) return std::nullopt;
  std::string bytes;
  bytes.reserve(size + kRoomBehind);
  bytes.resize(size);
  size_t read = 0, written = 0;
  if (libdeflate_gzip_decompress_ex(unpacker.get(), packed.data(), packed.size(), bytes.data(), bytes.size(),
                                    &read, &written) != LIBDEFLATE_SUCCESS ||
      read != packed.size() || written != bytes.size())
    return std::nullopt;
  return bytes;
}

}  // namespace standfast
