// A field of a row that is read with simdjson's on-demand parser, and that rows may lack. After any other error the row
// is unusable: a further look at it goes through a null pointer. So such an error is thrown, and not taken for absence.
#pragma once

#include <utility>

#include <simdjson.h>

namespace standfast {

// Whether the row has it; then `out` is its value. Throws simdjson::simdjson_error where it has another type or the
// row is damaged.
template <class T>
bool optional_field(simdjson::simdjson_result<T> field, T& out) {
  const simdjson::error_code problem = std::move(field).get(out);
  if (problem == simdjson::NO_SUCH_FIELD) return false;
  if (problem != simdjson::SUCCESS) throw simdjson::simdjson_error(problem);
  return true;
}

}  // namespace standfast
