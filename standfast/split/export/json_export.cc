// All folds as lists in one JSON file: for select() of Hugging Face datasets and for data frames, or for
// chemprop.
#include "standfast/base/file.h"
#include "standfast/base/option_table.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/export/fold_lists_text.h"

namespace standfast {

namespace {

struct JsonExportOptions {
  RowUnit unit = RowUnit::row;
};

class JsonExport final : public Exporter {
 public:
  explicit JsonExport(JsonExportOptions options) : options_(options) {}

  Status holds(const Corpus& corpus, const Split& split) const override {
    return check_listable(corpus, split, options_.unit);
  }

 private:
  Status write_held(const Corpus& corpus, const Split& split, const std::string& path) const override {
    SF_ASSIGN(OutputFile file, OutputFile::create(path));
    SF_TRY(file.write(corpus_in_json(corpus, options_.unit) + ",\n\"folds\": "));
    SF_TRY(write_fold_lists(file, corpus, split, options_.unit, [](const Fold& fold) {
      NamedRows sides = {{"train", fold.train}, {"validation", fold.validation}, {"test", fold.test}};
      if (!fold.aside.empty()) sides.emplace_back("aside", fold.aside);
      return sides;
    }));
    SF_TRY(file.write("}\n"));
    return file.commit();
  }

  JsonExportOptions options_;
};

}  // namespace

ExporterCatalog::Entry json_exporter() {
  OptionTable<JsonExportOptions> table;
  table.words("unit", &JsonExportOptions::unit, {{"row", RowUnit::row}, {"id", RowUnit::id}},
              "row numbers from 0, as select() of Hugging Face datasets wants them, or ids");
  return {.name = "json",
          .summary =
              "One JSON file with the lists train, validation and test of each fold (Hugging Face datasets).",
          .citation = "",
          .traits = {.rows = true, .reads_back = true},
          .options = table,
          .make = made_as<Exporter, JsonExport>(table)};
}

// The format of chemprop 2's option --splits-file: a list with one object per fold, each with the lists
// train, val and test, all of which are required.
namespace {

class ChempropExport final : public Exporter {
 public:
  Status holds(const Corpus& corpus, const Split& split) const override {
    return check_listable(corpus, split, RowUnit::row);
  }

 private:
  Status write_held(const Corpus& corpus, const Split& split, const std::string& path) const override {
    SF_ASSIGN(OutputFile file, OutputFile::create(path));
    SF_TRY(write_fold_lists(file, corpus, split, RowUnit::row, [](const Fold& fold) {
      return NamedRows{{"train", fold.train}, {"val", fold.validation}, {"test", fold.test}};
    }));
    SF_TRY(file.write("\n"));
    return file.commit();
  }
};

}  // namespace

ExporterCatalog::Entry chemprop_exporter() {
  return {.name = "chemprop",
          .summary = "A JSON list with train, val and test of each fold, as chemprop --splits-file reads it.",
          .citation = "Chemprop 2, documentation of --splits-file",
          .traits = {.rows = true, .reads_back = true},
          .options = {},
          .make = [](const Options&) -> Result<std::unique_ptr<Exporter>> {
            return std::make_unique<ChempropExport>();
          }};
}

}  // namespace standfast
