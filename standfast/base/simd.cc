#include "standfast/base/simd.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr std::array<Simd, 3> kAll = {Simd::baseline, Simd::v3, Simd::v4};

// Returns the highest level whose instructions, as at_level.h lists them, the processor has.
Simd highest() {
#if defined(__x86_64__)
  __builtin_cpu_init();  // this may run before the library that knows the processor has started
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (v3) return v4 ? Simd::v4 : Simd::v3;
#endif
  return Simd::baseline;
}

std::optional<std::string_view> asked_for() {
  const char* name = std::getenv("STANDFAST_SIMD");
  return name == nullptr ? std::nullopt : std::optional<std::string_view>(name);
}

std::atomic<Simd>& in_use() {
  const auto first = [] {
    const auto name = asked_for();
    return name ? simd_level_named(*name).value_or(simd_levels().back()) : simd_levels().back();
  };
  static std::atomic<Simd> level{first()};
  return level;
}

}  // namespace

std::span<const Simd> simd_levels() {
  static const Simd most = std::max(highest(), kBuiltSimd);
  return std::span(kAll).subspan(static_cast<size_t>(kBuiltSimd),
                                 static_cast<size_t>(most) - static_cast<size_t>(kBuiltSimd) + 1);
}

std::string_view name_of(Simd level) {
  constexpr std::array<std::string_view, 3> kNames = {"baseline", "v3", "v4"};
  return kNames[static_cast<size_t>(level)];
}

Result<Simd> simd_level_named(std::string_view name) {
  const auto found =
      std::find_if(kAll.begin(), kAll.end(), [&](Simd level) { return name_of(level) == name; });
  const auto wrong = [&](std::string_view why) {
    return usage_error(fmt::format("STANDFAST_SIMD is \"{}\", but {}", name, why));
  };
  if (found == kAll.end()) return wrong("the levels are baseline, v3 and v4");
  const Simd least = simd_levels().front(), most = simd_levels().back();
  if (*found > most) return wrong(fmt::format("this processor has only {}", name_of(most)));
  if (*found < least) return wrong(fmt::format("this program was compiled for {}", name_of(least)));
  return *found;
}

Simd simd_level() {
  return in_use().load(std::memory_order_relaxed);
}

Status check_simd_level() {
  const auto name = asked_for();
  if (!name) return {};
  const auto found = simd_level_named(*name);
  return found ? Status() : Failure(found.error());
}

void set_simd_level(Simd level) {
  assert(simd_levels().front() <= level && level <= simd_levels().back());
  in_use().store(level, std::memory_order_relaxed);
}

}  // namespace standfast
