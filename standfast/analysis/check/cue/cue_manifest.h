// What manifest.json of `standfast shortcut --out` says to the checks of a planted cue: which column is the label, and
// which the cue.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

struct CueManifest {
  std::optional<std::string> target;      // a role, or the name of a column
  std::optional<std::string> cue_column;  // another tool may call it as it likes
};

// name: of the file, for messages. A data error: no JSON, or no object. Members that are no text are passed over.
Result<CueManifest> parse_cue_manifest(std::string_view text, const std::string& name);

}  // namespace standfast
