// One column: the fold in which each document is tested, or the side on which it is.
#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/base/option_table.h"
#include "standfast/split/export/exporter.h"

namespace standfast {
namespace {

enum class ColumnOf : uint8_t { fold, side };

struct ColumnExportOptions {
  ColumnOf values = ColumnOf::fold;
};

Result<std::vector<std::string>> folds_tested(const Corpus& corpus, const Split& split) {
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
  std::vector<std::string> words(corpus.size());
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (fold_of[row] != kMissing) words[row] = std::to_string(fold_of[row]);
  return words;
}

Result<std::vector<std::string>> sides_of_one_fold(const Corpus& corpus, const Split& split) {
  if (split.folds.size() != 1)
    return data_error(fmt::format(
        "a column of sides holds one fold, and this split has {}; export values=fold or index lists",
        split.folds.size()));
  std::vector<std::string> words(corpus.size());
  const Fold& fold = split.folds[0];
  for (const auto& [name, rows] :
       {std::pair{"train", &fold.train}, {"validation", &fold.validation}, {"test", &fold.test}})
    for (const uint32_t row : *rows) words[row] = name;
  return words;
}

class ColumnExport final : public Exporter {
 public:
  explicit ColumnExport(ColumnExportOptions options) : options_(options) {}

  Status holds(const Corpus& corpus, const Split& split) const override {
    SF_TRY(words_of(corpus, split));
    return {};
  }

 private:
  Status write_held(const Corpus& corpus, const Split& split, const std::string& path) const override {
    SF_ASSIGN(const auto words, words_of(corpus, split));
    std::string csv = options_.values == ColumnOf::side ? "id,split\n" : "id,fold\n";
    for (uint32_t row = 0; row < corpus.size(); ++row)
      csv += csv_cell(corpus.id(row)) + "," + words[row] + "\n";
    return write_file(path, csv);
  }

  Result<std::vector<std::string>> words_of(const Corpus& corpus, const Split& split) const {
    return options_.values == ColumnOf::side ? sides_of_one_fold(corpus, split) : folds_tested(corpus, split);
  }

  ColumnExportOptions options_;
};

}  // namespace

ExporterCatalog::Entry column_exporter() {
  OptionTable<ColumnExportOptions> table;
  table.words(
      "values", &ColumnExportOptions::values, {{"fold", ColumnOf::fold}, {"side", ColumnOf::side}},
      "the fold in which a document is tested, or the side (train, validation, test) of the only fold");
  return {.name = "column",
          .summary = "A CSV with a row for each document, id and fold (or side), to join to a table.",
          .citation = "",
          .traits = {},
          .options = table,
          .make = made_as<Exporter, ColumnExport>(table)};
}

}  // namespace standfast
