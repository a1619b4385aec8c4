// The shortcut of a condition as a run records it.
#pragma once

#include "standfast/base/field_table.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Without columns, which its options name.
const FieldTable<ShortcutSpec>& shortcut_fields();
// Finds the columns, too.
Status resolve_recorded(const StudyCatalogs& catalogs, ShortcutSpec& shortcut);

}  // namespace standfast
