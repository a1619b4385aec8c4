// The flags by which train and predict are told of verification problems: a PAN folder or its pairs.jsonl.
#pragma once

#include <string>

#include "cli/args.h"
#include "standfast/corpus/read.h"

namespace standfast::cli {

struct ProblemsArgs {
  std::string path, truth, bad_rows = "fail";

  void declare(Args& args);
  // `labelled`: a truth is needed; without one a data error says where it was looked for.
  Result<PanProblems> read(bool labelled) const;
};

}  // namespace standfast::cli
