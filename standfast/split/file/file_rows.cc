#include "standfast/split/file/file_rows.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/source_rows.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

std::string names_of(const SourceRows& source) {
  std::vector<std::string> names;
  for (const auto& file : source.files) names.push_back(printable_line(file.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

// The selected file, or the reason why none can be selected.
struct Chosen {
  size_t file = 0;
  std::string objection;
};
Chosen choose_file(const Corpus& corpus, const SourceRows& source, const std::string& part) {
  if (!part.empty()) {
    for (size_t f = 0; f < source.files.size(); ++f)
      if (source.files[f].name == part) return {f, ""};
    if (source.files.size() <= 1)
      return {0,
              fmt::format("{} is one file, so there is no part \"{}\"", corpus.name(), printable_line(part))};
    return {0, fmt::format("{} has no part \"{}\" (it has {})", corpus.name(), printable_line(part),
                           names_of(source))};
  }
  if (source.files.size() <= 1) return {};
  std::vector<bool> used(source.files.size(), false);
  for (uint32_t document = 0; document < corpus.size(); ++document)
    if (!corpus.is_kept_apart(document)) used[source.file_of(document)] = true;
  if (std::ranges::count(used, true) == 1)
    return {static_cast<size_t>(std::ranges::find(used, true) - used.begin()), ""};
  return {0, fmt::format(
                 "row numbers count the rows of one file, and {} has several ({}); choose one with part = "
                 "NAME, or name documents by id",
                 corpus.name(), names_of(source))};
}

}  // namespace

FileRows::FileRows(const Corpus& corpus, const std::string& part) : corpus_(corpus) {
  const SourceRows& source = source_rows(corpus);
  const Chosen chosen = choose_file(corpus, source, part);
  objection_ = chosen.objection;
  if (!objection_.empty()) return;
  plain_ = source.row.empty() && source.file.empty();
  rows_ = corpus.size();
  name_ = corpus.name();
  if (!source.files.empty()) {
    const SourceFile& file = source.files[chosen.file];
    rows_ = std::max<uint64_t>(file.rows, plain_ ? corpus.size() : 0);
    whole_ = file.whole;
    if (!file.name.empty())
      name_ = fmt::format("the part \"{}\" of {}", printable_line(file.name), corpus.name());
  }
  if (!plain_) by_row_.assign(rows_, kMissing);
  for (uint32_t document = 0; document < corpus.size(); ++document) {
    if (source.file_of(document) != chosen.file) continue;
    if (!plain_ && source.row_of(document) < rows_) by_row_[source.row_of(document)] = document;
    if (!corpus.is_kept_apart(document)) documents_.push_back(document);
  }
}

uint64_t FileRows::row_of(uint32_t document) const {
  return source_rows(corpus_).row_of(document);
}

Result<std::optional<uint32_t>> FileRows::document(uint64_t row) {
  if (!objection_.empty()) return data_error(objection_);
  if (row >= rows_ && !whole_)
    return data_error(
        fmt::format("row {} was not read: a limit ended reading {} after {} rows", row, name_, rows_));
  if (row >= rows_)
    return data_error(fmt::format("there is no row {}: {} has {} {} and rows count from 0", row, name_, rows_,
                                  rows_ == corpus_.size() ? "documents" : "rows"));
  const uint32_t found =
      plain_ ? (row < corpus_.size() ? static_cast<uint32_t>(row) : kMissing) : by_row_[row];
  if (found != kMissing) return std::optional(found);
  left_out_.insert(row);
  return std::optional<uint32_t>();
}

Result<std::vector<uint64_t>> rows_in_file(const Corpus& corpus) {
  const SourceRows& source = source_rows(corpus);
  if (source.files.size() > 1)
    return data_error(
        fmt::format("{} has several files ({}), and row numbers count the rows of one file; "
                    "export ids",
                    corpus.name(), names_of(source)));
  std::vector<uint64_t> rows(corpus.size());
  for (uint32_t document = 0; document < corpus.size(); ++document) rows[document] = source.row_of(document);
  return rows;
}

}  // namespace standfast
