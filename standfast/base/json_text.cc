#include "standfast/base/json_text.h"

#include "standfast/base/json.h"

namespace standfast {

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace standfast
