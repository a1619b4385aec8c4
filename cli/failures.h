// Last-resort error handling: an uncaught exception, or a crash after memory ran out, becomes one line on
// standard error and an exit code.
#pragma once

#include <functional>

namespace standfast::cli {

// Calls body and returns its result. An exception that escapes body, a destructor or a thread ends the
// program with one line. "Not enough memory" and a path that the file system refuses give the code of bad
// data (3). So does a memory fault or an abort after an allocation has failed, because not all libraries
// survive that, and so does a stack that a limit keeps from growing.
// Anything else is a bug and gives 70; a crash without lack of memory stays a crash. Needs no memory.
int with_last_words(const std::function<int()>& body) noexcept;

// Installs the part of this handling that can start before main(), so that a lack of memory is reported even
// if objects of the program itself cannot be made.
void expect_no_memory() noexcept;

}  // namespace standfast::cli
