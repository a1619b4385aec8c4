// parse_study() where the file has been read already, and perhaps changed (set_keys.h).
#pragma once

#include <string>

#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/toml.h"

namespace standfast {

// Lines in messages are those of the values. A value without a line of its own has that of its table.
Result<StudySpec> parse_study_tree(const TomlTable& table, const std::string& file,
                                   const StudyCatalogs& catalogs);

}  // namespace standfast
