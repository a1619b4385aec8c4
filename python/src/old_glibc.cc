// Compiled into wheels alone: what a static libstdc++ asks of newer C libraries, so that the module loads
// where there is glibc 2.34. None of it is seen from outside of the module.
#include <cstdint>
#include <cstdlib>

#if defined(__x86_64__) && defined(__GLIBC__)

#include <sys/random.h>

extern "C" {

// std::random_device of libstdc++ 12 takes this one of glibc 2.36. The seeds of the library do not come from
// it.
__attribute__((visibility("hidden"))) uint32_t arc4random() {
  uint32_t number = 0;
  if (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) std::abort();
  return number;
}

// Debian's archive of ICU is compiled for programs: what it reads of the C library must stand in the same
// module. It reads these where somebody asks for the time zone, which nobody here does.
__attribute__((visibility("hidden"))) long __timezone = 0;  // NOLINT(bugprone-reserved-identifier)
__attribute__((visibility("hidden"))) char* __tzname[2] = {nullptr,
                                                           nullptr};  // NOLINT(bugprone-reserved-identifier)
__attribute__((visibility("hidden"))) char* tzname[2] = {nullptr, nullptr};
}
#endif
