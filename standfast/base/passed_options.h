// Options that one component passes on to another: the items of a list option, "components=50,min-df=2".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"

namespace standfast {

// Returns the values by name. An item without "=" belongs to the list before it: "families=a", "b". option:
// named in the usage error.
Result<std::map<std::string, OptionValue>> passed_options(const std::string& option,
                                                          const std::vector<std::string>& items);

}  // namespace standfast
