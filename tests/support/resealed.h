// An edited file of Standfast with a new, valid seal.
#pragma once

#include <string>

#include "standfast/base/digest.h"

namespace standfast::testing {

inline std::string resealed(const std::string& edited) {
  const std::string seal = ",\n \"seal\": \"";
  const std::string head = edited.substr(0, edited.rfind(seal));
  return head + seal + sha256_hex(head + "\n}\n") + "\"\n}\n";
}

}  // namespace standfast::testing
