// Temporaries that a killed process has left: files and folders under names of base/unique_name.h.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Whether a process of this host made such a name (is_temporary_name), and has ended. Nobody finishes what it was
// writing.
bool is_forsaken(std::string_view temporary_name);

// Removes what is forsaken in the folder of `path`. It looks once for each folder: while this process lives, little is
// added, and a look takes a while where there are many files.
void clear_beside(const std::string& path);

}  // namespace standfast
