// Verification problems as train and predict are told of them: a PAN folder or its pairs.jsonl.
#pragma once

#include <string>

#include "cli/corpus_args.h"
#include "standfast/corpus/read/read.h"

namespace standfast::cli {

struct ProblemsArgs {
  std::string path, truth, bad_rows = "fail";

  // `labelled`: a truth is needed; without one a data error says where it was looked for.
  Result<PanProblems> read(bool labelled) const;
};

// The flags of a corpus as those of problems; usage error where one is given that problems do not have.
Result<ProblemsArgs> problems_of(const CorpusArgs& corpus, const std::string& truth,
                                 const std::string& command);

}  // namespace standfast::cli
