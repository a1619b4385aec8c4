// Exporters: they write splits for tools that do not read splits.json, one exporter for each format.
//
// A row number is the 0-based position of a document in its file: the position of its line or record, without
// the header. Filters do not change row numbers (corpus/source_rows.h). An exporter refuses a split that its
// format cannot hold before it writes anything; a file appears whole or not at all.
#pragma once

#include <string>

#include "standfast/base/catalog.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

class Exporter {
 public:
  virtual ~Exporter() = default;
  // Checks that the format can hold the split; a data error says what it cannot hold. Writes nothing, so
  // several exports can be checked before the first one is written.
  virtual Status holds(const Corpus& corpus, const Split& split) const = 0;
  // Writes the split. path: the file, or the folder if the traits say so. Errors of holds() occur before
  // anything is written.
  Status write(const Corpus& corpus, const Split& split, const std::string& path) const {
    SF_TRY(holds(corpus, split));
    return write_held(corpus, split, path);
  }

 private:
  virtual Status write_held(const Corpus& corpus, const Split& split, const std::string& path) const = 0;
};

struct ExporterTraits {
  bool folder = false;            // writes a folder, not a file
  bool one_fold = false;          // holds only splits with a single fold
  bool rows = false;              // names documents by row number, at least by default
  bool texts = false;             // holds the texts of the documents
  bool joins_validation = false;  // has no place for validation: its documents are added to train
  bool reads_back = false;        // read_any_split (split/file/read_splits.h) can read the result
};

std::vector<TraitLine> describe(const ExporterTraits& traits);

using ExporterCatalog = Catalog<Exporter, ExporterTraits>;
const ExporterCatalog& exporters();

// The entries of exporters(), in the order in which they are listed. A new exporter needs its definition, a
// line here, a line in catalog.cc and a test.
ExporterCatalog::Entry column_exporter();
ExporterCatalog::Entry lists_exporter();
ExporterCatalog::Entry json_exporter();
ExporterCatalog::Entry scikit_learn_exporter();
ExporterCatalog::Entry chemprop_exporter();
ExporterCatalog::Entry genbench_exporter();
ExporterCatalog::Entry indices_exporter();
ExporterCatalog::Entry candidates_exporter();

}  // namespace standfast
