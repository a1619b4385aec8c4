// A study on corpora in memory. Its units are those of the plan that a run of the study would have; it draws
// and examines with the code of a run and gives the records that read_run() would read from the run's folder
// (tests/result/run_in_memory_test.cc). Nothing is written.
//
// What only a report shows is not made: summaries, similarities, styles, slices, groups, split statistics; designs, from
// which warnings come, are made where they are asked for. Nor are hashes of the data: a corpus cannot change under its
// name.
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

// The codes of documents, authors and topics in the answers of records that were made in memory.
enum class AnswerCodes : uint8_t {
  // By first occurrence in the cells, as in records that are read from a run folder.
  by_occurrence,
  // In the order of the corpus: documents by row, authors by name (both also those that no cell tests), tested
  // topics by name. So corpora of one design have the same codes, whatever their folds test.
  of_corpus,
};

// Before: the answers of the run to this corpus have the codes of the corpus, and cells are sorted. Fills
// tested_authors, tested_topics and tested_documents.
void number_answers(AnswerCodes codes, const Corpus& corpus, CorpusInfo& info, RunRecords& run);

struct InMemoryOptions {
  std::string study_folder = "";  // relative paths of a study start here
  const StudyCatalogs* catalogs = &study_catalogs();
  int threads = 1;  // changes no number
  AnswerCodes codes = AnswerCodes::by_occurrence;
  bool designs =
      false;  // RunRecords::designs; of a corpus only the columns that it has in memory can be seen
  // Sees each cell that was examined, as it was, before its answers are numbered. May be nothing.
  std::function<void(const Unit& cell, const ExaminedCell& examined)> examined = {};
};

class ExperimentInMemory {
 public:
  explicit ExperimentInMemory(std::vector<CorpusInMemory> corpora, const InMemoryOptions& options = {});

  // The corpora of the study are among those given. wanted: which cells are examined (empty: all); the others
  // are missing, as in a run that has not ended. Like a run, it goes on after a failure: a condition that
  // cannot be drawn is a failed artifact, a model that cannot be examined is a failed cell. Only what stops
  // planning is an error. Conditions that an earlier study of this experiment had are not drawn again.
  Result<RunRecords> run(const StudySpec& study, const std::function<bool(const Unit&)>& wanted = {});

  // The draw of a condition, as run() uses it. The study must ask for it. It is drawn if it was not yet.
  Result<const DrawsInMemory::Draw*> draw(const StudySpec& study, const std::string& corpus,
                                          const std::string& condition, uint64_t seed);

 private:
  std::vector<CorpusFacts> facts_of(const StudySpec& study) const;  // in the order of the study

  InMemoryOptions options_;
  DrawsInMemory draws_;
  std::vector<CorpusFacts> facts_;  // by corpus
};

}  // namespace standfast::result
