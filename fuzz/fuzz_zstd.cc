// zstd streams: never out of bounds or without end, the same in any pieces, and what the library's own call
// for whole archives makes of them.
#include <zstd.h>

#include "fuzz/unpacking.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  if (size < 3) return 0;
  const std::string packed(reinterpret_cast<const char*>(data) + 2, size - 2);
  const auto streamed = fuzz::check_unpacking(unpack_zstd, packed, data[0], data[1]);
  if (streamed.more) return 0;
  std::string at_once(fuzz::kMostUnpacked, '\0');
  const size_t n = ZSTD_decompress(at_once.data(), at_once.size(), packed.data(), packed.size());
  if (ZSTD_isError(n) != 0) {
    if (streamed.problem.empty()) std::abort();
    return 0;
  }
  at_once.resize(n);
  // The stream refuses large windows, which the other call does not need.
  const bool refused = streamed.problem.find("window") != std::string::npos;
  if (!refused && (!streamed.problem.empty() || streamed.bytes != at_once)) std::abort();
  return 0;
}
