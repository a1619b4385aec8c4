// The rationales of a run held against what was planted, condition by condition and model by model.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/corpus_findings.h"

namespace standfast::report {

Table rationale_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// The same against the tokens that annotators marked. Without rows where they marked none.
Table rationale_agreement_table(const RunRecords& run, size_t corpus, const CorpusFindings& found);
// One sentence for each condition, side and model with a planted cue.
std::vector<std::string> rationale_sentences(const RunRecords& run, size_t corpus,
                                             const CorpusFindings& found);

}  // namespace standfast::report
