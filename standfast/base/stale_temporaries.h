// Stale temporaries of killed processes: files and folders under names of base/unique_name.h.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Returns whether a process of this host made this name (is_temporary_name), and has ended. Such a temporary
// will never be finished.
bool is_stale_temporary(std::string_view temporary_name);

// Removes the stale temporaries in the folder of `path`. Looks once for each folder: while this process
// lives, little is added, and a look takes a while where there are many files.
void remove_stale_beside(const std::string& path);

}  // namespace standfast
