// The labels of documents in one or several columns at once: what stratified splitters keep in proportion.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/fold_balance.h"
#include "standfast/split/folds.h"

namespace standfast {

struct DocumentLabels {
  struct Value {
    std::string column, value;  // value "": the documents that have none in this column
  };
  std::vector<Value> values;  // by column as given, then by name; none last
  std::vector<std::vector<uint32_t>>
      of;  // by row of the corpus: places in values, ascending; of the rows asked
  size_t labels() const { return values.size(); }
};

// columns: roles, category attributes or list attributes, of which a document has each element once. Topics
// that the sample merged count as one. A data error where the corpus has no such column or it is of another kind.
Result<DocumentLabels> document_labels(const Corpus& corpus, const Sample& sample,
                                       std::span<const uint32_t> rows, std::span<const std::string> columns);

// Each unit's labels, counted over its rows. The last label, labels.labels(), is that of every document: so folds are
// made even in documents too, as if that were one more class.
std::vector<LabelCounts> count_labels(std::span<const std::vector<uint32_t>> units,
                                      const DocumentLabels& labels);
// The same in a unit. groups: each unit counts once for each of its labels. bytes: of the texts, in parts of 2^-22 of
// all bytes, 1 at least, so that squares of sums stay exact.
std::vector<LabelCounts> count_labels(const Corpus& corpus, std::span<const std::vector<uint32_t>> units,
                                      const DocumentLabels& labels, SizeUnit unit);

}  // namespace standfast
