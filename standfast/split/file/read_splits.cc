#include "standfast/split/file/read_splits.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/split/file/fold_lists.h"
#include "standfast/split/file/row_lists.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/file/unique_in_fold.h"

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
      "{}: this is not a split: it is neither splits.json, nor a JSON list of folds, nor an index file with "
      "the lines test: [...] and train: [...] (a list with one id a line is --method given --set test=FILE)",
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

namespace {

Result<RowSet> bind_rows(const RowList& list, const SplitsFile& file, const Corpus& corpus,
                         const std::string& what) {
  auto ranges = list.ranges;
  std::sort(ranges.begin(), ranges.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  bool apart = list.ids.empty();
  for (size_t i = 1; i < ranges.size(); ++i) apart &= ranges[i].first > ranges[i - 1].last;
  if (apart && (ranges.empty() || ranges.back().last < corpus.size())) {
    RowSet rows;
    for (const auto& range : ranges) rows.append({range.first, range.last});
    return rows;
  }
  std::vector<uint32_t> rows;
  for (const auto& range : list.ranges) {
    if (range.last >= corpus.size())
      return data_error(
          fmt::format("{}: {} names row {}, but {} has {} documents (rows count from 0); is this the "
                      "corpus the split was made for?",
                      file.where, what, range.last, corpus.name(), corpus.size()));
    // A valid list names a row once. Without this check, a small file could ask for any amount of memory.
    if (rows.size() + (range.last - range.first) >= size_t{corpus.size()})
      return data_error(fmt::format("{}: {} names more rows than {} has", file.where, what, corpus.name()));
    for (uint32_t row = range.first; row <= range.last; ++row) rows.push_back(row);
  }
  for (const auto& id : list.ids) {
    const auto row = corpus.row_of(id);
    if (!row)
      return data_error(
          fmt::format("{}: {} names \"{}\", which {} does not have", file.where, what, id, corpus.name()));
    rows.push_back(*row);
  }
  return sorted_rows(std::move(rows));
}

Result<uint32_t> bind_topic(const std::string& name, const SplitsFile& file, const Corpus& corpus) {
  if (const Column* topic = corpus.column(Role::topic)) {
    const auto found = std::lower_bound(topic->names.begin(), topic->names.end(), name);
    if (found != topic->names.end() && *found == name)
      return static_cast<uint32_t>(found - topic->names.begin());
  }
  return data_error(fmt::format(
      "{}: the sample names the topic \"{}\", which {} does not have (map topics with --topic NAME)",
      file.where, name, corpus.name()));
}

}  // namespace

Result<Splits> bind_splits(const SplitsFile& file, const Corpus& corpus) {
  Splits splits{file.sample, file.split};
  uint64_t runs = 0;
  for (size_t f = 0; f < file.folds.size(); ++f) {
    auto& fold = splits.split.folds.emplace_back();
    SF_ASSIGN(fold.train, bind_rows(file.folds[f].train, file, corpus, fmt::format("train of fold {}", f)));
    SF_ASSIGN(fold.validation,
              bind_rows(file.folds[f].validation, file, corpus, fmt::format("validation of fold {}", f)));
    SF_ASSIGN(fold.test, bind_rows(file.folds[f].test, file, corpus, fmt::format("test of fold {}", f)));
    SF_ASSIGN(fold.aside, bind_rows(file.folds[f].aside, file, corpus, fmt::format("aside of fold {}", f)));
    fold.repeat = file.folds[f].repeat;
    fold.purged = file.folds[f].purged;
    runs += runs_of(fold);
    if (runs > kMostRuns)
      return data_error(fmt::format("{}: its {} folds would take more than {} GB", file.where,
                                    file.folds.size(), (kMostRuns * sizeof(RowSet::Run)) >> 30));
  }
  SF_ASSIGN(splits.split.left_out, bind_rows(file.left_out, file, corpus, "left_out"));
  if (!file.has_sample) {
    splits.sample = whole_corpus(corpus);
    return splits;
  }
  SF_ASSIGN(splits.sample.rows, bind_rows(file.sample_rows, file, corpus, "the sample"));
  for (const auto& name : file.sample_topics) {
    SF_ASSIGN(const uint32_t code, bind_topic(name, file, corpus));
    splits.sample.topics.push_back(code);
  }
  if (!file.sample_groups.empty()) {
    const Column* topic = corpus.column(Role::topic);
    for (const auto& [name, group] : file.sample_groups) {
      SF_ASSIGN(const uint32_t code, bind_topic(name, file, corpus));
      SF_ASSIGN(const uint32_t group_code, bind_topic(group, file, corpus));
      splits.sample.group_of_topic.resize(topic->names.size(), kMissing);
      splits.sample.group_of_topic[code] = group_code;
    }
  }
  return splits;
}

Result<Splits> bind_splits_of(const SplitsFile& file, const Corpus& corpus, Sink& sink) {
  if (!made_for(file, corpus)) {
    const std::string message =
        fmt::format("{} was made for other data than {} (another file, order, column or limit?)", file.where,
                    corpus.name());
    if (file.unit == RowUnit::row) return data_error(message);
    sink.warn(message);
  }
  SF_ASSIGN(Splits splits, bind_splits(file, corpus));
  SF_TRY(check_unique_in_folds(splits.split.folds, corpus, file.where));
  return splits;
}

Result<Splits> read_splits(const std::string& path, const Corpus& corpus, Sink& sink) {
  SF_ASSIGN(const std::string json, read_file(path));
  SF_ASSIGN(const SplitsFile file, parse_splits(json, path));
  return bind_splits_of(file, corpus, sink);
}

}  // namespace standfast
