// Memory in pages, as the system hands it out.
#pragma once

#include <cstddef>

namespace standfast {

// Gives the whole pages within [begin, begin + size) back to the system: what stood there is lost, the memory
// stays usable. For writable memory of the caller, when an array is used up from its beginning. On a system
// that cannot do this, nothing happens.
void discard_pages(char* begin, size_t size);

}  // namespace standfast
