#include "standfast/corpus/read.h"

#include <cstring>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/read_ahead.h"
#include "standfast/corpus/format.h"
#include "standfast/corpus/readers.h"

namespace standfast {
namespace {

// A stream whose first bytes were already read.
class Resumed final : public InputStream {
 public:
  Resumed(std::string head, std::unique_ptr<InputStream> rest) : head_(std::move(head)), rest_(std::move(rest)) {}
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

}  // namespace

Result<Corpus> read_corpus(const std::string& path, const ReadOptions& options, ReadReport* report) {
  ReadReport own;
  ReadReport& told = report != nullptr ? *report : own;
  told = {};
  const std::string name = path == "-" ? "standard input" : path;
  Format format = options.format != Format::guess ? options.format : format_by_name(path);
  SF_ASSIGN(auto opened, open_input(path));
  // Unpacking is the slower half of reading an archive, so it gets a thread of its own.
  auto input = read_ahead(std::move(opened));
  if (format == Format::guess) {
    SF_ASSIGN(std::string head, read_head(*input, size_t{1} << 16));
    SF_ASSIGN(format, format_by_content(head, name));
    input = std::make_unique<Resumed>(std::move(head), std::move(input));
  }
  told.format = format;
  switch (format) {
    case Format::jsonl: return read_jsonl(*input, name, options, told);
    default: return usage_error(fmt::format("{}: only JSONL is read so far", name));
  }
}

}  // namespace standfast
