// What the tables of one corpus are made from.
#pragma once

#include <vector>

#include "standfast/report/table/ranking_findings.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

struct Section {
  const RunRecords& run;
  const Summary& summary;
  const std::vector<ForensicCell>& forensic;
  size_t corpus;
  double level;
  const CorpusFindings& found;
  const RankingFindings& ranking;
};

}  // namespace standfast::report
