// Documents by row of the file that a list of row numbers was made for.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

class FileRows {
 public:
  // part: of a corpus in several files, which of them is meant; "": the only file, or the only one that has documents
  // which are not kept apart.
  explicit FileRows(const Corpus& corpus, const std::string& part = "");

  // Nothing where filters or the rule for bad rows left the row out, which is counted. Data errors: no such row; a row
  // behind a limit; nobody said of which file, or the part is not there.
  Result<std::optional<uint32_t>> document(uint64_t row);
  uint64_t left_out() const { return left_out_.size(); }  // each once

  const Corpus& corpus() const { return corpus_; }
  // Documents of the file that are not kept apart, ascending: those that a complete list names.
  const std::vector<uint32_t>& documents() const { return documents_; }
  // The number of a document in its file.
  uint64_t row_of(uint32_t document) const;

 private:
  const Corpus& corpus_;
  std::string objection_;  // not "": no row can be found
  std::string name_;       // of the file, for messages
  uint64_t rows_ = 0;
  bool whole_ = true;
  bool plain_ = false;            // document i is row i
  std::vector<uint32_t> by_row_;  // the document, or kMissing; empty where plain
  std::vector<uint32_t> documents_;
  std::set<uint64_t> left_out_;
};

// The row of each document in its file, as other tools count it; a data error where the corpus has several files.
Result<std::vector<uint64_t>> rows_in_file(const Corpus& corpus);

}  // namespace standfast
