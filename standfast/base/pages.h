// Memory in pages, as the system hands it out.
#pragma once

#include <cstddef>

namespace standfast {

// Gives the whole pages within [begin, begin + size) back to the system: what stood there is lost, the memory
// stays usable. For writable memory of the caller, when an array is used up from its beginning. On a system
// that cannot do this, nothing happens.
void discard_pages(char* begin, size_t size);

// The process needs no page of [begin, begin + size), which is a part of a mapped file, for now: they no longer count
// as its memory, and are read again when they are used. Where this cannot be done, nothing happens.
void let_go_of_pages(const char* begin, size_t size);

}  // namespace standfast
