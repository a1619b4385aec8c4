// A tree of toml.h as text that parse_toml() reads back as the same tree, lines apart. Comments are not in the tree.
#pragma once

#include <string>

#include "standfast/study/spec/toml.h"

namespace standfast {

std::string write_toml(const TomlTable& table);
// A value as it stands behind "=".
std::string write_toml(const TomlValue& value);

}  // namespace standfast
