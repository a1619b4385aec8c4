#include "standfast/split/export/exporter.h"

namespace standfast {

const ExporterCatalog& exporters() {
  static const ExporterCatalog catalog(
      "exporter", {column_exporter(), lists_exporter(), json_exporter(), scikit_learn_exporter(),
                   chemprop_exporter(), genbench_exporter(), indices_exporter(), candidates_exporter()});
  return catalog;
}

std::vector<TraitLine> describe(const ExporterTraits& t) {
  return trait_lines<ExporterTraits>(
      TraitLine{"folder", "writes a folder, not a file", t.folder},
      TraitLine{"one_fold", "holds a split with one fold only", t.one_fold},
      TraitLine{"rows", "names documents by row number", t.rows},
      TraitLine{"texts", "holds the texts of the documents", t.texts},
      TraitLine{"joins_validation", "has no place for validation: its documents train", t.joins_validation},
      TraitLine{"reads_back", "standfast reads it as a split", t.reads_back});
}

}  // namespace standfast
