#include "standfast/split/file/any_split.h"

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/split/file/fold_lists.h"
#include "standfast/split/file/index_file.h"
#include "standfast/split/file/side_patterns.h"

namespace standfast {
namespace {

std::string_view without_mark_and_space(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

Result<Splits> splits_of(SplitForm form, const std::string& path, std::string_view content,
                         const Corpus& corpus, const std::string& part, Sink& sink) {
  FileRows rows(corpus, part);
  Splits splits{whole_corpus(corpus), {}};
  if (form == SplitForm::index_file) {
    SF_ASSIGN(IndexFile file, parse_index_file(content, path, rows));
    splits.split.folds.push_back({.train = sorted_rows(std::move(file.train)),
                                  .validation = {},
                                  .test = sorted_rows(std::move(file.test))});
  } else {
    SF_ASSIGN(splits.split.folds,
              is_folder(path) ? read_fold_lists(path, rows) : parse_fold_lists(content, path, rows));
  }
  if (rows.left_out() > 0)
    sink.warn(fmt::format("{}: {} of its rows were left out when {} was read, and are on no side", path,
                          rows.left_out(), corpus.name()));
  const RowSet used = used_rows(corpus.size(), splits.split.folds);
  splits.split.left_out = RowSet(splits.sample.rows).without(used).list();
  return splits;
}

}  // namespace

Result<SplitForm> form_of_split(const std::string& path, std::string_view content) {
  if (is_folder(path)) return SplitForm::fold_lists;
  const std::string_view start = without_mark_and_space(content);
  if (start.starts_with("test:") || start.starts_with("train:")) return SplitForm::index_file;
  if (start.starts_with('[')) return SplitForm::fold_lists;
  if (start.starts_with('{')) {
    // Standfast writes the schema first, so a large file need not be parsed to detect its format.
    constexpr size_t kFirstMember = 64;
    if (start.substr(0, kFirstMember).find("\"schema\"") != std::string_view::npos)
      return SplitForm::splits_json;
    SF_ASSIGN(const nlohmann::ordered_json root, parse_json(content, path));
    return root.contains("schema") ? SplitForm::splits_json : SplitForm::fold_lists;
  }
  return data_error(fmt::format(
      "{}: is no split: neither splits.json, nor a JSON list of folds, nor an index file with the lines "
      "test: [...] and train: [...] (a list with one id a line is --method given --set test=FILE)",
      path));
}

Result<AnySplit> read_any_split(const std::string& path, const Corpus& corpus, Sink& sink,
                                const std::string& part) {
  std::string content;
  if (!is_folder(path)) {
    SF_ASSIGN(content, read_file(path));
  }
  AnySplit found;
  SF_ASSIGN(found.form, form_of_split(path, content));
  if (found.form == SplitForm::splits_json) {
    SF_ASSIGN(found.file, parse_splits(content, path));
    SF_ASSIGN(found.splits, bind_splits_of(found.file, corpus, sink));
    return found;
  }
  found.file.where = path;
  SF_ASSIGN(found.splits, splits_of(found.form, path, content, corpus, part, sink));
  return found;
}

}  // namespace standfast
