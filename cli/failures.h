// The last net: an exception that no function has turned into a value becomes one line on standard error and
// an exit code, and so does a crash after memory ran out.
#pragma once

#include <functional>

namespace standfast::cli {

// Calls body and returns what it returns. An exception that escapes body, a destructor or a thread ends the
// program with one line. "Not enough memory" and a path that the file system refuses give the code of bad
// data (3), and so does a memory fault or an abort once memory was not there: libraries below do not all survive that. So
// does a stack that a limit keeps from growing.
// Anything else is a bug and gives 70; a crash without lack of memory stays a crash. Needs no memory.
int with_last_words(const std::function<int()>& body) noexcept;

// The part of it that can come before main(): where memory is so short that objects of the program itself cannot be
// made, that is said too.
void expect_no_memory() noexcept;

}  // namespace standfast::cli
