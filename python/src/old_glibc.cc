// Symbols of newer C libraries that a static libstdc++ needs, so that the module loads with glibc 2.34.
// Compiled only into wheels, and hidden outside of the module.
#include <cstdint>
#include <cstdlib>

#if defined(__x86_64__) && defined(__GLIBC__)

#include <sys/random.h>

extern "C" {

// std::random_device of libstdc++ 12 uses this function of glibc 2.36. The seeds of the library do not come
// from it.
__attribute__((visibility("hidden"))) uint32_t arc4random() {
  uint32_t number = 0;
  if (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) std::abort();
  return number;
}

// Debian's archive of ICU is compiled for programs, so the variables of the C library that it reads must be
// in the same module. It reads these for the time zone, which this library never requests.
__attribute__((visibility("hidden"))) long __timezone = 0;  // NOLINT(bugprone-reserved-identifier)
__attribute__((visibility("hidden"))) char* __tzname[2] = {nullptr,
                                                           nullptr};  // NOLINT(bugprone-reserved-identifier)
__attribute__((visibility("hidden"))) char* tzname[2] = {nullptr, nullptr};
}
#endif
