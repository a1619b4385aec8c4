#include "standfast/base/packed_text.h"

#include <cassert>
#include <memory>
#include <vector>

#include <openssl/evp.h>
#include <zlib.h>

namespace standfast {

std::string packed_base64(std::string_view text) {
  uLongf size = compressBound(text.size());
  // The room is larger than what is packed: what is never written needs no memory.
  const auto packed = std::make_unique_for_overwrite<Bytef[]>(size);
  [[maybe_unused]] const int said = compress2(
      packed.get(), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_COMPRESSION);
  assert(said == Z_OK);  // the room is large enough by compressBound
  // EVP_EncodeBlock takes an int, so it gets blocks. Three bytes become four letters, and a block
  // is a multiple of three bytes.
  constexpr size_t kBlock = 3 << 10;
  std::string out;
  out.reserve(4 * (size / 3 + 1));
  std::vector<unsigned char> letters(4 * (kBlock / 3) + 1);
  for (size_t at = 0; at < size; at += kBlock) {
    const size_t n = std::min<size_t>(kBlock, size - at);
    const int length = EVP_EncodeBlock(letters.data(), packed.get() + at, static_cast<int>(n));
    out.append(reinterpret_cast<const char*>(letters.data()), static_cast<size_t>(length));
  }
  return out;
}

}  // namespace standfast
