// Execution of a study on corpora in memory. It works through the plan that a run of the study would have,
// draws and examines with the code of a run, and returns the records that read_run() would read from the
// run's folder (tests/result/run_in_memory_test.cc). Nothing is written.
//
// Results that only a report shows are not computed: summaries, similarities, styles, slices, groups, split
// statistics. Designs, from which warnings come, are computed on request. Hashes of the data are not computed
// either: a corpus cannot change under its name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/result/run/records.h"
#include "standfast/study/experiment/memory_store.h"

namespace standfast {
struct ExaminedCell;
}

namespace standfast::result {

// Numbering of documents, authors and topics in the answers of records that were made in memory.
enum class AnswerCodes : uint8_t {
  // Numbered by first occurrence in the cells, as in records that are read from a run folder.
  by_occurrence,
  // Numbered in the order of the corpus: documents by row and authors by name (including untested ones),
  // tested topics by name. So corpora of one design have the same codes, whatever their folds test.
  of_corpus,
};

// Renumbers the answers of the run to this corpus and fills tested_authors, tested_topics and
// tested_documents. Precondition: the answers have the codes of the corpus, and cells are sorted.
void number_answers(AnswerCodes codes, const Corpus& corpus, CorpusInfo& info, RunRecords& run);

struct InMemoryOptions {
  std::string study_folder = "";  // relative paths of a study start here
  const StudyCatalogs* catalogs = &study_catalogs();
  int threads = 1;  // changes no number
  AnswerCodes codes = AnswerCodes::by_occurrence;
  bool designs =
      false;  // RunRecords::designs; of a corpus only the columns that it has in memory can be seen
  // Callback that receives each examined cell before its answers are renumbered. May be empty.
  std::function<void(const Unit& cell, const ExaminedCell& examined)> examined = {};
};

class ExperimentInMemory {
 public:
  explicit ExperimentInMemory(std::vector<CorpusInMemory> corpora, const InMemoryOptions& options = {});

  // Runs a study, whose corpora must be among the given ones. wanted: selects the cells that are examined
  // (empty: all); the others are missing, as in a run that has not ended. Like a run, it goes on after a
  // failure: a condition that cannot be drawn is a failed artifact, a model that cannot be examined is a
  // failed cell. Only what stops planning is an error. Conditions that an earlier study of this experiment
  // had are not drawn again.
  Result<RunRecords> run(const StudySpec& study, const std::function<bool(const Unit&)>& wanted = {});

  // Returns the draw of a condition, as run() uses it. The study must ask for it. Draws it if that has not
  // been done yet.
  Result<const DrawsInMemory::Draw*> draw(const StudySpec& study, const std::string& corpus,
                                          const std::string& condition, uint64_t seed);

 private:
  std::vector<CorpusFacts> facts_of(const StudySpec& study) const;  // in the order of the study

  InMemoryOptions options_;
  DrawsInMemory draws_;
  std::vector<CorpusFacts> facts_;  // by corpus
};

}  // namespace standfast::result
