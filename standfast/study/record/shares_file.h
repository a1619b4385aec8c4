// Files of shares: the units of each shard of a job array. Each line is a shard, the keys of its units
// separated by spaces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

using ShareOfUnits = std::vector<std::string>;  // keys

std::string shares_text(const std::vector<ShareOfUnits>& shares);
Result<std::vector<ShareOfUnits>> read_shares(const std::string& path);
// Returns the line of one of `shards` shards, from 0. A data error if the file has another number of lines.
Result<ShareOfUnits> read_share(const std::string& path, uint64_t shard, uint64_t shards);

}  // namespace standfast
