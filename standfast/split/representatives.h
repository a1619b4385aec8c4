// Representatives of groups: a splitter deals one document per group as if the group were a single document
// (keep_whole.h).
//
// The representative of a group belongs to the majority class of the group, if the splitter looks at classes,
// and has the smallest id among these documents. A document without a value in the column is a group by
// itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "standfast/corpus/document_vectors.h"
#include "standfast/corpus/row_set.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/split/folds.h"

namespace standfast {

class Representatives {
 public:
  // groups: groups of these rows. classes: null for none.
  Representatives(const Corpus& corpus, SplitGroups groups, const Column* classes);

  const std::vector<uint32_t>& rows() const { return rows_; }  // ascending
  size_t groups() const { return groups_.rows.size(); }
  size_t without() const { return groups_.without.size(); }  // documents that are groups by themselves
  size_t documents() const;                                  // all documents that are represented
  const std::vector<uint32_t>& group(size_t g) const { return groups_.rows[g]; }  // rows, ascending
  const std::string& name(size_t g) const { return groups_.names[g]; }

  // Returns the documents that one of rows() represents, including itself, ascending.
  std::vector<uint32_t> documents_of(uint32_t row) const;
  // Returns all documents that these rows represent.
  RowSet all_of(const RowSet& rows) const;

  // Returns a matrix with one row for each of rows(): the mean of the vectors of its group.
  Result<FloatMatrix> means(const Corpus& corpus, const DocumentVectors& vectors) const;

 private:
  SplitGroups groups_;
  std::vector<uint32_t> group_at_;  // by row: the group that it represents
  std::vector<uint32_t> rows_;
};

}  // namespace standfast
