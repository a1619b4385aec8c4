// PyTorch files, zip archives or bare pickles: any bytes are read or give one line of refusal, and no tensor
// reaches beyond the file.
#include <string_view>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/checkpoint/pickle.h"
#include "standfast/checkpoint/torch_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto pickle = read_pickle(bytes, "fuzz");
  fuzz::require_line(pickle);
  if (pickle) fuzz::require(pickle->root < pickle->values.size() && pickle->bytes <= size);
  const auto parsed = parse_torch_file(bytes, "fuzz");
  fuzz::require_line(parsed);
  if (!parsed) return 0;
  for (const TensorInfo& tensor : *parsed) {
    fuzz::require(tensor.begin <= tensor.end && tensor.end <= size && tensor.numbers() <= size);
    if (is_floating(tensor.type)) floats_of(tensor, bytes.data() + tensor.begin);
  }
  return 0;
}
