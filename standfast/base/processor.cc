#include "standfast/base/processor.h"

#include <string>

#include <fmt/format.h>

namespace standfast {

std::span<const Instructions> instructions() {
#if defined(__x86_64__)
  static const Instructions known[] = {
#if defined(__SSE4_2__)
    {"SSE4.2", true, __builtin_cpu_supports("sse4.2") != 0},
#endif
#if defined(__POPCNT__)
    {"POPCNT", true, __builtin_cpu_supports("popcnt") != 0},
#endif
#if defined(__AVX2__)
    {"AVX2", true, __builtin_cpu_supports("avx2") != 0},
#endif
#if defined(__FMA__)
    {"FMA", true, __builtin_cpu_supports("fma") != 0},
#endif
#if defined(__BMI2__)
    {"BMI2", true, __builtin_cpu_supports("bmi2") != 0},
#endif
#if defined(__AVX512F__)
    {"AVX-512", true, __builtin_cpu_supports("avx512f") != 0},
#endif
    {"SSE2", true, true},  // every 64-bit processor has it
  };
  return known;
#else
  return {};
#endif
}

Status check_processor(std::span<const Instructions> known) {
  std::string absent;
  for (const auto& one : known)
    if (one.used && !one.there) absent += fmt::format("{}{}", absent.empty() ? "" : ", ", one.name);
  if (absent.empty()) return {};
  return missing_error(
      fmt::format("this processor lacks {}, which this build of standfast uses; build it with cmake "
                  "-DSTANDFAST_ARCH=x86-64 (it is a little slower)",
                  absent));
}

}  // namespace standfast
