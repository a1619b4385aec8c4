// The last net: whatever no function has turned into a value becomes one line on standard error and an exit
// code.
#pragma once

#include <functional>

namespace standfast::cli {

// Calls body and returns what it returns. An exception that escapes it, here, from a destructor or from a
// thread, ends the program: "not enough memory" and a path that the file system refuses with the code of bad
// data (3), anything else, which is a bug, with 70. Needs no memory.
int with_last_words(const std::function<int()>& body) noexcept;

}  // namespace standfast::cli
