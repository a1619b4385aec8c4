// Keep-whole: a wrapper for any splitter that keeps each group of a column (a thread, an author, a case) on
// one side of a fold.
//
// The splitter sees one document of each group, and the others follow it to its side. So groups are drawn as
// if each were one document: shares, folds and quotas count groups, however large these are. (Options such
// as `group` of k-fold or hold-out keep groups whole too, and count documents; prefer them if sizes matter.)
// The vector of the document that represents its group is the mean vector of the group. Its text and other
// columns are its own. Two splitters use more of a group (SplitContext::groups): temporal uses its first and
// last date, score-split the mean of its scores.
//
// A splitter that keeps another column apart (topics, authors, its own groups) can do so only if each group
// has one value of that column: otherwise a data error names the first group that has two. Topic confusion
// keeps authors and topics in this sense. A given split is not changed: it is a data error if it divides a
// group, and validation that is drawn in addition keeps groups whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "standfast/corpus/document_vectors.h"
#include "standfast/corpus/row_set.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/split/folds.h"
#include "standfast/split/splitter.h"

namespace standfast {

// Returns the entry, extended by the option keep-whole.
SplitterCatalog::Entry with_keep_whole(SplitterCatalog::Entry entry);

// Returns the column of keep-whole, or "". The options may come from a file.
std::string kept_whole_by(const Options& options);

// Representatives of groups. The representative of a group belongs to the majority class of the group, if
// the splitter looks at classes, and has the smallest id among these documents. A document without a value
// in the column is a group by itself.
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
