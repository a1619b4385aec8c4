// Disk storage for the answers of cells that are not in use. A run has as many answers as cells times test
// items, but only the answers of cells that are compared with each other need to be in memory. All others lie
// as plain columns in a scratch file (base/scratch_file.h), so they are parsed once.
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
  // Creates an empty store. Fails with a data error if there is no room for temporary files.
  static Result<std::shared_ptr<AnswerStore>> make();

  // Moves the answers of a finished cell out of its record. Fails with a data error if the disk is full.
  Status put_aside(CellRecord& cell);

 private:
  friend struct StoredAnswers;
  explicit AnswerStore(ScratchFile file) : file_(std::move(file)) {}
  ScratchFile file_;
};

inline constexpr size_t kMostColumns = 11;  // of the answers of a cell

// The location of the answers of one cell in a store, which it keeps alive.
struct StoredAnswers {
  std::shared_ptr<const AnswerStore> store;
  uint64_t begin = 0;
  size_t items = 0;
  bool of_pairs = false;                        // else they are classes of documents
  std::array<size_t, kMostColumns> sizes = {};  // of each column

  const ScratchFile& file() const { return store->file_; }
};

// Returns the answers of a cell, from its record or from the store. Answers from the store are in memory as
// long as the pointer is held; answers in the record, as long as the record.
std::shared_ptr<const CellPredictions> pair_answers(const CellRecord& cell);
// Appends the answers of a cell to `to`, column by column.
void append_class_answers(const CellRecord& cell, ClassPredictions& to);
// Returns the answered documents of a cell. Answers from the store come without their probabilities, which
// are most of the data. They are held in memory as above.
std::shared_ptr<const ClassPredictions> answered_documents(const CellRecord& cell);
// Returns the number of answers of a cell without reading them.
size_t answer_count(const CellRecord& cell);

// Puts the answers back into the record, for callers that change them.
void take_back(CellRecord& cell);

}  // namespace standfast::result
