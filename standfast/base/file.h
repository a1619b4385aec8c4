// Files: streams in that see through .gz and .zst, files out that appear whole or not at all.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Reads bytes in order. A truncated or corrupt archive is a data error that says so.
class InputStream {
 public:
  virtual ~InputStream() = default;
  // Fills a prefix of `buffer`; 0 means the end.
  virtual Result<size_t> read(std::span<char> buffer) = 0;
};

// Opens a file, or standard input for "-". Compression is recognised by its first bytes, not by its name.
Result<std::unique_ptr<InputStream>> open_input(const std::string& path);

Result<std::string> read_file(const std::string& path);  // whole, decompressed

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
