#include "standfast/base/passed_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {

Result<std::map<std::string, OptionValue>> passed_options(const std::string& option,
                                                          const std::vector<std::string>& items) {
  std::map<std::string, OptionValue> values;
  std::string last;
  for (const auto& item : items) {
    const size_t at = item.find('=');
    if (at == 0 || (at == std::string::npos && last.empty()))
      return usage_error(
          fmt::format("{} = {}: \"{}\" is not name=value", option, fmt::join(items, ","), item));
    if (at == std::string::npos) {
      std::get<std::string>(values[last]) += "," + item;
    } else {
      last = item.substr(0, at);
      values[last] = item.substr(at + 1);
    }
  }
  return values;
}

}  // namespace standfast
