#include "standfast/corpus/read/open_rows.h"

#include <algorithm>
#include <cstring>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/open_file.h"
#include "standfast/base/paths.h"
#include "standfast/base/read_ahead.h"
#include "standfast/base/unpack.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/read/pan_files.h"
#include "standfast/text/decoded_input.h"

namespace standfast {
namespace {

// A stream whose first bytes were already read.
class Resumed final : public InputStream {
 public:
  Resumed(std::string head, std::unique_ptr<InputStream> rest)
      : head_(std::move(head)), rest_(std::move(rest)) {}
  Result<size_t> read(std::span<char> buffer) override {
    if (used_ == head_.size()) return rest_->read(buffer);
    const size_t n = std::min(buffer.size(), head_.size() - used_);
    std::memcpy(buffer.data(), head_.data() + used_, n);
    used_ += n;
    return n;
  }

 private:
  std::string head_;
  size_t used_ = 0;
  std::unique_ptr<InputStream> rest_;
};

constexpr size_t kHead = size_t{1} << 18;

Result<std::string> read_head(InputStream& input, size_t size) {
  std::string head(size, '\0');
  size_t used = 0;
  while (used < size) {
    SF_ASSIGN(const size_t n, input.read(std::span(head).subspan(used)));
    if (n == 0) break;
    used += n;
  }
  head.resize(used);
  return head;
}

Result<Format> format_by_head(const std::string& path, std::string_view head, const std::string& name) {
  if (const std::string_view what = foreign_format(head); !what.empty())
    return data_error(fmt::format("{}: is {}", name, what));
  SF_ASSIGN(Format format, input_format(path));
  if (format != Format::guess && format != Format::jsonl) return format;
  SF_ASSIGN(const Format content, format_by_content(head, name));
  if (format == Format::guess) format = content;
  return format == Format::jsonl && looks_like_pan(head) ? Format::pan : format;
}

// Returns whether the path is a plain file. Unpacking is the slower half of reading an archive, and the bytes
// of a pipe come at any time, so such streams get a thread of their own. The system itself reads ahead in a
// plain file; there a thread would only copy.
bool is_plain_file(const std::string& path) {
  if (path == "-" || !is_file(path)) return false;
  const auto file = open_regular_file(path);
  if (!file) return false;
  std::string head(4, '\0');
  head.resize(static_cast<size_t>(std::max<ssize_t>(::read(*file, head.data(), head.size()), 0)));
  ::close(*file);
  return packing_of(head) == Packing::none;
}

}  // namespace

Result<std::unique_ptr<InputStream>> open_text(const std::string& path, const std::string& encoding) {
  SF_ASSIGN(const TextEncoding known, find_encoding(encoding));
  SF_ASSIGN(auto input, open_input(path));
  return decoded_input(path == "-" ? "standard input" : path, std::move(input), known);
}

Result<std::unique_ptr<InputStream>> open_ahead(const std::string& path, const std::string& encoding) {
  SF_ASSIGN(const TextEncoding known, find_encoding(encoding));
  SF_ASSIGN(auto input, open_text(path, encoding));
  const bool is_utf8 = *known.converter == '\0';
  return is_utf8 && is_plain_file(path) ? std::move(input) : read_ahead(std::move(input));
}

Result<OpenedRows> open_rows(const std::string& path, Format wanted, const std::string& name,
                             const std::string& encoding) {
  OpenedRows opened;
  SF_ASSIGN(opened.input, open_ahead(path, encoding));
  opened.format = wanted;
  if (wanted != Format::guess) return opened;
  SF_ASSIGN(std::string head, read_head(*opened.input, kHead));
  SF_ASSIGN(opened.format, format_by_head(path, head, name));
  opened.input = std::make_unique<Resumed>(std::move(head), std::move(opened.input));
  return opened;
}

}  // namespace standfast
