// Where the answers of cells are while nobody looks at them. A run has as many answers as cells times test
// items; only those of the cells that are compared with each other need to be in memory. The others lie as
// plain columns in a scratch file (base/scratch_file.h), so they are parsed once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "standfast/base/result.h"
#include "standfast/base/scratch_file.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

class AnswerStore : public std::enable_shared_from_this<AnswerStore> {
 public:
  // A data error if there is no room for temporary files.
  static Result<std::shared_ptr<AnswerStore>> make();

  // Moves the answers of a finished cell out of its record. A data error where the disk is full.
  Status put_aside(CellRecord& cell);

 private:
  friend struct StoredAnswers;
  explicit AnswerStore(ScratchFile file) : file_(std::move(file)) {}
  ScratchFile file_;
};

inline constexpr size_t kMostColumns = 11;  // of the answers of a cell

// Says where the answers of a cell are. Keeps the store alive.
struct StoredAnswers {
  std::shared_ptr<const AnswerStore> store;
  uint64_t begin = 0;
  size_t items = 0;
  bool of_pairs = false;                        // else they are classes of documents
  std::array<size_t, kMostColumns> sizes = {};  // of each column

  const ScratchFile& file() const { return store->file_; }
};

// The answers of a cell: those in its record, or those that were put aside. The latter are in memory as long
// as the pointer is held; the former as long as the record.
std::shared_ptr<const CellPredictions> pair_answers(const CellRecord& cell);
// Appends the answers of a cell to `to`, column by column.
void append_class_answers(const CellRecord& cell, ClassPredictions& to);
// Which documents they are of. Answers that were put aside come without their probabilities, which are most of
// what there is to read. Held in memory as above.
std::shared_ptr<const ClassPredictions> answered_documents(const CellRecord& cell);
// How many these are; no answer is read for it.
size_t answer_count(const CellRecord& cell);

// Puts the answers back into the record, for somebody who changes them.
void take_back(CellRecord& cell);

}  // namespace standfast::result
