#include "standfast/split/export/fold_lists_text.h"

#include <fmt/format.h>

#include "standfast/base/json_text.h"
#include "standfast/split/file/file_rows.h"

namespace standfast {
namespace {

constexpr uint64_t kMostListed = 500'000'000;

}  // namespace

Status check_listable(const Split& split) {
  uint64_t rows = 0;
  for (const auto& fold : split.folds)
    rows += fold.train.size() + fold.validation.size() + fold.test.size() + fold.aside.size();
  if (rows <= kMostListed) return {};
  return usage_error(
      fmt::format("{} folds would make lists of {} rows; use splits.json, which holds ranges, or fewer folds",
                  split.folds.size(), rows));
}

Status check_listable(const Corpus& corpus, const Split& split, RowUnit unit) {
  if (unit == RowUnit::row) SF_TRY(rows_in_file(corpus));
  return check_listable(split);
}

Status write_fold_lists(OutputFile& file, const Corpus& corpus, const Split& split, RowUnit unit,
                        const std::function<NamedRows(const Fold&)>& sides) {
  std::vector<uint64_t> row_of;
  if (unit == RowUnit::row) {
    SF_ASSIGN(row_of, rows_in_file(corpus));
  }
  std::string text = "[";
  for (size_t f = 0; f < split.folds.size(); ++f) {
    text += f == 0 ? "\n{" : ",\n{";
    bool first_side = true;
    for (const auto& [name, rows] : sides(split.folds[f])) {
      text += fmt::format("{}\"{}\": [", first_side ? "" : ", ", name);
      first_side = false;
      bool first = true;
      for (const uint32_t row : rows) {
        if (!first) text += ", ";
        first = false;
        if (unit == RowUnit::id)
          append_json_string(text, corpus.id(row));
        else
          text += std::to_string(row_of[row]);
      }
      text += ']';
    }
    text += '}';
    SF_TRY(file.write(text));
    text.clear();
  }
  return file.write("\n]");
}

std::string corpus_in_json(const Corpus& corpus, RowUnit unit) {
  const std::string& path = corpus.name();
  std::string text = "{\"corpus\": ";
  append_json_string(text, path.substr(path.find_last_of('/') + 1));
  return text + fmt::format(",\n\"sha256\": \"{}\",\n\"documents\": {},\n\"unit\": \"{}\"",
                            corpus.data_hash(), corpus.size(), unit == RowUnit::id ? "id" : "row");
}

}  // namespace standfast
