// gzip streams: no access out of bounds, no endless loop; pieces of any size give the same, and so does a
// whole file at once.
#include "fuzz/unpacking.h"
#include "standfast/base/unpack.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  if (size < 2) return 0;
  const std::string packed(reinterpret_cast<const char*>(data) + 2, size - 2);
  const fuzz::Unpacked streamed = fuzz::check_unpacking(unpack_gzip, packed, data[0], data[1]);
  const auto whole = gunzip(packed, fuzz::kMostUnpacked);
  if (whole && (!streamed.problem.empty() || streamed.more || *whole != streamed.bytes)) std::abort();
  return 0;
}
