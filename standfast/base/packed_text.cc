#include "standfast/base/packed_text.h"

#include <algorithm>
#include <array>
#include <new>

#include <openssl/evp.h>
#include <zlib.h>

namespace standfast {

struct TextPacker::State {
  z_stream stream{};
  std::string packed;  // bytes without letters yet

  State() {
    // It fails only for want of memory.
    if (deflateInit(&stream, Z_DEFAULT_COMPRESSION) != Z_OK) throw std::bad_alloc();
  }
  ~State() { deflateEnd(&stream); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void pack(std::string_view piece, bool last) {
    std::array<Bytef, 1 << 14> room;
    do {
      const size_t part = std::min<size_t>(piece.size(), 1U << 30);  // zlib counts in 32 bits
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream.avail_in = static_cast<uInt>(part);
      piece.remove_prefix(part);
      do {
        stream.next_out = room.data();
        stream.avail_out = room.size();
        deflate(&stream, last && piece.empty() ? Z_FINISH : Z_NO_FLUSH);
        packed.append(reinterpret_cast<const char*>(room.data()), room.size() - stream.avail_out);
      } while (stream.avail_out == 0);
    } while (!piece.empty());
  }

  // Encodes three bytes as four letters, so the bytes of a group that is not complete wait.
  std::string letters(bool last) {
    const size_t ready = last ? packed.size() : packed.size() / 3 * 3;
    // EVP_EncodeBlock takes an int and puts a zero behind its letters, so it gets blocks.
    constexpr size_t kBlock = 3 << 10;
    std::array<unsigned char, 4 * (kBlock / 3) + 1> block;
    std::string out;
    out.reserve(4 * (ready / 3 + 1));
    for (size_t at = 0; at < ready; at += kBlock) {
      const int length =
          EVP_EncodeBlock(block.data(), reinterpret_cast<const unsigned char*>(packed.data()) + at,
                          static_cast<int>(std::min(kBlock, ready - at)));
      out.append(reinterpret_cast<const char*>(block.data()), static_cast<size_t>(length));
    }
    packed.erase(0, ready);
    return out;
  }
};

TextPacker::TextPacker() : state_(std::make_unique<State>()) {}
TextPacker::TextPacker(TextPacker&&) noexcept = default;
TextPacker& TextPacker::operator=(TextPacker&&) noexcept = default;
TextPacker::~TextPacker() = default;

std::string TextPacker::add(std::string_view piece) {
  state_->pack(piece, false);
  return state_->letters(false);
}

std::string TextPacker::finish() {
  state_->pack({}, true);
  return state_->letters(true);
}

std::string packed_base64(std::string_view text) {
  TextPacker packer;
  std::string letters = packer.add(text);
  return letters += packer.finish();
}

}  // namespace standfast
