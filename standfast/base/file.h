// Files: input streams that unpack .gz and .zst, and output files that appear whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "standfast/base/input_stream.h"
#include "standfast/base/result.h"

namespace standfast {

// Policy for a file's durability: `yes` brings its bytes to the disk before the file appears, which takes
// some milliseconds. With `no` a file may be empty after a power cut (not after a kill): for files that the
// same command makes again.
enum class Flush { yes, no };

// An output file. Writes to a temporary beside `path`; commit() flushes it to disk and renames it into place.
// Without commit the temporary is removed and `path` is untouched. A path ending in .gz or .zst is
// compressed, with the same bytes every time (no time stamp); "-" is standard output.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  ~OutputFile();

  Status write(std::string_view bytes);
  Status commit(Flush flush = Flush::yes);

 private:
  struct State;
  explicit OutputFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Creates, writes and commits a file.
Status write_file(const std::string& path, std::string_view bytes, Flush flush = Flush::yes);

Status make_directories(const std::string& path);

}  // namespace standfast
