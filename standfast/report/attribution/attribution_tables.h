// The attributions of a run, condition by condition and model by model: held against what was planted, and what they cost.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

// Without rows where nothing is planted.
Table attribution_share_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
Table attribution_ranking_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// How many documents were explained, of how many, and with how many answers of the model.
Table attribution_document_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);

// One sentence for each condition, side and model with something planted.
std::vector<std::string> attribution_sentences(const RunRecords& run, size_t corpus,
                                               const CorpusFindings& found);

}  // namespace standfast::report
