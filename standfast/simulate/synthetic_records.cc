#include "standfast/simulate/synthetic_records.h"

#include <map>
#include <tuple>

#include "standfast/result/run/run_in_memory.h"
#include "standfast/simulate/synthetic_study.h"

namespace standfast::simulate {

using result::RunRecords;

namespace {

// Checks the run. For verification a fold may fail, such as one without pairs, but not all folds of a
// condition.
Status check(const RunRecords& run, bool folds_may_fail) {
  if (!run.failed_artifacts.empty()) return data_error(run.failed_artifacts.front().reason);
  struct Answered {
    bool any = false;
    std::string failure;  // the first
  };
  std::map<std::tuple<std::string, std::string, uint64_t>, Answered> answered;
  for (const auto& cell : run.cells) {
    if (!cell.ok && !folds_may_fail) return data_error(cell.reason);
    auto& one = answered[{cell.condition, cell.model, cell.seed}];
    one.any |= cell.ok;
    if (one.failure.empty()) one.failure = cell.reason;
  }
  for (const auto& [key, one] : answered)
    if (!one.any) return data_error(one.failure);
  return {};
}

}  // namespace

Result<SyntheticRecords> synthetic_records(const SyntheticDesign& design, const SyntheticCorpus& corpus) {
  SF_ASSIGN(const SyntheticStudies studies, synthetic_studies(design, corpus.seed));
  CorpusInMemory texts{kCorpusName, &corpus.read_by.front()};
  for (size_t reader = 0; reader < corpus.read_by.size(); ++reader)
    texts.read_by[kReaderNames[reader]] = &corpus.read_by[reader];
  result::ExperimentInMemory experiment({texts}, {.codes = result::AnswerCodes::of_corpus});
  SyntheticRecords records;
  SF_ASSIGN(records.whole, experiment.run(studies.whole));
  SF_TRY(check(records.whole, design.verifies));
  SF_ASSIGN(records.halves, experiment.run(studies.halves, is_asked));
  SF_TRY(check(records.halves, design.verifies));
  return records;
}

}  // namespace standfast::simulate
