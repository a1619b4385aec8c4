// Splits for tools that do not read splits.json: one exporter a form.
//
// A row number is the 0-based place of a document in its file: of its line or record, without the header. Filters
// change none (corpus/source_rows.h). An exporter that cannot hold a split refuses it
// before it writes anything; a file appears whole or not at all.
#pragma once

#include <string>

#include "standfast/base/catalog.h"
#include "standfast/base/traits.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

class Exporter {
 public:
  virtual ~Exporter() = default;
  // Data errors say what this form cannot hold. Writes nothing, so several exports can be asked before the first writes.
  virtual Status holds(const Corpus& corpus, const Split& split) const = 0;
  // path: of the file, or of the folder where the traits say so. The errors of holds() come before anything is written.
  Status write(const Corpus& corpus, const Split& split, const std::string& path) const {
    SF_TRY(holds(corpus, split));
    return write_held(corpus, split, path);
  }

 private:
  virtual Status write_held(const Corpus& corpus, const Split& split, const std::string& path) const = 0;
};

struct ExporterTraits {
  bool folder = false;            // writes a folder, not a file
  bool one_fold = false;          // holds a split with one fold only
  bool rows = false;              // names documents by row number, at least by default
  bool texts = false;             // holds the texts of the documents
  bool joins_validation = false;  // has no place for validation: its documents train
  bool reads_back = false;        // read_any_split (split/file/any_split.h) reads it
};

std::vector<TraitLine> describe(const ExporterTraits& traits);

using ExporterCatalog = Catalog<Exporter, ExporterTraits>;
const ExporterCatalog& exporters();

}  // namespace standfast
