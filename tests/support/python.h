// The Python interpreter for programs that tests start.
#pragma once

#include <string>

#include <unistd.h>

namespace standfast::testing {

// Returns the system's Python, if there is one: a "python3" in PATH may be a slow wrapper.
inline std::string python() {
  return ::access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
}

}  // namespace standfast::testing
