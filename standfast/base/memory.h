// How much memory there is, and how a user says how much may be used.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

// Bytes; 0: unknown.
struct MachineMemory {
  uint64_t total = 0, available = 0;  // available: without making other programs smaller
};
MachineMemory machine_memory();

// "500M", "8G", "1.5g", "2000000": bytes; K, M, G and T are powers of 1024. A usage error for anything else and
// for 0.
Result<uint64_t> parse_bytes(const std::string& text);

// "1.5 GiB", "23.0 MiB".
std::string shown_bytes(uint64_t bytes);

}  // namespace standfast
