// Numbers in the files of saved models. No model holds one beyond 2^63; a damaged file may, and turning such
// a number into a count is undefined.
#pragma once

#include <cmath>

#include "standfast/base/json.h"

namespace standfast {

template <class Json>
bool numbers_are_plausible(const Json& fields) {
  if (fields.is_number_float()) return std::abs(fields.template get<double>()) < 0x1p63;
  if (!fields.is_structured()) return true;
  for (const auto& item : fields)
    if (!numbers_are_plausible(item)) return false;
  return true;
}

}  // namespace standfast
