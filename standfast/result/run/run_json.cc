#include "standfast/result/run/run_json.h"

#include <fmt/format.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/parse_json.h"

namespace standfast::result {

Result<nlohmann::ordered_json> read_json(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  auto json = json_or_discarded<nlohmann::ordered_json>(text);
  if (json.is_discarded() || !json.is_object())
    return data_error(
        fmt::format("{}: not a JSON object (a file of a run is never half written; was it edited?)", path));
  return json;
}

}  // namespace standfast::result
