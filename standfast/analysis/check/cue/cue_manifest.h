// What manifest.json of `standfast shortcut --out` says to the checks of a planted cue: which column is the label, which
// the cue, and what was written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

struct CueManifest {
  std::optional<std::string> target;                // a role, or the name of a column
  std::optional<std::string> cue_column;            // another tool may call it as it likes
  std::map<std::string, std::string> digests = {};  // SHA-256 by name of a file beside the manifest
};

// name: of the file, for messages. A data error: no JSON, or no object. Members that are no text are passed over.
Result<CueManifest> parse_cue_manifest(std::string_view text, const std::string& name);

}  // namespace standfast
