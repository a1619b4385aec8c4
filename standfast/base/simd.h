// Levels of vector instructions for the kernels. A kernel that gains from wide vectors is compiled once for
// each level (base/at_level.h). The program takes the highest level of the processor that it runs on. Every
// level gives the same bytes.
#pragma once

#include <span>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Levels; v3 and v4 are named as in the x86-64 psABI. at_level.h lists what a kernel may use of them.
enum class Simd {
  baseline,  // no more than the rest of the program
  v3,        // AVX2, FMA
  v4,        // AVX-512
};

// The level that the whole program is compiled for, so that it cannot use a lower one.
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
inline constexpr Simd kBuiltSimd = Simd::v4;
#elif defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__)
inline constexpr Simd kBuiltSimd = Simd::v3;
#else
inline constexpr Simd kBuiltSimd = Simd::baseline;
#endif

// Returns the levels of this program on this processor, the lowest first.
std::span<const Simd> simd_levels();

std::string_view name_of(Simd level);

// Returns one of simd_levels() by its name. A usage error that mentions STANDFAST_SIMD if there is no such
// level, if this processor lacks it or if the program was compiled for a higher one.
Result<Simd> simd_level_named(std::string_view name);

// Returns the level in use: the highest of simd_levels(), or the one that the environment variable
// STANDFAST_SIMD names.
Simd simd_level();
// Returns the error of STANDFAST_SIMD, if it names no level. simd_level() then ignores it.
Status check_simd_level();

// Sets the level in use, which must be one of simd_levels(). For tests.
void set_simd_level(Simd level);

}  // namespace standfast
