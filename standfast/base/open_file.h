// Opening of files: every file of the program is opened here, to read and to write. A pipe without another
// end, at which open() would wait for ever, or a device without an end may stand where a file is expected.
#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

#include "standfast/base/result.h"

namespace standfast {

enum class Pipes { refused, welcome };

// Opens a regular file and returns its descriptor, which the caller closes; never waits. Pipes::welcome is
// for paths that users name, who may name a pipe (<(zcat x), mkfifo) or a terminal. A pipe must have a writer
// within five seconds. `first`: bytes of the pipe that were read to test for a writer. /dev/null is an empty
// file. A data error names the path and says what stands there.
Result<int> open_to_read(const std::string& path, Pipes pipes, std::string& first);
Result<int> open_regular_file(const std::string& path);

// Opens a file of the program's own (lock, log, cache, temporary) with these flags of open(2); the caller
// closes it. Never waits. Anything but a regular file is an error that names it. shown: the path that
// messages name, if it differs.
Result<int> open_own_file(const std::string& path, int flags, mode_t mode = 0644,
                          std::string_view shown = {});

// Opens a pipe or a device that a user named for output. A pipe must have a reader within five seconds.
Result<int> open_pipe_to_write(const std::string& path);

}  // namespace standfast
