// Compiles a kernel for several levels (base/simd.h) and runs the copy for the level in use.
//
//   at_level<Simd::v4>([&](auto copy) { sum_rows(copy, rows, table, out); });
//
// The body is compiled for each level up to the one given: leave out a level that gains nothing. Everything
// that the body calls is inlined into each copy, as far as the compiler sees its source, and is so compiled
// for the level. Nothing else is: no file and no header has options of its own. So no inline function of a
// library exists anywhere in two versions of which the linker would keep the wrong one.
//
// Every level must give the same bytes. It does if each number is computed by the same operations in the same
// order: lanes (num/kernel/lanes.h) have a fixed number, and the compiler fuses no multiplication with an
// addition (cmake/options.cmake). Where a kernel needs fused multiply-adds it asks for them by name.
//
// Rules for a body:
// - Work that is handed to threads goes through std::function, through which nothing is inlined. So at_level
//   stands inside the body of parallel_for.
// - Vectors travel by reference: the calling convention for a vector of 32 bytes depends on the level.
// - Vectors are local variables, and their types state their alignment (aligned(32)); otherwise g++ lets both
//   the level and the place decide it. A container would lose the alignment, and g++ warns about that. So
//   containers hold numbers.
// - `copy` tells the level at compile time (`copy.kSimd`), for code that chooses instructions by name. A
//   function with such instructions has the attribute STANDFAST_TARGET_V3, takes pointers to numbers and is
//   called only where `copy.kSimd` allows it.
#pragma once

#include "standfast/base/simd.h"

#if defined(__x86_64__)
#define STANDFAST_TARGET_V3 __attribute__((target("avx2,fma,bmi,bmi2,popcnt")))
#define STANDFAST_TARGET_V4 \
  __attribute__((target("avx2,fma,bmi,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl")))
#else  // there is one level only
#define STANDFAST_TARGET_V3
#define STANDFAST_TARGET_V4
#endif

namespace standfast {

// The copy of a kernel for a level.
template <Simd L>
struct Copy {
  static constexpr Simd kSimd = L;
};

// The highest level that is compiled. A build for sanitizers leaves out the level that many machines could
// not run: all levels have one source, and each copy of a kernel takes the compiler long to instrument.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr Simd kMostCopied = Simd::v3;
#else
inline constexpr Simd kMostCopied = Simd::v4;
#endif

namespace internal {

template <class Body>
__attribute__((flatten)) auto at_built_level(const Body& body) {
  return body(Copy<kBuiltSimd>{});
}
template <class Body>
STANDFAST_TARGET_V3 __attribute__((flatten)) auto at_v3(const Body& body) {
  return body(Copy<Simd::v3>{});
}
template <class Body>
STANDFAST_TARGET_V4 __attribute__((flatten)) auto at_v4(const Body& body) {
  return body(Copy<Simd::v4>{});
}

}  // namespace internal

template <Simd kMost, class Body>
auto at_level(const Body& body) {
#if defined(__x86_64__)
  const Simd now = simd_level();
  if constexpr (kBuiltSimd < Simd::v4 && Simd::v4 <= kMost && Simd::v4 <= kMostCopied)
    if (now >= Simd::v4) return internal::at_v4(body);
  if constexpr (kBuiltSimd < Simd::v3 && Simd::v3 <= kMost)
    if (now >= Simd::v3) return internal::at_v3(body);
#endif
  return internal::at_built_level(body);
}

}  // namespace standfast
