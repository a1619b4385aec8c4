// The flags that name verification problems to train and predict: a PAN folder or its pairs.jsonl.
#pragma once

#include <string>

#include "cli/corpus_args.h"
#include "standfast/corpus/read/read.h"

namespace standfast::cli {

struct ProblemsArgs {
  std::string path, truth, bad_rows = "fail", encoding = {};
  ReadingForm form = {};

  // `labelled`: a truth is needed. If there is none, the data error says where it was looked for.
  Result<PanProblems> read(bool labelled) const;
};

// The flags of a corpus, read as those of problems. A usage error if a flag is given that problems do not
// have.
Result<ProblemsArgs> problems_of(const CorpusArgs& corpus, const std::string& truth,
                                 const std::string& command);

}  // namespace standfast::cli
