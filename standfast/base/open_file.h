// How files are opened for reading. Anything can stand where a file is expected: a pipe that nobody writes to, at which
// open() waits for ever, or a device that never ends.
#pragma once

#include <string>

#include "standfast/base/result.h"

namespace standfast {

enum class Pipes { refused, welcome };

// A descriptor of a regular file, which the caller closes; never waits. welcome: for what users name, who may name a pipe
// (<(zcat x), mkfifo) or a terminal. A pipe must have a writer within five seconds. `first`: bytes of the pipe that were
// read to know that. /dev/null is an empty file. A data error names the path and says what stands there.
Result<int> open_to_read(const std::string& path, Pipes pipes, std::string& first);
Result<int> open_regular_file(const std::string& path);

}  // namespace standfast
