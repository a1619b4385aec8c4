// shortcut = { kind = "single-term", lambda = 0.8, test-lambda = 1, law = "mixture", ... } of a condition. Other keys
// are options of the kind.
#pragma once

#include <optional>
#include <string>

#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"

namespace standfast {

// reader: of the condition, whose name, corpora and splitter are known. Nothing if it has no shortcut.
Result<std::optional<ShortcutSpec>> parse_shortcut(TableReader& reader, const std::string& file,
                                                   const StudyCatalogs& catalogs, const StudySpec& study,
                                                   const ConditionSpec& condition);

}  // namespace standfast
