#include "standfast/split/file/export_split.h"

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"

namespace standfast {
namespace {

constexpr uint64_t kMostListed = 500'000'000;  // rows in the index lists of a split: some gigabytes

}  // namespace

Result<std::string> fold_column(const Corpus& corpus, const Split& split) {
  std::vector<uint32_t> fold_of(corpus.size(), kMissing);
  for (uint32_t f = 0; f < split.folds.size(); ++f)
    for (const uint32_t row : split.folds[f].test) {
      if (fold_of[row] != kMissing)
        return data_error(
            fmt::format("one column cannot hold this split: \"{}\" is tested in fold {} and in fold {}; "
                        "export index lists",
                        corpus.id(row), fold_of[row], f));
      fold_of[row] = f;
    }
  std::string csv = "id,fold\n";
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    csv += csv_cell(corpus.id(row)) + ",";
    if (fold_of[row] != kMissing) csv += std::to_string(fold_of[row]);
    csv += '\n';
  }
  return csv;
}

Result<std::string> candidates_csv(const Split& split) {
  if (split.candidates.empty())
    return data_error(fmt::format(
        "{} chooses among no candidates, so there are none to export (closest-split and subset-sum-split do)",
        split.method.empty() ? "this split" : split.method));
  std::string csv = "k,seed,whole,documents,missing,chosen\n";
  for (const auto& one : split.candidates)
    csv += fmt::format("{},{},{},{},{},{}\n", one.k, one.seed, one.whole, one.documents, one.missing,
                       one.chosen);
  return csv;
}

Status write_index_lists(const std::string& folder, const Split& split) {
  uint64_t rows_in_all = 0;
  for (const auto& fold : split.folds)
    rows_in_all += fold.train.size() + fold.validation.size() + fold.test.size() + fold.aside.size();
  if (rows_in_all > kMostListed)
    return usage_error(
        fmt::format("--export lists: {} folds would make lists of {} rows; use splits.json, which "
                    "holds ranges, or fewer folds",
                    split.folds.size(), rows_in_all));
  SF_TRY(make_directories(folder));
  for (size_t f = 0; f < split.folds.size(); ++f) {
    const auto& fold = split.folds[f];
    const std::pair<const char*, const RowSet*> sides[] = {{"train", &fold.train},
                                                           {"validation", &fold.validation},
                                                           {"test", &fold.test},
                                                           {"aside", &fold.aside}};
    for (const auto& [name, rows] : sides) {
      if (rows->empty()) continue;
      std::string list;
      for (const uint32_t row : *rows) list += std::to_string(row) + "\n";
      SF_TRY(write_file(fmt::format("{}/fold-{}-{}.txt", folder, f, name), list));
    }
  }
  return {};
}

}  // namespace standfast
