#include "standfast/study/record/shares_file.h"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/file.h"

namespace standfast {

std::string shares_text(const std::vector<ShareOfUnits>& shares) {
  std::string text;
  for (const auto& share : shares) {
    for (const auto& key : share) {
      if (&key != &share.front()) text += ' ';
      text += key;
    }
    text += '\n';
  }
  return text;
}

Result<std::vector<ShareOfUnits>> read_shares(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  if (!text.empty() && text.back() != '\n')
    return data_error(path + ": its last line is cut off; submit again");
  std::vector<ShareOfUnits> shares;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    std::string_view line(text.data() + begin, end - begin);
    ShareOfUnits& share = shares.emplace_back();
    while (!line.empty()) {
      const size_t space = std::min(line.find(' '), line.size());
      if (space > 0) share.emplace_back(line.substr(0, space));
      line.remove_prefix(std::min(space + 1, line.size()));
    }
    begin = end + 1;
  }
  return shares;
}

Result<ShareOfUnits> read_share(const std::string& path, uint64_t shard, uint64_t shards) {
  SF_ASSIGN(auto all, read_shares(path));
  if (all.size() != shards || shard >= shards)
    return data_error(fmt::format("{}: has {} shares, and share {} of {} is asked for", path, all.size(),
                                  shard + 1, shards));
  return std::move(all[shard]);
}

}  // namespace standfast
