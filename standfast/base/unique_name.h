// Unique names for temporaries, and marks for the processes that a process has started. Two processes never
// make the same one, on whatever hosts and in whatever namespaces of process numbers they run, and none can
// be guessed beforehand.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace standfast {

// Returns 32 hex digits from the system's random numbers, the host's name, the process number and a count.
std::string unique_digits();

// Returns a name in the folder of `path` for what will become `path`: ".sf-tmp-", then 32 digits: eight of
// this host, eight of this process, and unique ones. It does not grow with the name of the file, so a name of
// 255 bytes can be written too.
std::string temporary_beside(const std::string& path);

// Returns whether the last part of a path is such a name.
bool is_temporary_name(std::string_view file_name);
// Returns the process that gave such a name, if it was on this host: under this kernel, with this host name
// and in this namespace of process numbers. So no two hosts take each other's temporaries for their own.
std::optional<pid_t> maker_on_this_host(std::string_view temporary_name);

// The identity of one boot of one machine: two hosts may have one name.

// Returns eight hex digits that no other boot of any machine has, or "" where the system does not tell.
const std::string& kernel_id();

// Stale temporaries of killed processes: files and folders under names of base/unique_name.h.

// Returns whether a process of this host made this name (is_temporary_name), and has ended. Such a temporary
// will never be finished.
bool is_stale_temporary(std::string_view temporary_name);

// Removes the stale temporaries in the folder of `path`. Looks once for each folder: while this process
// lives, little is added, and a look takes a while where there are many files.
void remove_stale_beside(const std::string& path);

}  // namespace standfast
