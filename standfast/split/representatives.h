// Documents that stand for their groups, so that a splitter deals each group as if it were one document (keep_whole.h).
//
// The one that stands for its group is of the class that most of the group have, where the splitter looks at classes,
// and of these the one with the smallest id. A document without a value in the column is a group by itself.
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
  // groups: of these rows. classes: null for none.
  Representatives(const Corpus& corpus, SplitGroups groups, const Column* classes);

  const std::vector<uint32_t>& rows() const { return rows_; }  // ascending
  size_t groups() const { return groups_.rows.size(); }
  size_t without() const { return groups_.without.size(); }  // documents that are groups by themselves
  size_t documents() const;                                  // that all of them stand for
  const std::vector<uint32_t>& group(size_t g) const { return groups_.rows[g]; }  // rows, ascending
  const std::string& name(size_t g) const { return groups_.names[g]; }

  // The documents that one of rows() stands for, itself among them, ascending.
  std::vector<uint32_t> documents_of(uint32_t row) const;
  // All documents that these stand for.
  RowSet all_of(const RowSet& rows) const;

  // One row for each of rows(): the mean of the vectors of its group.
  Result<FloatMatrix> means(const Corpus& corpus, const DocumentVectors& vectors) const;

 private:
  SplitGroups groups_;
  std::vector<uint32_t> group_at_;  // by row: the group that it stands for
  std::vector<uint32_t> rows_;
};

}  // namespace standfast
