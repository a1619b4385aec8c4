// Checks that a split keeps its promises. The split is compared with the corpus, whoever made the file.
#pragma once

#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/split/file/read_splits.h"

namespace standfast {

struct SplitFinding {
  // One of "data", "disjoint", "coverage", "sides", "topics", "authors", "confusion", "groups", "repeats",
  // "purge", "purge-near", "times", "blocks", "validation", "sample".
  std::string name;
  bool ok = true;
  std::string message;  // the observation; for a failure it names the fold and the document
};

// Checks the split; one finding per check:
// - data: the hash matches the corpus.
// - sides: every fold has train and test documents, each named once.
// - disjoint: no document is on two sides of a fold.
// - coverage: every document is tested or listed in left_out (or trains, where the method tests only some),
//   and none is both used and left out.
// - topics, authors, validation: no value is on both sides where the method (a catalog entry or an option of
//   the file) promises so; otherwise shared values are reported and are no failure.
// - times: training documents are older than test documents, by more than the gap, where the method promises
//   that.
// - repeats: each drawing of a split that was drawn several times tests a document at most once, and tests
//   all documents where the method does.
// - purge, purge-near: the documents that the options say were removed from train are not there.
// - sample: folds stay within the sample.
// Topics merged by the sample count as one.
std::vector<SplitFinding> check_splits(const SplitsFile& file, const Splits& splits, const Corpus& corpus);

// Returns the columns that these checks read, beside roles.
std::vector<std::string> columns_to_check(const Split& split);

// Returns the finding "data" alone, for a file that cannot be bound to the corpus.
SplitFinding check_data(const SplitsFile& file, const Corpus& corpus);

}  // namespace standfast
