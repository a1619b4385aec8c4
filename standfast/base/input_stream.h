// Input files: streams that unpack .gz and .zst, and whole files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "standfast/base/result.h"
#include "standfast/base/unpack.h"

namespace standfast {

// Opens a file, or standard input for "-". Compression is recognised by its first bytes, not by its name;
// only a file that is called .gz or .zst and is too short for these bytes is reported as truncated. The
// reader of the stream must limit how much of it is held: a packed file of a few kilobytes may unpack to any
// size.
Result<std::unique_ptr<InputStream>> open_input(const std::string& path);

// The limit on the unpacked size of a packed file in memory: `floor` bytes, or `ratio` times its packed size
// where that is more.
//
// Files that a run writes pack 15 to 40 times, at most 120 times (predictions of `prior`: the same numbers in
// every line); other people's JSON lines, CSV and splits 3 to 100 times. zstd reaches 30,000 and more, which
// is what makes a few kilobytes dangerous. The floor is for small files that pack better than that, such as
// tables of zeros: 128 MiB do no harm.
struct UnpackLimit {
  uint64_t floor = uint64_t{128} << 20;
  uint64_t ratio = 200;
};

// Reads the whole file, unpacked. A file that unpacks to more than the limit is a data error. A file that is
// not packed has no limit: its size is visible.
Result<std::string> read_file(const std::string& path, const UnpackLimit& limit = {});

// Reads the whole file without unpacking. For files of our own, which are never packed: bytes that look like
// an archive are not one there.
Result<std::string> read_plain_file(const std::string& path);

}  // namespace standfast
