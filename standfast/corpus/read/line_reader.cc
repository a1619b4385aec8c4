#include "standfast/corpus/read/line_reader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include <fmt/format.h>

#include "standfast/text/encodings.h"

namespace standfast {

ByteWindow::ByteWindow(InputStream& input, size_t block_bytes)
    : input_(input), data_(nullptr), block_bytes_(block_bytes), capacity_(0) {
  resize(block_bytes);
}

ByteWindow::~ByteWindow() {
  std::free(data_);
}

void ByteWindow::resize(size_t capacity) {
  void* moved = std::realloc(data_, capacity + kPadding);
  if (moved == nullptr) throw std::bad_alloc();
  data_ = static_cast<char*>(moved);
  capacity_ = capacity;
}

Result<bool> ByteWindow::fetch() {
  // A buffer that grew for a long line is moved to its start early. If it were walked through to its end, all
  // of its memory would be touched.
  const bool grown = capacity_ > block_bytes_;
  if (begin_ > 0 && (end_ == capacity_ || (grown && end_ - begin_ <= begin_))) {
    std::memmove(data_, data_ + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (grown && end_ <= block_bytes_ / 2) resize(block_bytes_);
  }
  if (end_ == capacity_) resize(2 * capacity_);
  const size_t room = std::min(capacity_ - end_, block_bytes_);
  SF_ASSIGN(const size_t n, input_.read(std::span(data_ + end_, room)));
  end_ += n;
  std::memset(data_ + end_, ' ', kPadding);
  return n > 0;
}

LineReader::LineReader(InputStream& input, std::string name, uint64_t max_bytes, size_t block_bytes)
    : window_(input, block_bytes), name_(std::move(name)), max_bytes_(max_bytes), block_bytes_(block_bytes) {}

Status LineReader::start() {
  started_ = true;
  while (window_.bytes().size() < 4) {
    SF_ASSIGN(const bool more, window_.fetch());
    if (!more) break;
  }
  SF_ASSIGN(const size_t mark, byte_order_mark(window_.bytes(), name_));
  window_.consume(mark);
  return {};
}

Result<std::vector<std::string_view>> LineReader::sample(size_t max_lines) {
  SF_TRY(start());
  // The sample must not depend on the pieces in which the stream comes, so it is exactly half a block (or the
  // first line, if that is longer).
  const size_t least = block_bytes_ / 2;
  bool at_end = false;
  size_t first = std::string_view::npos;  // end of the first line
  for (size_t searched = 0; !at_end;) {
    const size_t size = window_.bytes().size();
    if (first == std::string_view::npos) first = window_.bytes().find('\n', searched);
    if (size >= least && (first != std::string_view::npos || size > max_bytes_)) break;
    searched = size;
    SF_ASSIGN(const bool more, window_.fetch());
    at_end = !more;
  }
  std::string_view rest = window_.bytes();
  if (rest.size() > least) {
    rest = rest.substr(0, std::max<size_t>(least, first == std::string_view::npos ? max_bytes_ : first));
    at_end = false;
  }
  std::vector<std::string_view> lines;
  while (!rest.empty() && lines.size() < max_lines) {
    const size_t end = rest.find('\n');
    // A last line that is cut off is left out, unless it is the only one.
    if (end == std::string_view::npos && !at_end && !lines.empty()) break;
    lines.push_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return lines;
}

Result<std::string_view> LineReader::from_here(size_t size) {
  while (window_.bytes().size() < size) {
    SF_ASSIGN(const bool more, window_.fetch());
    if (!more) break;
  }
  return window_.bytes().substr(0, size);
}

Status LineReader::skip_rest_of_line() {
  for (;;) {
    const size_t end = window_.bytes().find('\n');
    if (end != std::string_view::npos) {
      window_.consume(end + 1);
      return {};
    }
    window_.consume(window_.bytes().size());
    SF_ASSIGN(const bool more, window_.fetch());
    if (!more) return {};
  }
}

Result<bool> LineReader::next(Line& line) {
  if (!started_) SF_TRY(start());
  if (in_long_line_) SF_TRY(skip_rest_of_line());
  in_long_line_ = false;
  window_.consume(pending_);
  pending_ = 0;
  size_t searched = 0;
  line = {{}, number_ + 1, false};
  for (;;) {
    const std::string_view bytes = window_.bytes();
    const void* found = std::memchr(bytes.data() + searched, '\n', bytes.size() - searched);
    const size_t end =
        found == nullptr ? bytes.size() : static_cast<size_t>(static_cast<const char*>(found) - bytes.data());
    if (end > max_bytes_) {
      line.too_long = in_long_line_ = true;
      line.text = bytes.substr(0, 64);
      ++number_;
      return true;
    }
    if (found == nullptr) {
      searched = bytes.size();
      SF_ASSIGN(const bool more, window_.fetch());
      if (more) continue;
      if (bytes.empty()) return false;
    }
    line.text = window_.bytes().substr(0, end);
    pending_ = end + (found != nullptr ? 1 : 0);
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    ++number_;
    return true;
  }
}

}  // namespace standfast
