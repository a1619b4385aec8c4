// Names for temporaries, and marks of what a process has started. Two processes never make the same one, on
// whatever hosts and in whatever namespaces of process numbers they run, and nobody can guess one beforehand.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace standfast {

// 32 hex digits from the system's random numbers, the host's name, the process number and a count.
std::string unique_digits();

// A name in the folder of `path` for what will become `path`: ".sf-tmp-", then 32 digits: eight of this host, eight
// of this process, and unique ones. It does not grow with the name of the file, so a name of 255 bytes can be
// written too.
std::string temporary_beside(const std::string& path);

// Whether the last part of a path is such a name.
bool is_temporary_name(std::string_view file_name);
// The process that gave such a name, if it was on this host: under this kernel, with this name and in this namespace of
// process numbers. So no two hosts take each other's for their own.
std::optional<pid_t> maker_on_this_host(std::string_view temporary_name);

}  // namespace standfast
