#include "standfast/corpus/row_collector.h"

#include <fmt/format.h>

namespace standfast {

RowCollector::RowCollector(std::string file, const ReadOptions& options, ReadReport& report, bool has_ids)
    : file_(std::move(file)), options_(options), report_(report), has_ids_(has_ids), builder_(file_) {}

std::string RowCollector::made_id(std::string_view stem) const {
  std::string id(stem);
  for (int i = 2; builder_.contains(id); ++i) id = fmt::format("{}-{}", stem, i);
  return id;
}

void RowCollector::note_mended(uint64_t line, const std::string& what) {
  if (first_mended_.empty()) first_mended_ = fmt::format("line {}: {}", line, what);
}

Status RowCollector::reject(uint64_t line, const std::string& why) {
  ++report_.rows;
  if (options_.bad_rows == BadRowPolicy::fail)
    return data_error(fmt::format("{}:{}: {} (--bad-rows skip leaves such rows out)", file_, line, why));
  ++report_.skipped;
  if (first_skipped_.empty()) first_skipped_ = fmt::format("line {}: {}", line, why);
  return {};
}

bool RowCollector::asked_for(const Row& row) const {
  for (size_t role = 0; role < kRoles.size(); ++role)
    if (!options_.only[role].empty() && row.values[role].value_or("") != options_.only[role]) return false;
  return true;
}

Status RowCollector::add(const Row& row) {
  if (!asked_for(row)) {
    ++report_.rows;
    ++report_.not_asked_for;
    return {};
  }
  if (!row.text) return reject(row.line, fmt::format("no text (column \"{}\")", report_.text_column));
  bool mended = row.mended;
  if (mended) note_mended(row.line, "its bytes or its shape");
  std::string made;
  std::string_view id = row.id.value_or("");
  if (id.empty()) {
    if (has_ids_) {
      if (!repairs()) return reject(row.line, fmt::format("no id (column \"{}\")", report_.id_column));
      mended = true;
      note_mended(row.line, "no id");
    }
    id = made = made_id(fmt::format("row{}", report_.rows + 1));
  } else if (builder_.contains(id)) {
    if (!repairs()) return reject(row.line, fmt::format("the id \"{}\" occurs a second time", id));
    mended = true;
    note_mended(row.line, fmt::format("the id \"{}\" a second time", id));
    id = made = made_id(fmt::format("{}-row{}", id, report_.rows + 1));
  }
  auto values = row.values;
  for (auto& value : values)
    if (value && value->empty()) value.reset();
  if (auto status = builder_.add(id, *row.text, values); !status) return reject(row.line, status.error().message);
  ++report_.rows;
  report_.repaired += mended ? 1 : 0;
  report_.empty_texts += row.text->empty() ? 1 : 0;
  return {};
}

Result<Corpus> RowCollector::finish() && {
  Sink& sink = *options_.sink;
  for (size_t role = 0; role < kRoles.size(); ++role)
    if (!options_.only[role].empty() && report_.role_columns[role].empty())
      return usage_error(fmt::format("{}: only documents with {} \"{}\" are wanted, but no column is its {} (--{} COLUMN)",
                                     file_, role_name(kRoles[role]), options_.only[role], role_name(kRoles[role]),
                                     role_name(kRoles[role])));
  if (builder_.size() == 0 && report_.not_asked_for > 0)
    return data_error(fmt::format("{}: none of {} rows has the values asked for by --only (they are compared whole and "
                                  "with case)", file_, report_.rows));
  if (report_.not_asked_for > 0)
    sink.info(fmt::format("{}: kept {} of {} rows by --only", file_, builder_.size(), report_.rows));
  if (report_.skipped > 0)
    sink.warn(fmt::format("{}: left out {} of {} rows; the first at {}", file_, report_.skipped, report_.rows,
                          first_skipped_));
  if (report_.repaired > 0)
    sink.warn(fmt::format("{}: mended {} of {} rows; the first at {}", file_, report_.repaired, report_.rows,
                          first_mended_));
  if (report_.empty_texts > 0) sink.info(fmt::format("{}: {} texts are empty", file_, report_.empty_texts));
  if (builder_.size() == 0)
    return data_error(report_.skipped > 0
                          ? fmt::format("{}: every row was left out; the first at {}", file_, first_skipped_)
                          : fmt::format("{}: holds no documents", file_));
  return std::move(builder_).finish();
}

}  // namespace standfast
