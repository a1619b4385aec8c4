// Kinds of paths, determined without exceptions: a folder that may not be searched, a loop of links or a name
// that is too long is a result like any other.
#pragma once

#include <string>

#include "standfast/base/result.h"

namespace standfast {

enum class PathKind { nothing, file, folder, other };  // other: a device, a pipe, a socket

// Returns a data error if the system would take the path for another: it ends a path at a NUL character.
Status check_path(const std::string& path);

// Returns the kind of a path; links are followed. A data error that names path and reason where it cannot be
// told.
Result<PathKind> path_kind(const std::string& path);

// Returns whether something is at the path. For callers that open the path later: then the difference between
// "not there" and "unknown" is reported.
bool is_there(const std::string& path);
bool is_file(const std::string& path);
bool is_folder(const std::string& path);

// Returns whether a folder holds nothing; a data error where it cannot be read.
Result<bool> is_empty_folder(const std::string& path);

}  // namespace standfast
