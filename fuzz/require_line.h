// The law for refusals: a message is one line and not empty.
#pragma once

#include <cstdlib>
#include <string>

#include "standfast/base/result.h"

namespace standfast::fuzz {

template <class T>
void require_line(const Result<T>& result) {
  if (result) return;
  const std::string& line = result.error().message;
  if (line.empty() || line.find('\n') != std::string::npos) std::abort();
}

}  // namespace standfast::fuzz
