// The format of chemprop 2's option --splits-file: a list with one object per fold, each with the lists
// train, val and test, all of which are required.
#include "standfast/base/file.h"
#include "standfast/base/option_table.h"
#include "standfast/split/export/exports.h"
#include "standfast/split/export/fold_lists_text.h"

namespace standfast {
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
