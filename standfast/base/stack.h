// The stack of the main thread, taken while there is memory for it.
#pragma once

namespace standfast {

// Touches the next half a megabyte of the calling thread's stack. The stack of a main thread grows page by page, and
// where a limit leaves no address space for one more page the system ends the program without a word; what was touched
// stays. Other threads own their whole stack from the start.
void reserve_stack();

}  // namespace standfast
