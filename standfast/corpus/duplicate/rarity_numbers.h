// Rarity numbers of 64-bit hashes: the rarer a hash, the smaller its number; equally rare hashes are numbered
// by hash.
#pragma once

#include <cstdint>
#include <vector>

namespace standfast {

struct RarityNumbers {
  std::vector<uint32_t> numbers;  // one for each hash of the parts, in their order
  uint32_t distinct = 0;          // the number of different hashes; all numbers are below it
};

// Numbers the hashes of all parts together; equal hashes have one number. A radix sort distributes the hashes
// to buckets by their first bits and then sorts bucket by bucket, so that every step stays in the caches of a
// processor. The time is linear in the number of hashes. The memory is at most 20 bytes a hash, which
// includes the 8 bytes given and the 4 bytes returned, and in each thread 32 bytes a hash of the bucket being
// sorted. Threads share the parts and the buckets; their number changes no result.
RarityNumbers number_by_rarity(std::vector<std::vector<uint64_t>> parts, int threads);

}  // namespace standfast
