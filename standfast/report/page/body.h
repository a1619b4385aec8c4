// The body of the page: headlines, tables and figures, corpus by corpus.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/page/page_builder.h"
#include "standfast/report/page/ranking_section.h"
#include "standfast/report/page/section.h"
#include "standfast/result/findings/forensic.h"
#include "standfast/result/findings/judgement.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// found, figures: by corpus. keep_tables: see PageBuilder.
PageBuilder page_body(const RunRecords& run, const Summary& summary, const RankingSection& ranking,
                      const std::vector<ForensicCell>& forensic, const Judgement& judgement,
                      const std::vector<std::string>& headlines, double level,
                      const std::vector<CorpusFindings>& found,
                      const std::vector<std::vector<ShownFigure>>& figures, bool keep_tables);

}  // namespace standfast::report
