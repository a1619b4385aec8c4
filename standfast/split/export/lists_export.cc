// A folder of plain lists: one file for each side of each fold, one document per line.
#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/option_table.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/export/fold_lists_text.h"
#include "standfast/split/file/file_rows.h"
#include "standfast/split/file/fold_lists.h"
#include "standfast/split/file/row_lists.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

struct ListsExportOptions {
  RowUnit unit = RowUnit::row;
};

// Refuses lists of ids that could not be read back, or that would lose a document.
Status check_ids(const Corpus& corpus, const Split& split) {
  for (const auto& fold : split.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside})
      for (const uint32_t row : *side)
        if (!is_listable(corpus.id(row)))
          return data_error(fmt::format(
              "the id \"{}\" of row {} begins or ends with white space or has a line break, so a list of one "
              "id a line cannot hold it; export rows (unit=row), or json",
              printable_line(corpus.id(row)), row));
  return {};
}

class ListsExport final : public Exporter {
 public:
  explicit ListsExport(ListsExportOptions options) : options_(options) {}

  Status holds(const Corpus& corpus, const Split& split) const override {
    SF_TRY(check_listable(corpus, split, options_.unit));
    return options_.unit == RowUnit::id ? check_ids(corpus, split) : Status{};
  }

 private:
  Status write_held(const Corpus& corpus, const Split& split, const std::string& folder) const override {
    std::vector<uint64_t> row_of;
    if (options_.unit == RowUnit::row) {
      SF_ASSIGN(row_of, rows_in_file(corpus));
    }
    SF_TRY(make_directories(folder));
    for (size_t f = 0; f < split.folds.size(); ++f) {
      const auto& fold = split.folds[f];
      for (const auto& [name, rows] : {std::pair{"train", &fold.train},
                                       {"validation", &fold.validation},
                                       {"test", &fold.test},
                                       {"aside", &fold.aside}}) {
        if (rows->empty()) continue;
        std::string list;
        for (const uint32_t row : *rows) {
          if (options_.unit == RowUnit::id)
            list += corpus.id(row);
          else
            list += std::to_string(row_of[row]);
          list += '\n';
        }
        SF_TRY(write_file(fmt::format("{}/{}", folder, name_of_list(f, name, options_.unit)), list));
      }
    }
    return {};
  }

  ListsExportOptions options_;
};

}  // namespace

ExporterCatalog::Entry lists_exporter() {
  OptionTable<ListsExportOptions> table;
  table.words("unit", &ListsExportOptions::unit, {{"row", RowUnit::row}, {"id", RowUnit::id}},
              "row numbers from 0, or ids (then files end in .ids.txt)");
  return {.name = "lists",
          .summary = "A folder with fold-0-train.txt and so on, one row number a line.",
          .citation = "",
          .traits = {.folder = true, .rows = true, .reads_back = true},
          .options = table,
          .make = made_as<Exporter, ListsExport>(table)};
}

}  // namespace standfast
