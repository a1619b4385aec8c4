// The machine's memory, and sizes of memory as users write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast {

// Sizes in bytes; 0: unknown.
struct MachineMemory {
  uint64_t total = 0, available = 0;  // available: without making other programs smaller
};
// Returns the memory of this machine, or of the container or batch job in which the program runs if that is
// less.
MachineMemory machine_memory();

// Checks that the machine has the memory that some work needs. Returns a data error where the machine has
// less, and warns where the need is much of what is free now. who: the beginning of the line ("maxent: 10000
// classes by 30000 features"); advice: what needs less. Where the machine does not tell its memory, there is
// neither.
Status check_memory(uint64_t bytes, std::string_view who, std::string_view advice, Sink& sink,
                    const MachineMemory& machine = machine_memory());

// Returns the least memory limit of a control group and its ancestors; nothing if there is none. groups: the
// text of /proc/self/cgroup. root: the place where the groups are mounted (/sys/fs/cgroup).
std::optional<uint64_t> memory_limit(const std::string& groups, const std::string& root);

// Makes the allocator return large blocks of memory to the system when they are freed. Otherwise it keeps
// some for later, and a process that reads a large file twice has the second peak on top of what the first
// one left.
void give_back_large_blocks();

// Parses a size: "500M", "8G", "1.5g", "2000000" (bytes); K, M, G and T are powers of 1024. A usage error for
// anything else and for 0.
Result<uint64_t> parse_bytes(const std::string& text);

// Formats a size: "1.5 GiB", "23.0 MiB".
std::string shown_bytes(uint64_t bytes);

// Pages of memory, the unit in which the system hands it out.

// Gives the whole pages within [begin, begin + size) back to the system: their content is lost, the memory
// stays usable. For writable memory of the caller, when an array is used up from its beginning. On a system
// that cannot do this, nothing happens.
void discard_pages(char* begin, size_t size);

// Releases the pages of [begin, begin + size), a part of a mapped file, for now: they no longer count as
// memory of the process, and are read again when they are used. Where this cannot be done, nothing happens.
void let_go_of_pages(const char* begin, size_t size);

}  // namespace standfast
