// Headers of safetensors: any bytes are read or give one line of refusal; every tensor lies in the file, and
// no two overlap.
#include <string_view>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/checkpoint/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_safetensors(bytes, "fuzz");
  fuzz::require_line(parsed);
  if (!parsed) return 0;
  uint64_t before = 0;
  for (const TensorInfo& tensor : parsed->tensors) {
    fuzz::require(tensor.begin >= before && tensor.begin <= tensor.end && tensor.end <= size);
    before = tensor.end;
    if (is_floating(tensor.type))
      fuzz::require(floats_of(tensor, bytes.data() + tensor.begin).size() <= size);
  }
  return 0;
}
