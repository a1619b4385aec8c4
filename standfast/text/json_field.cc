#include "standfast/text/json_field.h"

#include <utility>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

std::string child(const std::string& name, const char* key) {
  return name.empty() ? key : name + "." + key;
}

}  // namespace

JsonField::JsonField(const nlohmann::json& json, std::string file, std::string name)
    : json_(&json), file_(std::move(file)), name_(std::move(name)) {}

bool JsonField::has(const char* key) const {
  if (!json_->is_object()) return false;
  const auto found = json_->find(key);
  return found != json_->end() && !found->is_null();
}

Result<JsonField> JsonField::at(const char* key) const {
  SF_TRY(must_be_object());
  if (!has(key)) return JsonField(*json_, file_, child(name_, key)).wrong("is missing");
  return JsonField(*json_->find(key), file_, child(name_, key));
}

JsonField JsonField::element(size_t index) const {
  return {(*json_)[index], file_, fmt::format("{}[{}]", name_, index)};
}

Result<std::string> JsonField::text() const {
  if (!json_->is_string()) return wrong(fmt::format("a text is expected, not {}", json_->type_name()));
  return json_->get<std::string>();
}

Result<bool> JsonField::boolean() const {
  if (!json_->is_boolean())
    return wrong(fmt::format("true or false is expected, not {}", json_->type_name()));
  return json_->get<bool>();
}

Result<int64_t> JsonField::whole(int64_t least, int64_t most) const {
  const bool too_large = json_->is_number_unsigned() && json_->get<uint64_t>() > INT64_MAX;
  if (!json_->is_number_integer() || too_large || json_->get<int64_t>() < least ||
      json_->get<int64_t>() > most)
    return wrong(fmt::format("a whole number from {} to {} is expected", least, most));
  return json_->get<int64_t>();
}

Status JsonField::must_be_list() const {
  if (!json_->is_array()) return wrong(fmt::format("a list is expected, not {}", json_->type_name()));
  return {};
}

Status JsonField::must_be_object() const {
  if (!json_->is_object()) return wrong(fmt::format("an object is expected, not {}", json_->type_name()));
  return {};
}

Result<std::string> JsonField::text_or(const char* key, std::string absent) const {
  if (!has(key)) return absent;
  SF_ASSIGN(const auto field, at(key));
  return field.text();
}

Result<bool> JsonField::boolean_or(const char* key, bool absent) const {
  if (!has(key)) return absent;
  SF_ASSIGN(const auto field, at(key));
  return field.boolean();
}

Failure JsonField::wrong(const std::string& what) const {
  return file_error(name_.empty() ? fmt::format("{}: {}", file_, what)
                                  : fmt::format("{}: {}: {}", file_, name_, what));
}

}  // namespace standfast
