#include "standfast/split/control/block_groups.h"

#include <algorithm>
#include <map>

#include "standfast/corpus/groups.h"

namespace standfast {

std::vector<std::vector<uint32_t>> block_groups(const Corpus& corpus, std::span<const uint32_t> rows,
                                                const std::vector<const Column*>& columns) {
  std::vector<std::vector<uint32_t>> groups;
  std::map<std::vector<uint32_t>, size_t> place;
  for (const uint32_t row : rows_by_id(corpus, rows)) {
    std::vector<uint32_t> block;
    for (const Column* column : columns) block.push_back(column->codes[row]);
    const bool alone = std::find(block.begin(), block.end(), kMissing) != block.end();
    const size_t at = alone ? groups.size() : place.try_emplace(block, groups.size()).first->second;
    if (at == groups.size()) groups.emplace_back();
    groups[at].push_back(row);
  }
  return groups;
}

}  // namespace standfast
