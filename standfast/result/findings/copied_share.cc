#include "standfast/result/findings/copied_share.h"

#include "standfast/analysis/leak/design_checks.h"

namespace standfast::result {

std::optional<double> copied_share(const RunRecords& run, size_t corpus, size_t condition) {
  DesignCondition drawn;
  if (run.conditions[condition].side != kTestSide) return std::nullopt;
  for (const auto& design : run.designs)
    if (design.corpus == run.corpora[corpus].name && design.condition == run.conditions[condition].name)
      drawn.draws.push_back(design.measures);
  return share_copied(drawn);
}

}  // namespace standfast::result
