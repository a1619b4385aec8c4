// Does a split keep what it promises? Checked against the corpus, whoever made the file.
#pragma once

#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/split/file/bind_splits.h"

namespace standfast {

struct SplitFinding {
  // "data", "disjoint", "coverage", "sides", "topics", "authors", "confusion", "groups", "repeats", "purge", "purge-near",
  // "times", "blocks", "validation", "sample"
  std::string name;
  bool ok = true;
  std::string message;  // what was found; for a failure with fold and document
};

// data: the hash is that of the corpus. sides: every fold has train and test documents, each named once.
// disjoint: no document on two sides of a fold. coverage: every document is tested or listed in left_out (or
// trains, where the method tests only some), and none is both used and left out. topics, authors, validation:
// nothing on both sides where the method (a catalog entry or an option of the file) promises so; said, but
// not failed, where it does not. times: what trains is older than what is tested, and by more than the gap, where the
// method promises that. repeats: each drawing of a split that was drawn several times tests a document once at
// most, and all of them where the method does. purge, purge-near: what the options say left train did. sample: folds stay within the sample. Topics that the sample merged count as
// one.
std::vector<SplitFinding> check_splits(const SplitsFile& file, const Splits& splits, const Corpus& corpus);

// The columns that these checks read, beside roles.
std::vector<std::string> columns_to_check(const Split& split);

// The first of the findings above; alone where the rest makes no sense because the file cannot be bound.
SplitFinding check_data(const SplitsFile& file, const Corpus& corpus);

}  // namespace standfast
