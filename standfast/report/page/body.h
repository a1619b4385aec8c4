// The body of the page: headlines, tables and figures, corpus by corpus.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/page/page_builder.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/section.h"
#include "standfast/result/findings/judgement.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// Write the body in this order: the head once, the section of each corpus, the end once. So the findings on a
// corpus need not be in memory when the next one is shown. The first screen has the answer in sentences, then
// the survival chart of the first corpus, then the warnings about the study, then the table.
void page_head(PageBuilder& page, const RunRecords& run, const Summary& summary,
               const std::vector<std::string>& headlines);
void corpus_section(PageBuilder& page, const Section& section, const std::vector<ShownFigure>& figures,
                    const Judgement& judgement);
void page_end(PageBuilder& page, const RunRecords& run, const Summary& summary);

}  // namespace standfast::report
