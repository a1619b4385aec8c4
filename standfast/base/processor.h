// The instructions that the program was compiled for, compared with the processor's: with STANDFAST_ARCH a
// build may use more than every processor has. Instructions beyond the build's are chosen at run time by the
// kernels (base/simd.h).
#pragma once

#include <span>

#include "standfast/base/result.h"

namespace standfast {

struct Instructions {
  const char* name;
  bool used = false;   // by this build
  bool there = false;  // on this processor
};

// Returns the instructions beyond the first 64-bit processors. Empty where builds have no such choice.
std::span<const Instructions> instructions();

// Returns a missing error that names the instructions that are used but not there, and says how to build
// without them. Without this check the system would end the program without a word.
Status check_processor(std::span<const Instructions> known = instructions());

}  // namespace standfast
