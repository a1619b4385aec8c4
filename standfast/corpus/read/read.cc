#include "standfast/corpus/read/read.h"

#include <cstring>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/packing.h"
#include "standfast/base/paths.h"
#include "standfast/base/read_ahead.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/read/pan_files.h"
#include "standfast/corpus/read/readers.h"

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

// Unpacking is the slower half of reading an archive, and the bytes of a pipe come at any time. Such streams
// get a thread of their own. The system itself reads ahead in a plain file; there a thread would only copy.
bool is_plain_file(const std::string& path) {
  if (path == "-" || !is_file(path)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string head(4, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return packing_of(head) == Packing::none;
}

Result<PanProblems> read_pan_from(InputStream& pairs, const PanFiles& files, const ReadOptions& options,
                                  ReadReport& report) {
  for (const auto& rule : options.attributes)
    if (!rule.implied)
      return usage_error(fmt::format("{}: pairs have no column for --column {}", files.pairs, rule.name));
  report.format = Format::pan;
  std::unique_ptr<InputStream> truth;
  if (!files.truth.empty()) {
    SF_ASSIGN(truth, open_input(files.truth));
  }
  return read_pan_streams(pairs, files.pairs == "-" ? "standard input" : files.pairs, truth.get(),
                          files.truth, options, report);
}

}  // namespace

Result<PanProblems> read_pan(const std::string& pairs_path, const std::string& truth_path,
                             const ReadOptions& options, ReadReport* report) {
  ReadReport own;
  ReadReport& told = report != nullptr ? *report : own;
  told = {};
  SF_ASSIGN(PanFiles files, find_pan(pairs_path));
  if (!truth_path.empty()) files.truth = truth_path;
  SF_ASSIGN(auto input, open_input(files.pairs));
  if (!is_plain_file(files.pairs)) input = read_ahead(std::move(input));
  return read_pan_from(*input, files, options, told);
}

Result<Format> guess_format(const std::string& path) {
  if (is_folder(path)) return is_pan_folder(path) ? Format::pan : Format::folder;
  SF_ASSIGN(const auto input, open_input(path));
  SF_ASSIGN(const std::string head, read_head(*input, kHead));
  return format_by_head(path, head, path);
}

namespace {

Result<Corpus> read_all(const std::string& path, const ReadOptions& options, ReadReport& told) {
  const auto pan_corpus = [&]() -> Result<Corpus> {
    SF_ASSIGN(auto problems, read_pan(path, "", options, &told));
    return std::move(problems.corpus);
  };
  if (is_folder(path)) {
    if (options.format == Format::pan || (options.format == Format::guess && is_pan_folder(path)))
      return pan_corpus();
    if (options.format != Format::guess && options.format != Format::folder)
      return usage_error(
          fmt::format("{}: is a folder, which cannot be {}", path, format_name(options.format)));
    told.format = Format::folder;
    return read_folder(path, options, told);
  }
  if (options.format == Format::pan) return pan_corpus();
  const std::string name = path == "-" ? "standard input" : path;
  if (options.format == Format::folder) return usage_error(name + ": is a file, not a folder of texts");

  SF_ASSIGN(auto input, open_input(path));
  if (!is_plain_file(path)) input = read_ahead(std::move(input));
  Format format = options.format;
  if (format == Format::guess) {
    SF_ASSIGN(std::string head, read_head(*input, kHead));
    SF_ASSIGN(format, format_by_head(path, head, name));
    input = std::make_unique<Resumed>(std::move(head), std::move(input));
  }
  told.format = format;
  switch (format) {
    case Format::pan: {
      SF_ASSIGN(const PanFiles files, find_pan(path));
      SF_ASSIGN(auto problems, read_pan_from(*input, files, options, told));
      return std::move(problems.corpus);
    }
    case Format::csv:
      return read_csv(*input, name, '\0', options, told);
    case Format::tsv:
      return read_csv(*input, name, '\t', options, told);
    default:
      return read_jsonl(*input, name, options, told);
  }
}

}  // namespace

Result<Corpus> read_corpus(const std::string& path, const ReadOptions& options, ReadReport* report) {
  ReadReport own;
  ReadReport& told = report != nullptr ? *report : own;
  told = {};
  SF_ASSIGN(Corpus corpus, read_all(path, options, told));
  if (!options.frequent.bounded()) return corpus;
  const uint32_t all = corpus.size();
  SF_ASSIGN(Corpus frequent, keep_frequent(std::move(corpus), options.frequent));
  told.infrequent = all - frequent.size();
  options.sink->info(fmt::format("{}: kept {} of {} documents, those of frequent enough values", path,
                                 frequent.size(), all));
  return frequent;
}

}  // namespace standfast
