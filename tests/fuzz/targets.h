// Every fuzz target, fuzz/fuzz_<name>.cc, as a function of this program. CMake writes the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace standfast::fuzz {

struct Target {
  const char* name;
  int (*run)(const uint8_t* data, size_t size);
};

std::span<const Target> targets();

}  // namespace standfast::fuzz
