// The part of `standfast analyze` that says what splits rest on: properties of each split, what test sides share, and
// correlations of properties with scores.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/args.h"
#include "cli/corpus_args.h"
#include "cli/vector_args.h"

namespace standfast::cli {

struct SplitAnalysisArgs {
  std::vector<std::string> splits;
  std::string what = "word-overlap,lengths", scores, vectors_file;
  std::map<std::string, OptionValue> options;
  VectorArgs vectors;
  bool words = false;

  void declare(Args& args);
};

// Where the results go, and the column that says the classes.
struct SplitAnalysisOutput {
  std::string target, folder;
  bool json = false;
  int threads = 1;
};

// corpus: not read yet; columns that analyses name are added to those it reads.
Status analyze_splits(const SplitAnalysisArgs& given, CorpusArgs corpus, const SplitAnalysisOutput& output);

}  // namespace standfast::cli
