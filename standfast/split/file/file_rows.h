// The map from row numbers of the file that a list was made for to documents of the corpus.
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
  // part: the file to use if the corpus has several; "": the only file, or the only one with documents that
  // are not kept apart.
  explicit FileRows(const Corpus& corpus, const std::string& part = "");

  // Returns the document at a row; nothing if filters or the rule for bad rows left the row out (such rows
  // are counted). Data errors: the row does not exist, the row is beyond a limit, the file is not specified,
  // or the part does not exist.
  Result<std::optional<uint32_t>> document(uint64_t row);
  uint64_t left_out() const { return left_out_.size(); }  // each row counts once

  const Corpus& corpus() const { return corpus_; }
  // Returns the documents of the file that are not kept apart, ascending: a complete list names exactly
  // these.
  const std::vector<uint32_t>& documents() const { return documents_; }
  // Returns the row of a document in its file.
  uint64_t row_of(uint32_t document) const;

 private:
  const Corpus& corpus_;
  std::string objection_;  // not "": no row can be found, for this reason
  std::string name_;       // of the file, for messages
  uint64_t rows_ = 0;
  bool whole_ = true;
  bool plain_ = false;            // document i is row i
  std::vector<uint32_t> by_row_;  // the document, or kMissing; empty where plain
  std::vector<uint32_t> documents_;
  std::set<uint64_t> left_out_;
};

// Returns the row of each document in its file, as other tools count it; a data error if the corpus has
// several files.
Result<std::vector<uint64_t>> rows_in_file(const Corpus& corpus);

}  // namespace standfast
