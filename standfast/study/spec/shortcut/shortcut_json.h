// The shortcut of a condition as a run records it, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/spec/spec.h"

namespace standfast {

nlohmann::ordered_json shortcut_to_json(const ShortcutSpec& shortcut);
// May throw exceptions of nlohmann::json.
Result<ShortcutSpec> shortcut_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs);
// The same without columns and with options as they stand, unchecked: this version need not have the kind.
ShortcutSpec recorded_shortcut(const nlohmann::ordered_json& json);

}  // namespace standfast
