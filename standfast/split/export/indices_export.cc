// The two-line index file of published latent feature splits (split/file/row_lists.h).
#include "standfast/base/file.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/file/row_lists.h"

namespace standfast {
namespace {

class IndicesExport final : public Exporter {
 public:
  Status holds(const Corpus& corpus, const Split& split) const override {
    return index_file_holds(corpus, split);
  }

 private:
  Status write_held(const Corpus& corpus, const Split& split, const std::string& path) const override {
    SF_ASSIGN(const std::string text, write_index_file(corpus, split));
    return write_file(path, text);
  }
};

}  // namespace

ExporterCatalog::Entry indices_exporter() {
  return {.name = "indices",
          .summary = "Two lines, test and train, with the row numbers of a split with one fold.",
          .citation = "Züfle, Dankers and Titov 2023 (released code)",
          .traits = {.one_fold = true, .rows = true, .joins_validation = true, .reads_back = true},
          .options = {},
          .make = [](const Options&) -> Result<std::unique_ptr<Exporter>> {
            return std::make_unique<IndicesExport>();
          }};
}

}  // namespace standfast
