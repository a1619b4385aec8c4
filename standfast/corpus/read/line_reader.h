// A reader of the lines of a stream, one at a time, through one buffer of a few hundred kilobytes that grows
// only for a long line. The readers of JSONL, CSV and PAN files stand on it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/file.h"
#include "standfast/base/result.h"

namespace standfast {

// The bytes of a stream that have been fetched and not yet used, as one contiguous piece. At least kPadding
// readable bytes follow it, whose values are meaningless.
class ByteWindow {
 public:
  static constexpr size_t kPadding = 64;  // simdjson reads past the end

  ByteWindow(InputStream& input, size_t block_bytes);
  ~ByteWindow();
  ByteWindow(const ByteWindow&) = delete;
  ByteWindow& operator=(const ByteWindow&) = delete;

  std::string_view bytes() const { return {data_ + begin_, end_ - begin_}; }
  // Returns the same bytes for decoding in place, where they are not read again.
  std::span<char> writable() { return {data_ + begin_, end_ - begin_}; }
  void consume(size_t n) { begin_ += n; }
  // Fetches up to a block behind the unused bytes, moving these and growing the buffer where needed (so views
  // into bytes() become invalid). Returns false at the end of the stream.
  Result<bool> fetch();

 private:
  void resize(size_t capacity);

  InputStream& input_;
  char* data_;  // malloc, so that growing a large buffer moves pages instead of bytes
  size_t block_bytes_, capacity_;
  size_t begin_ = 0, end_ = 0;
};

struct Line {
  std::string_view text;  // without the line end (LF or CRLF); valid until the next call
  uint64_t number = 0;    // 1-based
  bool too_long = false;  // text is then only its beginning
};

class LineReader {
 public:
  // name: the name of the stream in messages. A line of more than max_bytes comes out as too_long and is not
  // held.
  LineReader(InputStream& input, std::string name, uint64_t max_bytes, size_t block_bytes = size_t{1} << 20);

  // Returns up to max_lines complete lines from the start, without using them up, to guess column names from.
  // To be called before next(). Reads no more than the first block or the first line, whichever is longer.
  Result<std::vector<std::string_view>> sample(size_t max_lines);

  // Reads the next line; false at the end. A byte order mark of UTF-8 is dropped; UTF-16 and UTF-32 are data
  // errors.
  Result<bool> next(Line& line);

  // Returns up to `size` bytes from the line returned last on, to guess an encoding from. They do not depend
  // on the pieces in which the stream comes. The text of that line, and whatever was decoded in place, is no
  // longer valid.
  Result<std::string_view> from_here(size_t size);

  // Returns the text of the line returned last, free to be overwritten.
  std::span<char> writable(const Line& line) { return window_.writable().first(line.text.size()); }

  const std::string& name() const { return name_; }

 private:
  Status start();
  Status skip_rest_of_line();

  ByteWindow window_;
  std::string name_;
  uint64_t max_bytes_;
  size_t block_bytes_;
  uint64_t number_ = 0;
  size_t pending_ = 0;  // bytes to consume before the next line: the line returned last and its end
  bool started_ = false, in_long_line_ = false;
};

}  // namespace standfast
