// How much of a TCP connection this process has read, asked of the system (Linux).
#pragma once

#include <cstdint>
#include <optional>

namespace standfast {

// Bytes that came by a connected socket and were taken from it; none where the system does not say.
std::optional<uint64_t> bytes_read_from(int socket);

}  // namespace standfast
