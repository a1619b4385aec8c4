#include "standfast/corpus/write/json_value.h"

#include <fmt/format.h>

#include "standfast/base/json_string.h"

namespace standfast {

void append_json_value(std::string& to, const AttributeInput& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) append_json_string(to, *text);
  if (const auto* number = std::get_if<double>(&value)) to += fmt::format("{}", *number);
  const auto* list = std::get_if<std::span<const std::string_view>>(&value);
  if (list == nullptr) return;
  to += '[';
  for (size_t i = 0; i < list->size(); ++i) {
    if (i > 0) to += ',';
    append_json_string(to, (*list)[i]);
  }
  to += ']';
}

}  // namespace standfast
