#include "standfast/corpus/read/read.h"

#include <vector>

#include <fmt/format.h>

#include "standfast/base/paths.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/corpus/read/open_rows.h"
#include "standfast/corpus/read/pan_files.h"
#include "standfast/corpus/read/readers.h"
#include "standfast/corpus/source_rows.h"

namespace standfast {
namespace {

Result<PanProblems> read_pan_from(InputStream& pairs, const PanFiles& files, const ReadOptions& options,
                                  ReadReport& report) {
  for (const auto& rule : options.attributes)
    if (!rule.implied)
      return usage_error(fmt::format("{}: pairs have no column for --{}", files.pairs, flag_of(rule)));
  report.format = Format::pan;
  std::unique_ptr<InputStream> truth;
  if (!files.truth.empty()) {
    SF_ASSIGN(truth, open_text(files.truth, options.encoding));
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
  SF_ASSIGN(const auto input, open_ahead(files.pairs, options.encoding));
  SF_ASSIGN(PanProblems problems, read_pan_from(*input, files, options, told));
  set_form(problems.corpus, options.form);
  return problems;
}

Result<Format> guess_format(const std::string& path, const std::string& encoding) {
  if (is_folder(path)) return is_pan_folder(path) ? Format::pan : Format::folder;
  SF_ASSIGN(const OpenedRows opened, open_rows(path, Format::guess, path, encoding));
  return opened.format;
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

  SF_ASSIGN(const OpenedRows opened, open_rows(path, options.format, name, options.encoding));
  InputStream* const input = opened.input.get();
  told.format = opened.format;
  switch (opened.format) {
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
  SF_ASSIGN(corpus, join_alike_values(std::move(corpus), options.join_values));
  set_form(corpus, options.form);
  if (!options.frequent.bounded()) return corpus;
  const uint32_t all = corpus.size();
  SF_ASSIGN(Corpus frequent, keep_frequent(std::move(corpus), options.frequent));
  set_form(frequent, options.form);
  told.infrequent = all - frequent.size();
  options.sink->info(
      fmt::format("{}: kept {} of {} documents, the ones with frequent values", path, frequent.size(), all));
  return frequent;
}

}  // namespace standfast
