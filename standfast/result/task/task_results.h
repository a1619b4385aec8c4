// Task-specific parts of a run's records: reading answers, adding external answers, and scoring. Each task
// has one object, listed in catalog.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/cell_predictions.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/run/records.h"

namespace standfast {
struct ExaminedCell;
}

namespace standfast::result {

// One metric of a cell. Influences are in the order of the cell's items.
struct ScoredMetric {
  Influenced score;
  // The lead over guessing. No value where the metric has no zero (docs/what-survives.md).
  std::optional<double> guessing;
  Influenced lead;
  Influenced best;  // at the best cut or recalibrated (metric/best_cut.h); no value where there is neither
  uint64_t n_used = 0, n_total = 0;
  uint32_t folds_used = 0;
};

// Scores over all finished folds and seeds of a corpus, condition and model.
struct ScoredCell {
  std::vector<ItemUnits> units;       // of every item; numbered over the whole corpus
  std::vector<double> shares;         // weight of each item in a score; empty: equal weights
  std::vector<ScoredMetric> metrics;  // by Summary::metrics; empty if no fold has finished
  uint64_t undecided = 0;             // verification: answers of exactly 0.5
};

// Returns the authors and the topics of a pair.
ItemUnits units_of(const CellPredictions& pairs, size_t pair);

// Scores a cell of verification. folds: its finished folds, at least one.
Result<ScoredCell> scored_pairs(const RunRecords& run, const Folds& folds);

// Scores a subset of the pairs of folds with these answers. chosen: their places, counted over all folds in
// order, ascending. Folds without a chosen pair do not count.
Result<ScoredCell> scored_chosen_pairs(const RunRecords& run,
                                       const std::vector<std::shared_ptr<const CellPredictions>>& folds,
                                       const std::vector<uint32_t>& chosen);

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items);

// The names that occur in the answers of one corpus, with their codes.
struct AnswerNames {
  Interner documents, authors, topics;
  std::optional<Interner> groups;  // only of a study with a group
  bool pair_ids = false;           // CellPredictions::id is read
  // The ids of all documents of the corpus, needed to find the two documents of a pair. Null for a run
  // without slices.
  const std::unordered_map<std::string, uint32_t>* ids = nullptr;
};

class TaskResults {
 public:
  virtual ~TaskResults() = default;
  virtual const Task& task() const = 0;
  // Return the ends of two sentences: on how one score is made from folds, and on what guessing scores.
  virtual const char* of_folds() const = 0;
  virtual const char* guessing() const = 0;

  // Stores the classes that the record of a finished cell lists for its corpus. path: of the record, for
  // messages.
  virtual Status take_classes(const std::string& path, std::vector<std::string> classes,
                              CorpusInfo& corpus) const = 0;
  // Reads the answers of a cell. text: the contents of its file; path: of the file, for messages.
  virtual Status read_answers(const std::string& path, std::string text, const CorpusInfo& corpus,
                              AnswerNames& names, CellRecord& cell) const = 0;
  // Copies the answers to one side, given by its place, from a cell in memory. The codes are the codes of the
  // corpus (run_in_memory.h).
  virtual void take_answers(const ExaminedCell& cell, size_t side, CellRecord& record) const = 0;
  // Opens the external answers in `folder`.
  virtual Result<std::unique_ptr<FoldAnswers>> answers_for(const RunRecords& run,
                                                           const std::string& run_folder,
                                                           const std::string& folder,
                                                           bool ignore_extra) const = 0;
  // Returns the units of all answers of one model under one condition, as scored() does. folds: its finished
  // cells, in the order of the run.
  virtual std::vector<ItemUnits> units(const RunRecords& run, size_t corpus, const Folds& folds) const = 0;
  // Returns, for each answer of a nested cell, its place among the answers of the cell of the same fold;
  // kNoCode if that cell was not asked this item, or has another truth for it.
  virtual std::vector<uint32_t> places_in(const CellRecord& cell, const CellRecord& nested) const = 0;
  // Scores the answers of these folds, of which there is at least one.
  virtual Result<ScoredCell> scored(const RunRecords& run, size_t corpus, const Folds& folds) const = 0;

  // Returns the value of each test item of a fold in a column: kNoCode for none; kMixedSlice if its two
  // documents have different values.
  virtual std::vector<uint32_t> slices_of(const CellRecord& fold, const DocumentSlices& column) const = 0;
  // Scores subsets of the items, one for each list in `parts`. A list has at least one place of an item;
  // places are counted over all folds in order and ascend.
  virtual Result<std::vector<ScoredCell>> scored_parts(
      const RunRecords& run, size_t corpus, const Folds& folds,
      const std::vector<std::vector<uint32_t>>& parts) const = 0;
};

const TaskResults& results_of(const Task& task);
const TaskResults& class_results();
const TaskResults& pair_results();

}  // namespace standfast::result
