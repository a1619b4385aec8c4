// gzip streams: never out of bounds or without end; pieces of any size give the same.
#include "fuzz/unpacking.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  if (size < 2) return 0;
  const std::string packed(reinterpret_cast<const char*>(data) + 2, size - 2);
  fuzz::check_unpacking(unpack_gzip, packed, data[0], data[1]);
  return 0;
}
