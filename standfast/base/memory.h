// How much memory there is, and how a user says how much may be used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast {

// Bytes; 0: unknown.
struct MachineMemory {
  uint64_t total = 0, available = 0;  // available: without making other programs smaller
};
// Of this machine, or of the container or batch job in which the program runs if that is less.
MachineMemory machine_memory();

// Before work whose memory is known: a data error where the machine has less, a warning where it is much of what is free
// now. who: what the line begins with ("maxent: 10000 classes by 30000 features"); advice: what needs less. Where the
// machine does not say what it has, there is neither.
Status check_memory(uint64_t bytes, std::string_view who, std::string_view advice, Sink& sink,
                    const MachineMemory& machine = machine_memory());

// The least limit of a control group and of those that hold it; nothing: there is none. groups: the text of
// /proc/self/cgroup. root: where the groups are mounted (/sys/fs/cgroup).
std::optional<uint64_t> memory_limit(const std::string& groups, const std::string& root);

// From here on large blocks of memory go back to the system when they are freed. Otherwise the allocator keeps some for
// later, and whoever reads a large file twice has the second peak on top of what the first one left.
void give_back_large_blocks();

// "500M", "8G", "1.5g", "2000000": bytes; K, M, G and T are powers of 1024. A usage error for anything else and
// for 0.
Result<uint64_t> parse_bytes(const std::string& text);

// "1.5 GiB", "23.0 MiB".
std::string shown_bytes(uint64_t bytes);

}  // namespace standfast
