// Whether this processor has the instructions that the program was compiled for: with STANDFAST_ARCH a build may
// use more than every processor has. What kernels use beyond it is chosen at run time (base/simd.h).
#pragma once

#include <span>

#include "standfast/base/result.h"

namespace standfast {

struct Instructions {
  const char* name;
  bool used = false;   // by this build
  bool there = false;  // on this processor
};

// Instructions beyond the first 64-bit processors. Empty where builds have no such choice.
std::span<const Instructions> instructions();

// A missing error that names the instructions that are used but not there, and says how to build without
// them. Without this check the system would end the program without a word.
Status check_processor(std::span<const Instructions> known = instructions());

}  // namespace standfast
