// Split analyses of `standfast analyze`: properties of each split, overlap of test sides, and correlations of
// properties with scores.
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

// The output of the analyses: the column of the classes, the folder for files, and the form on the terminal.
struct SplitAnalysisOutput {
  std::string target, folder;
  bool json = false;
  int threads = 1;
};

// Runs the analyses and prints their results. `corpus` is not read yet; columns that analyses name are added
// to the columns it reads.
Status analyze_splits(const SplitAnalysisArgs& given, CorpusArgs corpus, const SplitAnalysisOutput& output);

}  // namespace standfast::cli
