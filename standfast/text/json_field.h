// A value of a JSON file with its name, for messages: "FILE: model.vocab: a list where an object is
// expected".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"

namespace standfast {

class JsonField {
 public:
  JsonField(const nlohmann::json& json, std::string file, std::string name = "");

  const nlohmann::json& json() const { return *json_; }
  const std::string& file() const { return file_; }
  const std::string& name() const { return name_; }

  bool has(const char* key) const;              // there, and not null
  Result<JsonField> at(const char* key) const;  // must be there
  JsonField element(size_t index) const;        // for a list

  Result<std::string> text() const;
  Result<bool> boolean() const;
  Result<int64_t> whole(int64_t least, int64_t most) const;
  Status must_be_list() const;
  Status must_be_object() const;

  // Returns the text of a member, or `absent` if the member is absent or null.
  Result<std::string> text_or(const char* key, std::string absent) const;
  Result<bool> boolean_or(const char* key, bool absent) const;

  Failure wrong(const std::string& what) const;  // "FILE: NAME: what"

 private:
  const nlohmann::json* json_;
  std::string file_, name_;
};

}  // namespace standfast
