// TOML -> study: no input crashes or hangs. An accepted study reads back equal.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "standfast/base/json.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/study_json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto study = parse_study({reinterpret_cast<const char*>(data), size}, "fuzz.toml", study_catalogs());
  if (!study) return 0;
  using Json = nlohmann::ordered_json;
  const std::string json = study_to_json(*study).dump(-1, ' ', false, Json::error_handler_t::replace);
  const auto again = study_from_json(Json::parse(json), study_catalogs());
  if (!again || study_to_json(*again).dump(-1, ' ', false, Json::error_handler_t::replace) != json)
    std::abort();
  if (study_to_json(recorded_study(Json::parse(json))).dump(-1, ' ', false, Json::error_handler_t::replace) !=
      json)
    std::abort();
  return 0;
}
