// How the records of tasks differ: how answers are read, added from elsewhere and scored. One object for each
// task, listed in catalog.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/result/findings/scored_items.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/run/interner.h"
#include "standfast/result/run/records.h"

namespace standfast {
struct ExaminedCell;
}

namespace standfast::result {

// The names that occur in the answers of one corpus, with their codes.
struct AnswerNames {
  Interner documents, authors, topics;
  std::optional<Interner> groups;  // only of a study with a group
  bool pair_ids = false;           // CellPredictions::id is read
  // Only for a run with slices: the ids of all documents of the corpus. They are needed to find the two
  // documents of a pair.
  const std::unordered_map<std::string, uint32_t>* ids = nullptr;
};

class TaskResults {
 public:
  virtual ~TaskResults() = default;
  virtual const Task& task() const = 0;
  // How one score is made from folds, and what guessing scores: both are ends of sentences.
  virtual const char* of_folds() const = 0;
  virtual const char* guessing() const = 0;

  // Takes what the record of a finished cell says about its corpus apart from scores: its classes. path: of
  // the record, for messages.
  virtual Status take_classes(const std::string& path, std::vector<std::string> classes,
                              CorpusInfo& corpus) const = 0;
  // Reads the answers of a cell. text: what its file holds; path: of the file, for messages.
  virtual Status read_answers(const std::string& path, std::string text, const CorpusInfo& corpus,
                              AnswerNames& names, CellRecord& cell) const = 0;
  // The same from memory, of one side by its place. The codes are those of the corpus (run_in_memory.h).
  virtual void take_answers(const ExaminedCell& cell, size_t side, CellRecord& record) const = 0;
  // Reads the answers that somebody gave elsewhere.
  virtual Result<std::unique_ptr<FoldAnswers>> answers_for(const RunRecords& run,
                                                           const std::string& run_folder,
                                                           const std::string& folder,
                                                           bool ignore_extra) const = 0;
  // The units of all answers of one model under one condition, as scored() gives them. folds: its finished cells,
  // in the order of the run.
  virtual std::vector<ItemUnits> units(const RunRecords& run, size_t corpus, const Folds& folds) const = 0;
  // For each answer of a nested cell, its place among the answers of the cell of the same fold; kNoCode if that has not
  // been asked this item, or with another truth.
  virtual std::vector<uint32_t> places_in(const CellRecord& cell, const CellRecord& nested) const = 0;
  // Scores these answers. At least one fold.
  virtual Result<ScoredCell> scored(const RunRecords& run, size_t corpus, const Folds& folds) const = 0;

  // For each test item of a fold: its value in a column. kNoCode for none; kMixedSlice if its two documents
  // have different values.
  virtual std::vector<uint32_t> slices_of(const CellRecord& fold, const DocumentSlices& column) const = 0;
  // scored() of only some items, for each list in parts. A list has places of items, counted over all folds
  // in order, ascending, at least one.
  virtual Result<std::vector<ScoredCell>> scored_parts(
      const RunRecords& run, size_t corpus, const Folds& folds,
      const std::vector<std::vector<uint32_t>>& parts) const = 0;
};

const TaskResults& results_of(const Task& task);
const TaskResults& class_results();
const TaskResults& pair_results();

}  // namespace standfast::result
