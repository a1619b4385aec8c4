// Reservation of stack, made while there is memory for it.
#pragma once

#include <functional>

namespace standfast {

// Touches the next half a megabyte of the calling thread's stack. The stack of a main thread grows page by
// page, and where a limit leaves no address space for one more page the system ends the program without a
// word; what was touched stays. Other threads own their whole stack from the start.
void reserve_stack();

// Returns the result of body. Where the limit of stacks (ulimit -s) is lower than usual, body runs on a
// thread of its own: the limit bounds the stack of the main thread only, and is the default of the others,
// which is raised too. Where the system gives no thread, body runs on the stack that there is.
int with_usual_stack(const std::function<int()>& body);

}  // namespace standfast
