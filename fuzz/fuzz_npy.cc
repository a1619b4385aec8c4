// .npy: no access out of bounds; a matrix that was read is as large as its shape says.
#include <cstdlib>

#include "standfast/num/kernel/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto array = parse_npy({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!array) return 0;
  size_t count = 1;
  for (const size_t length : array->shape) count *= length;
  if (std::visit([](const auto& numbers) { return numbers.size(); }, array->data) != count) std::abort();
  return 0;
}
