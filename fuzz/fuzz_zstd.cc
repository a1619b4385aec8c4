// zstd streams: no access out of bounds, no endless loop; pieces of any size give the same. The result equals
// the result of the library's own call for whole archives.
#include <zstd.h>

#include "fuzz/unpacking.h"

namespace {

// Returns true for frames of versions before 0.8. Debian's library still reads them, each version in its own
// way, so they are not tested here.
bool has_old_frames(std::string_view packed) {
  constexpr std::string_view kRest = "\xb5\x2f\xfd";
  for (size_t at = 0; (at = packed.find(kRest, at)) != std::string_view::npos; ++at)
    if (at > 0 && packed[at - 1] != '\x28') return true;
  return false;
}

// Returns true for a compressed block of no bytes: the library calls it an error if it has the whole frame,
// but an empty block if it gets the frame in pieces. Nothing is lost by that.
bool has_empty_compressed_block(std::string_view packed) {
  using namespace std::string_view_literals;
  return packed.find("\x04\x00\x00"sv) != std::string_view::npos ||
         packed.find("\x05\x00\x00"sv) != std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  if (size < 3) return 0;
  const std::string packed(reinterpret_cast<const char*>(data) + 2, size - 2);
  if (has_old_frames(packed) || has_empty_compressed_block(packed)) return 0;
  const auto streamed = fuzz::check_unpacking(unpack_zstd, packed, data[0], data[1]);
  if (streamed.more) return 0;
  static std::string room(fuzz::kMostUnpacked, '\0');
  const size_t n = ZSTD_decompress(room.data(), room.size(), packed.data(), packed.size());
  if (ZSTD_isError(n) != 0) {
    if (streamed.problem.empty()) std::abort();
    return 0;
  }
  const auto at_once = std::string_view(room).substr(0, n);
  // The stream is stricter (large windows, blocks larger than their declared size), but it must not call a
  // whole archive truncated.
  if (streamed.problem.find("truncated") != std::string::npos) std::abort();
  if (streamed.problem.empty() && streamed.bytes != at_once) std::abort();
  return 0;
}
