// TOML 1.0 as a plain tree in which every value has its line, so that each message about a study file can
// give the place. toml++ does the parsing; only toml.cc includes that library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct TomlValue;
struct TomlEntry;  // a named type: a pair would have to be complete inside TomlValue
using TomlList = std::vector<TomlValue>;
using TomlTable = std::vector<TomlEntry>;  // in the order of the file

struct TomlValue {
  std::variant<bool, int64_t, double, std::string, TomlList, TomlTable> value;
  uint32_t line = 0;      // line of the value
  uint32_t key_line = 0;  // line of the key that holds it; equal to `line` in lists
};

struct TomlEntry {
  std::string key;
  TomlValue value;
};

// Parses a whole file. `file` is only for messages: a syntax error is a usage error "file:line: ...". Dates
// and times are refused (no key of a study has one).
Result<TomlTable> parse_toml(std::string_view text, const std::string& file);

// Returns the name of the value's type for messages: "true or false", "a whole number", ..., "a list", "a
// table".
const char* toml_type_name(const TomlValue& value);

// Returns the text of a file that parse_toml() reads back as the same tree, except for lines. Comments are
// not in the tree.
std::string write_toml(const TomlTable& table);
// Returns a value as it stands behind "=".
std::string write_toml(const TomlValue& value);

}  // namespace standfast
