// A fold of a corpus with a planted shortcut: the data on which a cell of a study is trained and tested, and
// the output of `standfast shortcut --out`.
#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/shortcut/shortcut.h"

namespace standfast {

// Documents that a shortcut cannot change, such as those without a rewrite. They are on no side.
struct DroppedDocuments {
  std::vector<uint64_t> train, test;  // by class; train: with validation
  uint64_t of_train() const { return std::accumulate(train.begin(), train.end(), uint64_t{0}); }
  uint64_t of_test() const { return std::accumulate(test.begin(), test.end(), uint64_t{0}); }
  uint64_t all() const { return of_train() + of_test(); }
  bool operator==(const DroppedDocuments&) const = default;
};

struct PlantRequest {
  double lambda = 1;       // of train and validation
  double test_lambda = 1;  // of test and anti-test
  DoseLaw law = DoseLaw::mixture;
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
};

// Sides pair by document id: test, original (the corpus itself) and anti-test hold the same rows.
struct PlantedFold {
  Corpus
      planted;  // ids, columns and order of the corpus; rows of train, validation and test have their edited texts
  Corpus anti_test;  // the same, where rows of test have the texts of the anti-test
  Fold fold;         // the remaining rows: a document that cannot be planted on one of its sides is in no
                     // side
  std::vector<std::string> values;  // of the cue
  std::vector<uint8_t> value,
      anti_value;  // by row of the corpus: of `planted`, of `anti_test`; kDropped elsewhere
  std::vector<std::vector<PlantedSpan>> spans, anti_spans;  // by row
  std::vector<JoinedColumn> joined, anti_joined;            // by row: of `planted`, of `anti_test`
  // By value: the class that it is associated with in train (most documents relative to the size of the
  // class); kMissing if there is none, because no train document has the value or two classes have as many.
  std::vector<uint32_t> suggests;
  std::vector<double> target, anti_target;  // of test and anti-test: classes x values
  std::vector<double> train_target;
  DroppedDocuments dropped;
};

// Plants a shortcut in a fold. classes: a column of the corpus; every row of the fold has one. A data error
// names the corpus.
Result<PlantedFold> plant_fold(const Corpus& corpus, const Fold& fold, const Column& classes,
                               const Shortcut& shortcut, const PlantRequest& request);

}  // namespace standfast
