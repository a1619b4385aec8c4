// The interface of split analyses. Each analysis compares the test side of a fold with its training side and
// returns numbers, each with the number of items it is based on. Validation and rows set aside are ignored.
//
// The contract is checked for every catalog entry by tests/analysis/split_analyses_test.cc: one entry per
// fold, in order; the same numbers for any number of threads; an undefined number is nothing and has a note
// that says why; a fold without test or without training rows is no error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/encoder/encoder.h"

namespace standfast {

struct SplitMeasure {
  std::string group;             // the part of the fold: a column, a class, a bucket; "" for all of it
  std::string name;              // kebab-case
  std::optional<double> value;   // nothing: undefined, and `note` says why
  uint64_t used = 0, total = 0;  // items that it is based on, out of the total (rows, words, values)
  std::string note = {};
  bool property = false;  // stands for the split in correlations with scores
  bool averaged = true;   // the mean over folds is meaningful (not for a p-value)
};

// A word of a ranked list, for files only: texts may be offensive.
struct SplitWord {
  std::string group, side;  // class; "train" or "test"
  uint32_t rank = 0;        // from 1
  std::string word;
  double score = 0;
};

struct FoldMeasures {
  std::vector<SplitMeasure> measures;
  std::vector<SplitWord> words = {};  // only for analyses whose traits say lists_words
};

struct SplitAnalysisContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
  const Column* classes = nullptr;   // for analyses whose traits say reads_classes
  const Encoded* vectors = nullptr;  // by row of the corpus, for analyses whose traits say reads_vectors
};

class SplitAnalysis {
 public:
  virtual ~SplitAnalysis() = default;
  virtual Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                                    const SplitAnalysisContext& context) const = 0;
};

struct SplitAnalysisTraits {
  bool reads_classes = false;  // compares classes: requires a column
  bool reads_vectors = false;  // compares vectors: requires an encoder
  bool lists_words = false;    // has lists of words beside its numbers
};
std::vector<TraitLine> describe(const SplitAnalysisTraits& traits);

using SplitAnalysisCatalog = Catalog<SplitAnalysis, SplitAnalysisTraits>;
const SplitAnalysisCatalog& split_analyses();

// Averages each number over the folds in which it is defined, in the order of the first fold that has it.
// used and total are sums over these folds. A number that has no mean, or is defined nowhere, has a note.
std::vector<SplitMeasure> over_folds(std::span<const FoldMeasures> folds);

// Mean, standard deviation and median of the numbers on one side.
struct SideMoments {
  uint64_t n = 0;
  std::optional<double> mean, sd, median, low, high;  // sd: divisor n - 1, nothing below two values
};
SideMoments side_moments(std::vector<double> values);

// Returns part / whole; undefined for whole = 0, and then `why` is the note. used = total = whole.
SplitMeasure share_measure(std::string group, std::string name, uint64_t part, uint64_t whole,
                           std::string why);

}  // namespace standfast
