#include "standfast/text/utf8.h"

#include <simdjson.h>

namespace standfast {

size_t count_code_points(std::string_view text) {
  size_t continuations = 0;
  for (const char byte : text) continuations += is_continuation(byte) ? 1 : 0;
  return text.size() - continuations;
}

bool is_valid_utf8(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

}  // namespace standfast
