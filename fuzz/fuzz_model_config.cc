// config.json of a model: any bytes are read or give one line of refusal, and the sizes are consistent.
#include <string_view>

#include "fuzz/reading.h"
#include "fuzz/require_line.h"
#include "standfast/checkpoint/model_config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto config = parse_model_config({reinterpret_cast<const char*>(data), size}, "fuzz");
  fuzz::require_line(config);
  if (!config) return 0;
  fuzz::require(config->heads > 0 && config->hidden % config->heads == 0);
  fuzz::require(config->most_tokens() >= 3 && config->vocabulary > static_cast<size_t>(config->pad));
  fuzz::require(config->epsilon > 0 && config->epsilon < 1);
  return 0;
}
