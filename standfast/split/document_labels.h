// Labels of documents in one or several columns, which stratified splitters keep in proportion.
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
    std::string column, value;  // value "": documents without a value in this column
  };
  std::vector<Value> values;  // in the order of the columns as given, then by name; the missing value last
  std::vector<std::vector<uint32_t>>
      of;  // by row of the corpus: ascending indices into values; only for the requested rows
  size_t labels() const { return values.size(); }
};

// Collects the labels of documents. columns: roles, category attributes or list attributes; each element of a
// list counts once per document. Topics merged by the sample count as one. A data error if the corpus has no
// such column or the column is of another kind.
Result<DocumentLabels> document_labels(const Corpus& corpus, const Sample& sample,
                                       std::span<const uint32_t> rows, std::span<const std::string> columns);

// Counts the labels of each unit over its rows. The last label, labels.labels(), stands for every document,
// so folds are balanced in documents too, as if that were one more class.
std::vector<LabelCounts> count_labels(std::span<const std::vector<uint32_t>> units,
                                      const DocumentLabels& labels);
// Counts the labels of each unit in a size unit. groups: each unit counts once for each of its labels. bytes:
// bytes of the texts, in parts of 2^-22 of all bytes, at least 1, so that sums of squares stay exact.
std::vector<LabelCounts> count_labels(const Corpus& corpus, std::span<const std::vector<uint32_t>> units,
                                      const DocumentLabels& labels, SizeUnit unit);

}  // namespace standfast
