// A part of long work, kept in a file that says whose it is and whether it is whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// key: what the part was made from, as a digest in hexadecimal letters; it names the file and is bound to its bytes. The file appears as a whole.
Status keep_part(const std::string& folder, std::string_view key, std::string_view bytes);
// Nothing if the folder has no such part, or not as it was kept.
std::optional<std::string> kept_part(const std::string& folder, std::string_view key);

// Removes all parts in the folder, and the folder if nothing else is in it.
void remove_parts(const std::string& folder);

}  // namespace standfast
