#include "standfast/study/record/record_file.h"

#include <fmt/format.h>

#include "standfast/base/parse_json.h"

namespace standfast {

Result<nlohmann::ordered_json> read_object(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  auto json = json_or_discarded(text);
  if (!json.is_object())
    return data_error(
        fmt::format("{}: not a JSON object (a file of a run is never half written; was it edited?)", path));
  return json;
}

}  // namespace standfast
