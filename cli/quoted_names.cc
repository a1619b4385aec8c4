#include "cli/quoted_names.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast::cli {

std::string quoted_names(const std::vector<std::string>& names, size_t most) {
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), most); ++i)
    list += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", names[i]);
  if (names.size() > most) list += fmt::format(" and {} more", names.size() - most);
  return list;
}

}  // namespace standfast::cli
