// Checkpoint files: parts of long work, each in a file that records its key and a digest of its bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Writes a part to the folder. key: a digest, in hexadecimal letters, of what the part was made from; it
// names the file and is bound to its bytes. The file appears as a whole.
Status write_checkpoint(const std::string& folder, std::string_view key, std::string_view bytes);
// Reads a part; nothing if the folder has no such part, or it is not as it was written.
std::optional<std::string> read_checkpoint(const std::string& folder, std::string_view key);

// Removes all parts in the folder, and the folder if nothing else is in it.
void remove_checkpoints(const std::string& folder);

}  // namespace standfast
