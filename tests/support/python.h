// Python for programs that tests start.
#pragma once

#include <string>

#include <unistd.h>

namespace standfast::testing {

// The Python of the system, if there is one: a "python3" in PATH may be a slow wrapper around others.
inline std::string python() {
  return ::access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
}

}  // namespace standfast::testing
