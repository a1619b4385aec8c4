// parse_json: no depth of nesting crashes the program; shallow JSON is read as the library reads it.
#include <algorithm>
#include <cstdlib>

#include "standfast/base/parse_json.h"

namespace {

size_t depth_of(const nlohmann::ordered_json& json) {
  size_t deepest = 0;
  if (!json.is_structured()) return 0;
  for (const auto& item : json) deepest = std::max(deepest, depth_of(item));
  return deepest + 1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = parse_json(text, "fuzz");
  if (!json) {
    if (json.error().message.empty() || json.error().message.find('\n') != std::string::npos) std::abort();
    if (!is_nested_too_deep(text) && nlohmann::ordered_json::accept(text) &&
        json.error().message.find("range") == std::string::npos)
      std::abort();
    return 0;
  }
  if (depth_of(*json) > kMostJsonDepth) std::abort();
  const auto copy = *json;
  const auto again = parse_json(copy.dump());
  if (copy != *json || !again || again->dump() != copy.dump()) std::abort();
  return 0;
}
