// Names in a line for a user: "a", "b" and 3 more.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace standfast::cli {

// The first of the names, `most` of them, and how many more there are.
std::string quoted_names(const std::vector<std::string>& names, size_t most);

}  // namespace standfast::cli
