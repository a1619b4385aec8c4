// Standard output and error as files that can fail: full, closed, or a pipe whose reader has gone. Results go
// to standard output, so a failure there is an error and is remembered; words on standard error are a
// courtesy, so a failure there is passed over.
#pragma once

#include <optional>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Prepares the standard streams at the start of a program. The descriptors among 0, 1 and 2 that the
// caller has closed are opened such that their use fails: else the next file to be opened would take the
// number, and words meant for the terminal would land in it. A pipe whose reader has gone becomes an error of
// the write, where a signal would end the program in the middle of it.
void secure_standard_streams();

// Writes all bytes, or returns an error. After the first failure nothing more is written and the error stays
// the same.
Status write_standard_output(std::string_view bytes);

// Reports errors that some file systems give only when a file is closed (quota, network). Standard output
// stays open.
Status finish_standard_output();

struct OutputFailure {
  Error error;
  bool reader_gone = false;  // as in `standfast ls | head -1`
};
// Returns the failure of write_standard_output so far.
std::optional<OutputFailure> standard_output_failure();

// Writes to standard error. Never fails, never throws, and never waits longer than a second where the stream
// does not block.
void write_standard_error(std::string_view bytes) noexcept;

}  // namespace standfast
