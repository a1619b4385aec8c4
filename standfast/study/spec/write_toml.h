// Output of TOML: parse_toml() reads the text back as the same tree, except for lines. Comments are not in
// the tree.
#pragma once

#include <string>

#include "standfast/study/spec/toml.h"

namespace standfast {

std::string write_toml(const TomlTable& table);
// Returns a value as it stands behind "=".
std::string write_toml(const TomlValue& value);

}  // namespace standfast
