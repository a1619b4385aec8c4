// What the section of one corpus is made from.
#pragma once

#include <vector>

#include "standfast/report/figure/shown.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

struct Section {
  const RunRecords& run;
  const Summary& summary;
  const std::vector<ForensicCell>& forensic;
  size_t corpus;
  double level;
  const CorpusFindings& found;
  const std::vector<ShownFigure>& figures;
};

}  // namespace standfast::report
