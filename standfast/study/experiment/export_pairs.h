// Export of a run's verification pairs as PAN problems, for models that run elsewhere.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast {

struct ExportOptions {
  std::string run, out;
  std::vector<std::string> conditions;  // conditions of the study; empty: all
  bool test_only = false;               // leave training and validation out
  Sink* sink = &null_sink();
};

struct ExportedFold {
  std::string folder;                            // below out: <corpus>--<condition>--seed<seed>/fold-<fold>
  uint64_t train = 0, validation = 0, test = 0;  // numbers of pairs; 0: no file
  std::map<std::string, uint64_t> sides;         // numbers of pairs of the other sides, by name of the folder
};

// Writes out/<corpus>--<condition>--seed<seed>/fold-<fold>/{train,validation,test}/{pairs,truth}.jsonl, and
// such a folder for each other side. The pairs are those that the run's own models get, with the ids of the
// run's predictions. Needs the corpora of the study, unchanged. Splits that have not run or that failed are
// left out, with a warning.
Result<std::vector<ExportedFold>> export_pairs(const ExportOptions& options);

}  // namespace standfast
