// Names that come from users and from servers, before they become paths. A server's names are hostile until
// they are checked.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Checks a model name: "ORG/NAME" or "NAME", as the hub allows them: letters, digits and "-._", neither "--"
// nor "..". Else a usage error.
Status check_model_name(const std::string& model);

// Checks a branch, a tag or a commit: no "..", nothing empty between "/", nothing that could not stand in a
// path. Else a usage error.
Status check_revision(const std::string& revision);

// Returns whether the text is exactly 40 hex digits in small letters.
bool is_commit(std::string_view text);
bool is_sha256(std::string_view text);

// Returns whether a name of the server is a path that stays in its folder: relative, without "..", backslash
// and control characters.
bool is_safe_path(std::string_view name);

// Returns whether the name that a server gives a content (an ETag) can be the name of a file.
bool is_safe_blob_name(std::string_view name);

}  // namespace standfast
