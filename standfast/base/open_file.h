// The one door to files: everything that the program opens goes through here, to read and to write. Anything can stand where
// a file is expected: a pipe at whose other end there is nobody, at which open() waits for ever, or a device that never ends.
#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

#include "standfast/base/result.h"

namespace standfast {

enum class Pipes { refused, welcome };

// A descriptor of a regular file, which the caller closes; never waits. welcome: for what users name, who may name a pipe
// (<(zcat x), mkfifo) or a terminal. A pipe must have a writer within five seconds. `first`: bytes of the pipe that were
// read to know that. /dev/null is an empty file. A data error names the path and says what stands there.
Result<int> open_to_read(const std::string& path, Pipes pipes, std::string& first);
Result<int> open_regular_file(const std::string& path);

// Opens a file of the program's own (a lock, a log, a cache, a temporary) with these flags of open(2), O_CREAT as a rule,
// which the caller closes; never waits. What is no regular file is refused by name. shown: the path that messages name, where
// it is another one.
Result<int> open_own_file(const std::string& path, int flags, mode_t mode = 0644,
                          std::string_view shown = {});

// Opens a pipe or a device that a user named for output. A pipe must have a reader within five seconds.
Result<int> open_pipe_to_write(const std::string& path);

}  // namespace standfast
