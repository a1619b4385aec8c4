// Memory for large arrays: a vector whose resize leaves new numbers unset, and an arena.
//
// The vector is for large arrays that are written right after the resize: to set them to zero first takes as
// long as computing them, and threads cannot share that work.
//
// Large arrays ask the system for large pages: with 4 kB pages the first access to a result often takes
// longer than computing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace standfast {

template <class T>
struct UnsetAllocator : std::allocator<T> {
  static_assert(std::is_trivially_default_constructible_v<T>);
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };

  T* allocate(size_t count) {
    constexpr size_t kLargePage = size_t{2} << 20;
    if (count > SIZE_MAX / 2 / sizeof(T)) throw std::bad_alloc();
    const size_t bytes = count * sizeof(T);
    const bool large = bytes >= 2 * kLargePage;
    const size_t whole = large ? (bytes + kLargePage - 1) / kLargePage * kLargePage : bytes;
    void* memory = large ? std::aligned_alloc(kLargePage, whole) : std::malloc(whole);
    if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    if (large) ::madvise(memory, whole, MADV_HUGEPAGE);  // only a hint: nothing depends on it
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) noexcept {
    std::free(memory);
  }

  template <class U>
  void construct(U* at) noexcept {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
};

template <class T>
using Buffer = std::vector<T, UnsetAllocator<T>>;

// An arena for the large tables of a kernel, in one piece. So it gets large pages, which no single table
// would get. Every table begins at a cache line, so rows of whole lanes cross as few lines as possible. Both
// help for tables that are read in random order: together they save a tenth of the time of nmf().
class TableArena {
 public:
  // Makes room for `tables` tables with `numbers` numbers in total.
  TableArena(size_t numbers, size_t tables)
      : all_(numbers + (tables + 1) * kLine), next_(aligned(all_.data())) {}

  // Returns the next table: its numbers are unset, and it lives as long as the arena.
  float* take(size_t numbers) { return std::exchange(next_, aligned(next_ + numbers)); }

 private:
  static constexpr size_t kLine = 16;  // numbers of a cache line
  static float* aligned(float* at) {
    const size_t beyond = reinterpret_cast<uintptr_t>(at) / sizeof(float) % kLine;
    return at + (beyond == 0 ? 0 : kLine - beyond);
  }
  Buffer<float> all_;
  float* next_;
};

}  // namespace standfast
