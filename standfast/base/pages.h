// Pages of memory, the unit in which the system hands it out.
#pragma once

#include <cstddef>

namespace standfast {

// Gives the whole pages within [begin, begin + size) back to the system: their content is lost, the memory
// stays usable. For writable memory of the caller, when an array is used up from its beginning. On a system
// that cannot do this, nothing happens.
void discard_pages(char* begin, size_t size);

// Releases the pages of [begin, begin + size), a part of a mapped file, for now: they no longer count as
// memory of the process, and are read again when they are used. Where this cannot be done, nothing happens.
void let_go_of_pages(const char* begin, size_t size);

}  // namespace standfast
