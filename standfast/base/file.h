// Files: streams in that see through .gz and .zst, files out that appear whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "standfast/base/input_stream.h"
#include "standfast/base/result.h"

namespace standfast {

// Writes to a temporary beside `path`; commit() flushes it to disk and renames it into place. Without commit
// the temporary is removed and `path` is untouched. A path ending in .gz or .zst is compressed, with the same
// bytes every time (no time stamp); "-" is standard output.
class OutputFile {
 public:
  static Result<OutputFile> create(const std::string& path);
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  ~OutputFile();

  Status write(std::string_view bytes);
  Status commit();

 private:
  struct State;
  explicit OutputFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

Status write_file(const std::string& path, std::string_view bytes);  // create, write, commit

Status make_directories(const std::string& path);

}  // namespace standfast
